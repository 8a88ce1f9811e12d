import type { Directory } from '../../core/directory.js';
import { bulkNextChunk } from '../bulk/bulk-chunks.js';
import { importNextPart } from '../imports/import-chunks.js';
import { closeNextPart } from '../removals/close-account.js';
import { eraseNextCopies } from '../removals/erase-user.js';
import { endMembershipsOfServiceGroup, endMembershipsOfUser } from '../removals/remove-memberships.js';

/** Which handler runs the chunks of each type of job. */
export const JOB_HANDLERS: Directory['jobHandlers'] = {
  'remove-user-memberships': endMembershipsOfUser,
  'remove-service-group-memberships': endMembershipsOfServiceGroup,
  'close-account': closeNextPart,
  'erase-user': eraseNextCopies,
  import: importNextPart,
  bulk: bulkNextChunk,
};
