import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { TEXTS } from './texts.js';

const PREFIX = 'user:';
/** As many as one page has. */
const MOST = 99;

const namesQuery = (accountId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['actors', accountId, ids],
    queryFn: async ({ signal }) => {
      const query = { ids: ids.slice(0, MOST).join(',') };
      const { data } = await api.get('/v1/accounts/{accountId}/users', {
        path: { accountId },
        query,
        signal,
      });
      return data.map(({ id, name }) => ({ id, name }));
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
  const users = actors.filter((actor) => actor.startsWith(PREFIX)).map((actor) => actor.slice(PREFIX.length));
  const ids = [...new Set(users)].sort();
  const { data = [] } = useQuery(namesQuery(accountId ?? '', accountId ? ids : []));
  const names = new Map(data.map(({ id, name }) => [`${PREFIX}${id}`, name]));
  return (actor) => {
    if (session.userId && actor === `${PREFIX}${session.userId}`) return TEXTS.you;
    return names.get(actor) ?? TEXTS.kinds[actor.split(':')[0] ?? ''] ?? actor;
  };
}
