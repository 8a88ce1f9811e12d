import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../components/data/numbers.js';
import { useSession } from '../../session/session.js';
import { managedOnly, openCountQuery } from './open-count.js';

/** How many requests wait for a decision. */
export function RequestsBadge({ accountId }: { accountId: string }) {
  const session = useSession();
  const { data } = useQuery(openCountQuery(accountId, managedOnly(session, accountId)));
  if (!data || data.value === 0) return null;
  return (
    <span className="ml-auto rounded-sm bg-soft px-1.5 text-2xs font-semibold text-accent">
      {formatNumber(data.value)}
      {!data.exact && '+'}
      <span className="sr-only"> open</span>
    </span>
  );
}
