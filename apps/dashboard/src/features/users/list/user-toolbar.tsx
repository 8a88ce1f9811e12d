import type { UserFilter } from '../../../api/resources/users.js';
import { ViewsMenu } from '../views/views-menu.js';
import { GroupFilter } from './group-filter.js';
import { UserFilters } from './user-filters.js';

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

/** What the list of users shows. As of a moment, less can be asked for: a view would not be what its name says. */
export function UserToolbar({ accountId, filter, isPast, facets, onChange, onShow }: UserToolbarProps) {
  return (
    <UserFilters inToolbar withRemoved={!isPast} filter={filter} facets={facets} onChange={onChange}>
      {!isPast && filter.status !== 'removed' && (
        <GroupFilter accountId={accountId} filter={filter} onChange={onChange} />
      )}
      {!isPast && <ViewsMenu accountId={accountId} filter={filter} onShow={onShow} />}
    </UserFilters>
  );
}
