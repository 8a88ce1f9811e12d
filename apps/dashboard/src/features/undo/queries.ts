import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import type { Job } from '../../api/resources/jobs.js';

/** A change: what one request did. */
export interface Change {
  accountId: string;
  correlationId: string;
  /** The time of one of its events. */
  at?: string;
}

type Event = Schemas['Event'];

/** What undoing it would do: all at once, or by a job, one at a time. */
export type TriedUndo = { events: Event[] } | Schemas['TriedRevert'];

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
    queryFn: async () => (await revert(change, true)) as TriedUndo,
    staleTime: 0,
    gcTime: 0,
  });

/** The last change that the signed-in person made, among the last hundred events of the account; null if there is none of theirs. */
export const ownLastChangeQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['undo', accountId, 'own-last'],
    queryFn: async ({ signal }): Promise<Change | null> => {
      const request = { path: { accountId }, query: { limit: 100 }, signal };
      const [{ kind, id }, { data }] = await Promise.all([
        api.get('/v1/me', { signal }),
        api.get('/v1/accounts/{accountId}/events', request),
      ]);
      const own = data.find(({ actor }) => actor === `${kind}:${id}`);
      return own ? { accountId, correlationId: own.correlationId, at: own.at } : null;
    },
    staleTime: 0,
    gcTime: 0,
  });

/** @returns the job that undoes it, if it is too large to be undone at once */
export async function undo(change: Change): Promise<Job | undefined> {
  const answer = (await revert(change, false)) as Job | Schemas['RevertedChange'];
  if (!('type' in answer)) return undefined;
  void queryClient.invalidateQueries({ queryKey: ['jobs', change.accountId] });
  return answer;
}

export interface RefusedPart {
  /** What it is called, as far as that can still be found. */
  name: string | undefined;
  code: string;
  detail: string;
}

const MAX_LISTED = 20;

/** The first users and service groups that the job left as they are, and why. */
export const refusedPartsQuery = ({ accountId, id: jobId }: Job) =>
  queryOptions({
    queryKey: ['job', accountId, jobId, 'refused'],
    queryFn: async (): Promise<RefusedPart[]> => {
      const request = { path: { accountId, jobId }, query: { limit: MAX_LISTED } };
      const { data } = await api.get('/v1/accounts/{accountId}/jobs/{jobId}/refused', request);
      const names = await namesOf(
        accountId,
        data.flatMap(({ userId }) => userId ?? []),
      );
      return data.map(({ userId, serviceGroupId, code, detail }) => ({
        ...{ code, detail },
        name: (userId && names.get(userId)) ?? userId ?? serviceGroupId ?? undefined,
      }));
    },
  });

/** Also of those who were removed and not erased. */
async function namesOf(accountId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const status of [undefined, 'removed'] as const) {
    const ids = userIds.filter((userId) => !names.has(userId)).join(',');
    if (ids === '') break;
    const query = { ids, ...(status && { status }) };
    const { data } = await api.get('/v1/accounts/{accountId}/users', { path: { accountId }, query });
    for (const { id, name } of data) names.set(id, name);
  }
  return names;
}
