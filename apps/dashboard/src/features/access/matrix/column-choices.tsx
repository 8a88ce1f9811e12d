import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
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
  const [isCleared, setCleared] = useState(false);
  const ticked = isCleared ? [] : shown;
  const show = (ids: readonly string[]) => {
    // The page keeps its columns until another is chosen.
    setCleared(ids.length === 0);
    if (ids.length > 0) onChange(ids);
  };
  const all = [...new Set([...ticked, ...offered.map(({ id }) => id)])].slice(0, MOST);
  return (
    <div className="p-2">
      <SearchInput
        autoFocus
        label={TEXTS.columnsHint}
        placeholder={TEXTS.findColumn}
        value={text}
        onText={setText}
      />
      {/* Before the list: two hundred stops would be before them. */}
      <div className="mt-2 flex gap-1">
        <Button small kind="quiet" onClick={() => show(all)}>
          {TEXTS.allColumns}
        </Button>
        <Button small kind="quiet" onClick={() => show([])}>
          {TEXTS.noColumns}
        </Button>
      </div>
      <ul className="mt-1 max-h-[17rem] overflow-y-auto">
        {offered.slice(0, 200).map(({ id, name }) => (
          <li key={id}>
            <label className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover">
              <Checkbox
                checked={ticked.includes(id)}
                disabled={whyFixed(ticked, id) !== undefined}
                title={whyFixed(ticked, id)}
                onChange={({ target }) =>
                  show(target.checked ? [...ticked, id] : ticked.filter((each) => each !== id))
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

const whyFixed = (ticked: readonly string[], id: string) =>
  ticked.length >= MOST && !ticked.includes(id) ? TEXTS.mostColumns(MOST) : undefined;
