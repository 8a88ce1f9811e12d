import { useQuery } from '@tanstack/react-query';
import type { UserFilter } from '../../../api/resources/users.js';
import { namesById, Select } from '../../../components/controls/inputs.js';
import { lazily } from '../../../components/lazily.js';
import { allGroupsQuery } from '../../groups/queries.js';
import { FILTER_TEXTS } from './texts.js';
import { UserFilters } from './user-filters.js';

const ViewsMenu = lazily(async () => (await import('../views/views-menu.js')).ViewsMenu);

interface UserToolbarProps {
  accountId: string;
  filter: UserFilter;
  isPast: boolean;
  facets: Record<string, Record<string, number>> | undefined;
  /** An empty value clears its filter. */
  onChange: (changes: UserFilter) => void;
  /** Replaces the filter and the order. */
  onShow: (filter: UserFilter) => void;
}

/** What the list of users shows. As of a moment there are fewer filters, so a view would not be what its name says. */
export function UserToolbar({ accountId, filter, isPast, facets, onChange, onShow }: UserToolbarProps) {
  return (
    <UserFilters inToolbar withRemoved={!isPast} filter={filter} facets={facets} onChange={onChange}>
      {!isPast && filter.status !== 'removed' && (
        <GroupFilter accountId={accountId} filter={filter} onChange={onChange} />
      )}
      {!isPast && (
        // As wide as its button, so that nothing moves when that is there.
        <div className="h-8 min-w-26 shrink-0">
          <ViewsMenu accountId={accountId} filter={filter} onShow={onShow} />
        </div>
      )}
    </UserFilters>
  );
}

interface GroupFilterProps {
  accountId: string;
  filter: UserFilter;
  /** An empty value clears the filter. */
  onChange: (changes: UserFilter) => void;
}

/** Only members of one service group. */
function GroupFilter({ accountId, filter, onChange }: GroupFilterProps) {
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
