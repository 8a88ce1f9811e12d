import type { WriteOperation } from '#libs/single-table';
import { importPartEntity } from '../../imports/items.js';
import { jobEntity, listedJobEntity, type BulkAction } from '../../jobs/items.js';
import { accountId, at, item, otherUserId, serviceGroupId } from './sample.js';

const expiresAt = Date.parse(at) / 1000 + 60;

function bulk(jobId: string, action: BulkAction['action'], serviceGroupIds: string[] = []): WriteOperation[] {
  const asked = { action, serviceGroupIds, mayManageOwners: true, rows: 1, parts: 1 };
  return [
    jobEntity.put({
      ...item,
      jobId,
      type: 'bulk',
      status: 'running',
      version: 1,
      subjectId: accountId,
      fencedAt: at,
      actor: 'operator:ops',
      correlationId: 'corr_1',
      causationId: jobId,
      processed: 0,
      bulk: { ...asked, selectionId: jobId, digest: 'digest' },
    }),
    listedJobEntity.put({ ...item, jobId, type: 'bulk', expiresAt }),
    importPartEntity.put({ ...item, jobId, part: 0, rows: JSON.stringify([otherUserId]), expiresAt }),
  ];
}

export const bulkSample: readonly WriteOperation[] = [
  ...bulk('job_7', 'add_to_groups', [serviceGroupId]),
  ...bulk('job_8', 'resend_invitation'),
  ...bulk('job_9', 'remove'),
];
