import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { listOptions, type ListPage } from '../../api/lists.js';
import { forgetMembers } from '../groups/commands.js';
import { asQuery } from '../users/queries.js';
import { requestedChanges, type Draft } from './draft/draft.js';

export type MatrixRow = Schemas['MatrixRowDto'];
export type MatrixGroup = Schemas['MatrixGroupDto'];
export type Applied = Schemas['ChangedMembershipsDto'];

export interface MatrixFilter {
  q?: string;
  role?: string;
  status?: string;
}

/** As many users as one request for their cells takes. */
const ROWS = 50;

/** Users page by page, each with the cells of the groups that are shown. */
export const matrixQuery = (accountId: string, filter: MatrixFilter, groupIds: readonly string[]) => ({
  ...listOptions(
    ['matrix', accountId, filter, groupIds],
    async (cursor, signal): Promise<ListPage<MatrixRow>> => {
      const path = { accountId };
      const users: ListPage<Schemas['UserDto']> = await api.get('/v1/accounts/{accountId}/users', {
        path,
        query: { ...asQuery(filter), limit: ROWS, ...(cursor && { cursor }) },
        signal,
      });
      if (users.data.length === 0) return { ...users, data: [] };
      const query = { userIds: users.data.map(({ id }) => id).join(','), groupIds: groupIds.join(',') };
      const { rows } = await api.get('/v1/accounts/{accountId}/memberships/matrix', { path, query, signal });
      return { ...users, data: rows };
    },
  ),
  enabled: groupIds.length > 0,
  refetchInterval: 15_000,
});

/** The API takes as many at once. */
const BATCH = 1_000;

function batchesOf(draft: Draft) {
  const changes = requestedChanges(draft);
  return Array.from({ length: Math.ceil(changes.length / BATCH) }, (_, index) =>
    changes.slice(index * BATCH, (index + 1) * BATCH),
  );
}

function send(
  accountId: string,
  changes: ReturnType<typeof requestedChanges>,
  dryRun: boolean,
): Promise<Applied> {
  return api.post('/v1/accounts/{accountId}/memberships/batch', {
    path: { accountId },
    query: dryRun ? { dryRun } : {},
    body: { changes },
  });
}

/** What applying the draft would do, as the API says it. */
export async function tryDraft(accountId: string, draft: Draft): Promise<Applied> {
  const answers: Applied[] = [];
  for (const batch of batchesOf(draft)) answers.push(await send(accountId, batch, true));
  return {
    done: sum(answers.map(({ done }) => done)),
    refused: sum(answers.map(({ refused }) => refused)),
    unchanged: sum(answers.map(({ unchanged }) => unchanged)),
    results: answers.flatMap(({ results }) => results),
    warnings: answers.flatMap(({ warnings }) => warnings),
    events: answers.flatMap(({ events }) => events ?? []),
  };
}

/** Applies the draft, a thousand changes at a time. What is applied stays so when a later part fails. */
export async function applyDraft(
  accountId: string,
  draft: Draft,
  onBatch: (answer: Applied) => void,
): Promise<void> {
  try {
    for (const batch of batchesOf(draft)) onBatch(await send(accountId, batch, false));
  } finally {
    forgetMembers(accountId);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
