const ACCOUNT_ID = 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';
const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
const SERVICE_GROUP_ID = 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3';
export const JOB_ID = 'job_01JNB5B6XW3Y8T5V0M1R9Q4KGE';

const bulk = {
  ...{ action: 'add_to_groups', serviceGroupIds: [SERVICE_GROUP_ID], role: null, expiresAt: null },
  teamIds: [],
  accessRole: null,
};
const job = {
  id: JOB_ID,
  accountId: ACCOUNT_ID,
  type: 'bulk',
  status: 'running',
  subjectId: ACCOUNT_ID,
  processed: 2400,
  rows: 50_000,
  refused: 3,
  bulk,
  import: null,
  revert: null,
  correlationId: 'req_01JZ4A1B2C3D4E5F6G7H8J9K0M',
  revertedBy: null,
  createdBy: 'user:user_01JZ3YR2M4K6T8X0Z1B3D5F7G9',
  runsAs: 'user:user_01JZ3YR2M4K6T8X0Z1B3D5F7G9',
  stop: null,
  steps: ['pause', 'cancel'],
  version: 101,
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:04.000Z',
};
const stop = {
  code: 'actor_suspended',
  detail: 'The user that the job runs as is not active.',
  at: '2026-03-02T09:30:04.000Z',
};
const refused = {
  line: 7,
  userId: USER_ID,
  serviceGroupId: null,
  code: 'last_owner',
  detail: 'An account must keep at least one owner.',
};
const query = { role: 'member', status: 'active' };
const tried = {
  dryRun: true,
  rows: 1,
  tried: 1,
  done: 1,
  unchanged: 0,
  refused: 0,
  warnings: [],
  events: [],
};
const sample = { userId: USER_ID, name: 'Ada Lovelace', outcome: 'done', problem: null };

export const JOB_EXAMPLES: Readonly<Record<string, unknown>> = {
  JobDto: job,
  JobStopDto: stop,
  JobListDto: { data: [job], nextCursor: null },
  RefusedRowDto: refused,
  RefusedRowListDto: { data: [refused], nextCursor: null },
  BulkJobDto: bulk,
  JobImportDto: { kind: 'users', dryRun: true, fileName: 'people.csv' },
  BulkQueryDto: query,
  CreateBulkJobDto: {
    action: 'add_to_groups',
    userIds: [USER_ID],
    serviceGroupIds: [SERVICE_GROUP_ID],
  },
  BulkSampleDto: sample,
  TriedBulkJobDto: { ...tried, samples: [sample] },
  JobRevertDto: { correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' },
  RevertSampleDto: { ...sample, serviceGroupId: null },
  TriedRevertDto: { ...tried, samples: [{ ...sample, serviceGroupId: null }] },
};
