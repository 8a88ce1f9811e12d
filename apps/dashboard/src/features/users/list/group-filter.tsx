import { useQuery } from '@tanstack/react-query';
import { namesById, Select } from '../../../components/controls/inputs.js';
import type { UserFilter } from '../../../api/resources/users.js';
import { allGroupsQuery } from '../../groups/queries.js';
import { FILTER_TEXTS } from './texts.js';

interface GroupFilterProps {
  accountId: string;
  filter: UserFilter;
  /** An empty value clears the filter. */
  onChange: (changes: UserFilter) => void;
}

/** Only members of one service group. */
export function GroupFilter({ accountId, filter, onChange }: GroupFilterProps) {
  const { data: groups = [], isSuccess } = useQuery(allGroupsQuery(accountId));
  const isGone = isSuccess && Boolean(filter.groupId) && !groups.some(({ id }) => id === filter.groupId);
  return (
    <Select
      aria-label={FILTER_TEXTS.group}
      className="max-w-48 xl:w-44 xl:shrink-0"
      options={namesById(groups)}
      value={filter.groupId ?? ''}
      onChoose={(groupId) => onChange({ groupId })}
    >
      <option value="">{FILTER_TEXTS.anyGroup}</option>
      {isGone && <option value={filter.groupId}>{FILTER_TEXTS.goneGroup}</option>}
    </Select>
  );
}
