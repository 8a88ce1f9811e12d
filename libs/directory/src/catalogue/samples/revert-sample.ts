import { listedJobEntity } from '../../table/items/jobs.js';
import { expiresAt, jobOf } from './import-sample.js';
import { at, item } from './sample.js';

const until = new Date(Date.parse(at) + 60_000).toISOString();
const revert = {
  ...{
    correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    from: '2020-01-01T00:00:00.000Z',
    until,
    rows: 1,
    digest: 'digest',
  },
  ...{ scopes: ['users:write', 'memberships:write'] as const, mayManageOwners: true, mayManageAdmins: true },
};

/** An undo of all that the sample's events did. */
export const revertSample = [
  ...jobOf('job_10', { type: 'revert', revert, logPosition: { at: until, eventId: 'z' } }, []),
  listedJobEntity.put({ ...item, jobId: 'job_10', type: 'revert', expiresAt }),
];
