import type { ServiceGroupId } from '#libs/domain';
import { startBulkJob } from '../jobs/bulk/bulk-jobs.js';
import { tryBulkJob } from '../jobs/bulk/try-bulk.js';
import type { BulkAction } from '../table/items/jobs.js';
import { listJobs } from '../jobs/list-jobs.js';
import { chunkPattern, pattern } from './reads.js';
import { context, otherUserId, serviceGroupId } from './samples/sample.js';

const bulkAction = (action: BulkAction['action'], serviceGroupIds: ServiceGroupId[] = []): BulkAction => ({
  action,
  serviceGroupIds,
  mayManageOwners: true,
});

export const bulkRoutes = {
  listJobs: pattern(
    'the jobs of an account, newest first; also of one type, such as imports',
    { limit: 25 },
    (tenant, request) => listJobs(tenant, request),
    { number: 18, note: 'The list, and then the progress of each.' },
  ),
  startBulkJob: pattern(
    'start a bulk job on users selected by their ids',
    { users: [{ userId: otherUserId }] },
    (tenant, selection) =>
      startBulkJob(tenant, { ...bulkAction('add_to_groups', [serviceGroupId]), selection }, context),
    { note: 'A PutItem for each 500 users, then the job.' },
  ),
  startBulkJobOfQuery: pattern(
    'start a bulk job on users selected by a query; by a service group, from the index',
    { query: { role: 'owner' } } as const,
    (tenant, selection) => startBulkJob(tenant, { ...bulkAction('suspend'), selection }, context),
  ),
  tryBulkJob: pattern(
    'what a bulk job would do',
    { query: { groupId: serviceGroupId } },
    (tenant, selection) => tryBulkJob(tenant, { ...bulkAction('remove'), selection }, context),
  ),
};

const EACH_CHUNK = { note: 'One transaction of up to 45 users, which also advances the job.' };

export const bulkUpkeep = {
  changeGroupsInBulk: chunkPattern(
    'change the service groups of the next users of a bulk job',
    'job_7',
    EACH_CHUNK,
  ),
  resendInBulk: chunkPattern('change the next users of a bulk job in another way', 'job_8', EACH_CHUNK),
  removeInBulk: chunkPattern('remove the next users of a bulk job', 'job_9', EACH_CHUNK),
};
