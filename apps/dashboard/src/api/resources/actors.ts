import { queryOptions, useQuery } from '@tanstack/react-query';
import { partQuery } from '../queries.js';

/** The most that the API gives at once. */
const MAX_ACTORS = 99;

const actorsQuery = (accountId: string, actors: readonly string[]) =>
  queryOptions({
    ...partQuery(
      ['actors', accountId, actors],
      '/v1/accounts/{accountId}/actors',
      { path: { accountId }, query: { ids: actors.join(',') } },
      ({ data }) =>
        new Map(data.map(({ id, kind, name }) => [id, kind === 'operator' ? `Operator (${name})` : name])),
    ),
    enabled: actors.length > 0,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });

/** The names of those who made changes; undefined for unknown and erased people. */
export function useActorNames(
  accountId: string,
  actors: readonly string[],
): (actor: string) => string | undefined {
  // The system needs no name.
  const named = [...new Set(actors)].filter((actor) => !actor.startsWith('system:')).sort();
  const { data } = useQuery(actorsQuery(accountId, named.slice(0, MAX_ACTORS)));
  return (actor) => data?.get(actor) ?? undefined;
}
