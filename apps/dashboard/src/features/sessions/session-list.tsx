import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.js';
import { Button } from '../../components/controls/button.js';
import { Time } from '../../components/data/time.js';
import { Badge } from '../../components/feedback/badge.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import { api } from '../../api/client.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

type Owner = { accountId: string; userId: string };

const OWN = '/v1/sessions';
const OF_USER = '/v1/accounts/{accountId}/users/{userId}/sessions';

/** A readable name of a browser, from its user agent. */
function browserOf(userAgent: string | null): string {
  const [name] = /Firefox|Edg|Chrome|Safari/.exec(userAgent ?? '') ?? [];
  const [system] = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent ?? '') ?? [];
  return [name?.replace('Edg', 'Edge'), system].filter(Boolean).join(', ') || (userAgent ?? '–');
}

/** The browsers in which a user is signed in; without a user, the caller's own. */
export function SessionList({ user }: { user?: Owner }) {
  const queryKey = ['sessions', user?.userId];
  const query = { limit: 50 };
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      user ? api.get(OF_USER, { path: user, query, signal }) : api.get(OWN, { query, signal }),
  });
  const end = useAction(
    async (sessionId: string) =>
      user
        ? api.delete(`${OF_USER}/{sessionId}`, { path: { ...user, sessionId } })
        : api.delete(`${OWN}/{sessionId}`, { path: { sessionId } }),
    TEXTS.ended,
    () => void queryClient.invalidateQueries({ queryKey }),
  );
  const failed = error ?? end.error;
  return (
    <Card title={user ? TEXTS.ofUser : TEXTS.own} flush>
      {failed && <Problem error={failed} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.data.length === 0 && <p className="px-4 py-3 text-sm text-muted">{TEXTS.none}</p>}
      <ul className="divide-y divide-line text-sm">
        {data?.data.map(({ id, current, userAgent, lastSeenAt }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-32 flex-1">{browserOf(userAgent)}</span>
            <span className="text-xs text-faint">
              {TEXTS.lastUsed} <Time at={lastSeenAt} />
            </span>
            {current ? (
              <Badge tone="good">{TEXTS.thisSession}</Badge>
            ) : (
              <Button small disabled={end.isPending} onClick={() => end.mutate(id)}>
                {TEXTS.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
