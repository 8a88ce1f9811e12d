import { useState } from 'react';
import { Checkbox, SearchInput } from '../../../components/controls/inputs.js';
import type { ServiceGroup } from '../../groups/queries.js';
import { TEXTS } from '../texts.js';

export interface ColumnChoicesProps {
  groups: readonly ServiceGroup[];
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

/** A request for cells takes this many. */
const MOST = 50;

/** The service groups to choose from, in the picker's popup. */
export function ColumnChoices({ groups, shown, onChange }: ColumnChoicesProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const offered = groups.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="p-2">
      <SearchInput
        autoFocus
        aria-label={TEXTS.columnsHint}
        placeholder={TEXTS.findColumn}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-2 max-h-[19.5rem] overflow-y-auto">
        {offered.slice(0, 200).map(({ id, name }) => (
          <li key={id}>
            <label className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover">
              <Checkbox
                checked={shown.includes(id)}
                disabled={whyFixed(shown, id) !== undefined}
                title={whyFixed(shown, id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...shown, id] : shown.filter((each) => each !== id))
                }
              />
              <bdi className="truncate">{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

function whyFixed(shown: readonly string[], id: string): string | undefined {
  if (shown.includes(id)) return shown.length === 1 ? TEXTS.oneColumn : undefined;
  return shown.length >= MOST ? TEXTS.mostColumns(MOST) : undefined;
}
