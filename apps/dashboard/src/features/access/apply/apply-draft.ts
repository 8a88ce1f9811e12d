import type { Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { forgetMembers } from '../../groups/commands.js';
import { requestedChanges, type Draft, type DraftTerms } from '../draft/draft.js';
import { applyByJobs, type ApplyListener } from './apply-by-jobs.js';
import { planJobs } from './plan-jobs.js';

export type Applied = Schemas['ChangedMemberships'];

/** The API takes this many at once; jobs apply larger drafts. */
const BATCH = 1_000;

/** What applying the draft would do, according to the API's dry run. */
export async function tryDraft(accountId: string, draft: Draft, terms: DraftTerms): Promise<Applied> {
  const changes = requestedChanges(draft, terms);
  const answers: Applied[] = [];
  for (let at = 0; at < changes.length; at += BATCH)
    answers.push(await send(accountId, changes.slice(at, at + BATCH), true));
  return {
    done: sum(answers.map(({ done }) => done)),
    refused: sum(answers.map(({ refused }) => refused)),
    unchanged: sum(answers.map(({ unchanged }) => unchanged)),
    results: answers.flatMap(({ results }) => results),
    warnings: answers.flatMap(({ warnings }) => warnings),
    events: answers.flatMap(({ events }) => events ?? []),
  };
}

/** Applies the draft: at once, or by jobs beyond a thousand changes. If a later part fails, earlier parts stay applied. */
export async function applyDraft(
  accountId: string,
  { draft, terms }: { draft: Draft; terms: DraftTerms },
  listener: ApplyListener,
): Promise<void> {
  try {
    if (draft.size > BATCH) {
      await applyByJobs(accountId, planJobs(draft, terms), listener);
      // No job changes ends.
      const ends = requestedChanges(draft, terms).filter(({ action }) => action === 'change');
      for (let at = 0; at < ends.length; at += BATCH) {
        const part = ends.slice(at, at + BATCH).map(({ ifVersion: _, ...change }) => change);
        listener.onOutcomes((await send(accountId, part, false)).results);
        listener.onProgress(draft.size - ends.length + at + part.length);
      }
    } else listener.onOutcomes((await send(accountId, requestedChanges(draft, terms), false)).results);
  } finally {
    forgetMembers(accountId);
  }
}

function send(
  accountId: string,
  changes: readonly Schemas['MembershipChange'][],
  dryRun: boolean,
): Promise<Applied> {
  return api.post('/v1/accounts/{accountId}/memberships/batch', {
    path: { accountId },
    query: dryRun ? { dryRun } : {},
    body: { changes: [...changes] },
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
