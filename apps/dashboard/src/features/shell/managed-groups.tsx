import { Link } from '@tanstack/react-router';
import { onlyManaged, useSession } from '../../session/session.js';
import { GROUPS_PAGE, REQUESTS_PAGE } from '../pages.js';
import { RequestsBadge } from '../requests/requests-badge.js';
import { TEXTS } from './texts.js';

/** The navigation of people who manage service groups and see nothing else of the account. */
export function ManagedGroups({ item }: { item: string }) {
  const session = useSession();
  const { accountId } = session;
  const groups = onlyManaged(session);
  if (!accountId || groups.length === 0) return null;
  return (
    <div className="grid gap-0.5">
      <p className="px-2 pb-1 text-xs text-faint">{TEXTS.managed}</p>
      {groups.map(({ id, name }) => (
        <Link
          key={id}
          to="/a/$account/groups/$group"
          params={{ account: accountId, group: id }}
          activeOptions={{ includeSearch: false }}
          className={item}
        >
          <GROUPS_PAGE.icon aria-hidden className="size-4 shrink-0" />
          <bdi className="min-w-0 truncate">{name}</bdi>
        </Link>
      ))}
      <Link
        to={REQUESTS_PAGE.to}
        params={{ account: accountId }}
        activeOptions={{ includeSearch: false }}
        className={item}
      >
        <REQUESTS_PAGE.icon aria-hidden className="size-4 shrink-0" />
        {REQUESTS_PAGE.title}
        <RequestsBadge accountId={accountId} />
      </Link>
    </div>
  );
}
