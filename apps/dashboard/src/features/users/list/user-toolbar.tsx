import type { UserFilter } from '../../../api/resources/users.js';
import { lazily } from '../../../components/lazily.js';
import { GroupFilter } from './group-filter.js';
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
