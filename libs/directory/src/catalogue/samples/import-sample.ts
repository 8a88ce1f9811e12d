import type { Item, WriteOperation } from '@rollbook/single-table';
import { jobEntity } from '../../table/items/jobs.js';
import { importErrorEntity, importPartEntity, refusedRowEntity } from '../../table/items/imports.js';
import type { ImportRow, RowKind } from '../../jobs/imports/rows.js';
import { accountId, at, item } from './sample.js';
import { accountWithTeams } from './teams-sample.js';

/** An import of each kind with one part: something new, something to change, and something that cannot be read. */

export const expiresAt = Date.parse(at) / 1000 + 60;

type Job = Pick<Item<typeof jobEntity>, 'type' | 'import' | 'bulk' | 'revert' | 'nextPart' | 'logPosition'>;

/** A job with one part of rows. */
export function jobOf(
  jobId: string,
  job: Job,
  rows: readonly unknown[],
  subjectId = accountId,
): WriteOperation[] {
  const of = { ...item, accountId: subjectId };
  return [
    jobEntity.put({
      ...of,
      ...job,
      jobId,
      status: 'running',
      version: 1,
      subjectId,
      fencedAt: at,
      actor: 'operator:ops',
      correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
      causationId: jobId,
      processed: 0,
    }),
    importPartEntity.put({ ...of, jobId, part: 0, rows: JSON.stringify(rows), expiresAt }),
  ];
}

function importOf(jobId: string, kind: RowKind, ...rows: ImportRow[]): WriteOperation[] {
  const spec = { kind, dryRun: false, mayManageOwners: true, rows: rows.length, parts: 1, digest: 'digest' };
  // Nothing else of the sample has teams.
  const of = kind === 'team-members' ? accountWithTeams : accountId;
  return jobOf(jobId, { type: 'import', import: spec, nextPart: 0 }, rows, of);
}

export const importSample: readonly WriteOperation[] = [
  ...importOf(
    'job_4',
    'users',
    { line: 2, values: { email: 'new@example.com', name: 'New' } },
    { line: 3, values: { email: 'ada@example.com', name: 'Ada Lovelace' } },
    { line: 4, unreadable: 'Not valid JSON.', written: ['{'] },
  ),
  ...importOf(
    'job_5',
    'service-groups',
    { line: 2, values: { name: 'new' } },
    { line: 3, values: { name: 'dev', externalId: 'g-1' } },
  ),
  ...importOf('job_6', 'memberships', {
    line: 2,
    values: { userEmail: 'grace@example.com', serviceGroupName: 'dev' },
  }),
  ...importOf('job_11', 'teams', { line: 2, values: { name: 'new' } }),
  ...importOf('job_12', 'team-members', {
    line: 2,
    values: { userEmail: 'lin@example.com', teamName: 'Platform' },
  }),
  refusedRowEntity.put({ ...item, jobId: 'job_4', line: 9, values: ['no-email', 'Nobody'], expiresAt }),
  importErrorEntity.put({ ...item, jobId: 'job_4', line: 9, code: 'invalid_row', detail: 'No.', expiresAt }),
];
