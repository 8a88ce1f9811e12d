import { useQuery } from '@tanstack/react-query';
import { failingEndpointsQuery } from './endpoints.js';

/** How many webhook endpoints receive nothing. */
export function FailingBadge({ accountId }: { accountId: string }) {
  const { data: failing = [] } = useQuery(failingEndpointsQuery(accountId));
  if (failing.length === 0) return null;
  return (
    <span className="ml-auto rounded-sm bg-bad-soft px-1.5 text-2xs font-semibold text-bad">
      {failing.length}
      <span className="sr-only"> failing</span>
    </span>
  );
}
