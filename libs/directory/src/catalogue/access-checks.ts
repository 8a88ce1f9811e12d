import { checkAccess, listActions } from '../reads/memberships/check-access.js';
import { listServiceGroupsByPaths } from '../reads/memberships/all-paths/groups-by-paths.js';
import { listWhoMay } from '../reads/memberships/who-may.js';
import { pattern } from './reads.js';
import { serviceGroupId, userId } from './samples/sample.js';

const page = { limit: 25 };
const permission = 'logs.read';

const ROLES_TOO = 'The access roles are read in the same call: a unit for each 4 KB, three at most.';

/** Checks and their searches; to enter takes no access role. */
export const accessChecks = {
  checkEntering: pattern(
    'may this user enter this service group now?',
    { userId, serviceGroupId },
    (tenant, input) => checkAccess(tenant, input.userId, input.serviceGroupId, 'enter'),
    { number: 11, note: 'The account, both sides and the membership, in one call.' },
  ),
  checkPermission: pattern(
    'may this user do something in this service group now, by their access role?',
    { userId, serviceGroupId, action: permission },
    (tenant, input) => checkAccess(tenant, input.userId, input.serviceGroupId, input.action),
    { number: 11, note: ROLES_TOO },
  ),
  listActions: pattern(
    'everything that this user may do in this service group now',
    { userId, serviceGroupId },
    (tenant, input) => listActions(tenant, input.userId, input.serviceGroupId, page),
    { number: 11, note: ROLES_TOO },
  ),
  listWhoMay: pattern(
    'who may do something in a service group',
    { serviceGroupId, action: permission },
    (tenant, input) => listWhoMay(tenant, input.serviceGroupId, input.action, page),
    {
      number: 10,
      note: `The index names them; then they and their memberships are read, at most 100 to a call. ${ROLES_TOO}`,
    },
  ),
  listWhereTheyMay: pattern(
    'the service groups where a user may do something',
    { userId, action: permission },
    (tenant, input) => listServiceGroupsByPaths(tenant, input.userId, { ...page, action: input.action }),
    { number: 9, note: ROLES_TOO },
  ),
};
