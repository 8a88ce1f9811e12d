import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';

/** A change: what one request did. */
export interface Change {
  accountId: string;
  correlationId: string;
  /** The time of one of its events. */
  at?: string;
}

/** @param dryRun the events that would follow */
function revert({ accountId, correlationId, at }: Change, dryRun: boolean) {
  return api.post('/v1/accounts/{accountId}/changes/{correlationId}/revert', {
    path: { accountId, correlationId },
    query: { ...(at && { at }), ...(dryRun && { dryRun }) },
  });
}

/** What undoing it would do, according to the API's dry run. */
export const undoQuery = (change: Change) =>
  queryOptions({
    queryKey: ['undo', change.accountId, change.correlationId],
    queryFn: async () => {
      const tried = (await revert(change, true)) as { events?: Schemas['EventDto'][] };
      return tried.events ?? [];
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Everything on the page may be about what is undone. */
export async function undo(change: Change): Promise<void> {
  await revert(change, false);
  await queryClient.invalidateQueries();
}
