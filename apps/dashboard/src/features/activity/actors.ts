import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.js';
import { TEXTS } from './texts.js';

interface Actor {
  id: string;
  kind: string;
  name: string | null;
  state: 'active' | 'removed' | 'erased' | 'unknown';
}

const actorsQuery = (accountId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['actors', accountId, ids],
    queryFn: async ({ signal }) => {
      const answer = await fetch(
        `/v1/accounts/${accountId}/actors?ids=${ids.map(encodeURIComponent).join(',')}`,
        {
          signal,
        },
      );
      // Names are an addition: without them the kind of actor is told.
      return answer.ok ? ((await answer.json()) as { data: Actor[] }).data : [];
    },
    staleTime: 60_000,
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
  });

/** Who did something, as a person would say it. */
export function useActorNames(
  accountId: string | undefined,
  actors: readonly string[],
): (actor: string) => string {
  const session = useSession();
  const ids = [...new Set(actors)].filter((actor) => !actor.startsWith('system:')).sort();
  const { data = [] } = useQuery(actorsQuery(accountId ?? '', accountId ? ids : []));
  const known = new Map(data.map((actor) => [actor.id, actor]));
  return (id) => {
    if (session.userId && id === `user:${session.userId}`) return TEXTS.you;
    const actor = known.get(id);
    if (actor?.state === 'erased') return TEXTS.erased;
    if (actor?.name) return actor.state === 'removed' ? `${actor.name} (${TEXTS.removed})` : actor.name;
    return TEXTS.kinds[id.split(':')[0] ?? ''] ?? id;
  };
}
