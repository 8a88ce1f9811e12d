import {
  refuseAccessRequest,
  requestAccess,
  withdrawAccessRequest,
} from '../aggregates/access-request/access-requests.js';
import { approveAccessRequest } from '../aggregates/access-request/approve.js';
import { lapseDueRequest } from '../aggregates/access-request/lapse.js';
import {
  countOpenAccessRequests,
  getAccessRequest,
  listAccessRequests,
} from '../aggregates/access-request/list-requests.js';
import { listRequestableServiceGroups } from '../aggregates/service-group/service-groups.js';
import { KEYS, pattern } from './reads.js';
import {
  accessRequestId,
  requestedGroupId,
  otherRequestingUserId,
  requestingUserId,
} from './samples/access-request-sample.js';
import type { Directory } from '../core/directory.js';
import { grantTenant } from '../core/tenant.js';
import { accountId, at, context, otherUserId } from './samples/sample.js';

const decider = { actor: `user:${otherUserId}`, isAdmin: true } as const;
const SIDES = `The users and the service groups say whether a request is still open. ${KEYS}`;

export const accessRequests = {
  requestAccess: pattern(
    'ask for access to a service group',
    { userId: otherRequestingUserId, serviceGroupId: requestedGroupId },
    (tenant, input) => requestAccess(tenant, input, context),
    {
      note: 'One that has lapsed, and that nothing has committed yet, is read as well, and lapses in the same transaction.',
    },
  ),
  approveAccessRequest: pattern('approve a request for access', { accessRequestId }, (tenant, input) =>
    approveAccessRequest(tenant, input.accessRequestId, { decider }, context),
  ),
  refuseAccessRequest: pattern('refuse a request for access', { accessRequestId }, (tenant, input) =>
    refuseAccessRequest(tenant, input.accessRequestId, { decider }, context),
  ),
  withdrawAccessRequest: pattern('withdraw a request for access', { accessRequestId }, (tenant, input) =>
    withdrawAccessRequest(tenant, input.accessRequestId, { ...context, actor: `user:${requestingUserId}` }),
  ),
  getAccessRequest: pattern(
    'a request for access',
    { accessRequestId },
    (tenant, input) => getAccessRequest(tenant, input.accessRequestId),
    { note: SIDES },
  ),
  listOpenAccessRequests: pattern(
    'the open requests for access of an account',
    { status: 'requested', limit: 25 },
    (tenant, filter) => listAccessRequests(tenant, filter),
    { note: SIDES },
  ),
  listOpenAccessRequestsOfGroup: pattern(
    'the open requests for access to a service group',
    { status: 'requested', serviceGroupId: requestedGroupId, limit: 25 },
    (tenant, filter) => listAccessRequests(tenant, filter),
    { note: SIDES },
  ),
  listAccessRequests: pattern(
    'all requests for access of an account, newest first; those of one status likewise',
    { limit: 25 },
    (tenant, filter) => listAccessRequests(tenant, filter),
    { note: SIDES },
  ),
  listAccessRequestsOfGroup: pattern(
    'all requests for access to a service group, newest first',
    { serviceGroupId: requestedGroupId, limit: 25 },
    (tenant, filter) => listAccessRequests(tenant, filter),
    { note: SIDES },
  ),
  listAccessRequestsOfUser: pattern(
    'the requests for access of a user, newest first',
    { userId: requestingUserId, limit: 25 },
    (tenant, filter) => listAccessRequests(tenant, filter),
    { note: SIDES },
  ),
  countOpenAccessRequests: pattern('how many requests for access are open', {}, (tenant, filter) =>
    countOpenAccessRequests(tenant, filter),
  ),
  listRequestableServiceGroups: pattern(
    'the service groups that members may ask for',
    { limit: 25 },
    (tenant, page) => listRequestableServiceGroups(tenant, page),
  ),
};

const inAYear = (directory: Directory) =>
  grantTenant({ ...directory, steadyNow: () => Date.parse(at) + 365 * 24 * 60 * 60 * 1_000 }, accountId);

export const accessRequestMaintenance = {
  lapseDueRequest: pattern('let a request for access lapse', { accessRequestId }, ({ directory }, input) =>
    lapseDueRequest(inAYear(directory), input.accessRequestId, context),
  ),
};
