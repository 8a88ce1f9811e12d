import type { ServiceGroupId } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { listedJobEntity, type BulkAction } from '../../table/items/jobs.js';
import { expiresAt, jobOf } from './import-sample.js';
import { item, otherUserId, serviceGroupId } from './sample.js';

function bulk(
  jobId: string,
  action: BulkAction['action'],
  serviceGroupIds: ServiceGroupId[] = [],
): WriteOperation[] {
  const spec = { action, serviceGroupIds, mayManageOwners: true, rows: 1, parts: 1 };
  return [
    ...jobOf(jobId, { type: 'bulk', bulk: { ...spec, selectionId: jobId, digest: 'digest' } }, [otherUserId]),
    listedJobEntity.put({ ...item, jobId, type: 'bulk', expiresAt }),
  ];
}

export const bulkSample: readonly WriteOperation[] = [
  ...bulk('job_7', 'add_to_groups', [serviceGroupId]),
  ...bulk('job_8', 'resend_invitation'),
  ...bulk('job_9', 'remove'),
];
