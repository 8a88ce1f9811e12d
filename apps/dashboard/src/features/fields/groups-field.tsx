import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox, SearchInput } from '../../components/controls/inputs.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { allGroupsQuery, type ServiceGroup } from '../groups/queries.js';
import { TEXTS as GROUP_TEXTS } from '../groups/texts.js';
import { TEXTS } from './texts.js';

interface GroupsFieldProps {
  accountId: string;
  label?: string;
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** The API takes this many at once. */
const MOST = 20;
const SEARCHED_FROM = 12;

export function GroupsField({ accountId, label = TEXTS.groups, chosen, onChange }: GroupsFieldProps) {
  const { data: groups } = useQuery(allGroupsQuery(accountId));
  const [text, setText] = useState('');
  if (!groups) return <SkeletonRows count={2} />;
  if (groups.length === 0) return null;
  const wanted = text.trim().toLowerCase();
  const isOffered = ({ id, name }: ServiceGroup) =>
    chosen.includes(id) || name.toLowerCase().includes(wanted);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {groups.length > SEARCHED_FROM && (
        <SearchInput label={GROUP_TEXTS.search} value={text} onText={setText} />
      )}
      <div className="grid max-h-40 gap-x-4 overflow-y-auto rounded-md border border-line p-1.5 sm:grid-cols-2">
        {groups.filter(isOffered).map(({ id, name }) => (
          <label
            key={id}
            className="flex min-h-7 items-center gap-2 rounded-sm px-1.5 text-sm hover:bg-hover"
          >
            <Checkbox
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= MOST}
              title={!chosen.includes(id) && chosen.length >= MOST ? TEXTS.most(MOST) : undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <bdi className="truncate">{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
