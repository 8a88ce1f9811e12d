import { checkAccessAsOf } from '../reads/time-travel/access-as-of.js';
import { listUsersAsOf } from '../reads/time-travel/lists-as-of.js';
import { listMatrixAsOf, matrixOfUsersAsOf } from '../reads/time-travel/matrix-as-of.js';
import { listMembersAsOf, listServiceGroupsOfUserAsOf } from '../reads/time-travel/time-travel.js';
import { pattern } from './reads.js';
import { at, serviceGroupId, userId } from './samples/sample.js';

const page = { limit: 25 };

const CAME_BY_THE_LOG =
  'A page of the log says who had come by then; then their heads, and of each who has changed since the events up to then.';

/** What there was at a time. */
export const pastReads = {
  listMembersAsOf: pattern(
    'who was a member of a service group at a time',
    { serviceGroupId, asOf: at },
    (tenant, input) => listMembersAsOf(tenant, input.serviceGroupId, input.asOf, page),
    { number: 12 },
  ),
  listServiceGroupsOfUserAsOf: pattern(
    'which service groups a user had at a time',
    { userId, asOf: at },
    (tenant, input) => listServiceGroupsOfUserAsOf(tenant, input.userId, input.asOf, page),
    { number: 12 },
  ),
  checkAccessAsOf: pattern(
    'might this user enter this service group, or do something there, at a time?',
    { userId, serviceGroupId, action: 'logs.read', asOf: at },
    (tenant, input) => checkAccessAsOf(tenant, input.userId, input.serviceGroupId, input.action, input.asOf),
    {
      number: 12,
      note: 'The events up to then of the account, both sides and the access roles; to enter takes no access role. For the membership alone, those of the sides.',
    },
  ),
  listUsersAsOf: pattern(
    'the users of an account at a time, by words, role and status; its service groups likewise',
    { ...page, asOf: at, q: 'ada' },
    (tenant, { asOf, ...request }) => listUsersAsOf(tenant, asOf, request),
    {
      number: 12,
      note: `${CAME_BY_THE_LOG} With words, role or status up to ten times, until a page is full.`,
    },
  ),
  matrixOfUsersAsOf: pattern(
    'which of some users were in which of some service groups at a time',
    { userIds: [userId], serviceGroupIds: [serviceGroupId], asOf: at },
    (tenant, input) => matrixOfUsersAsOf(tenant, input.userIds, input.serviceGroupIds, input.asOf),
    {
      number: 12,
      note: 'The cells, then the heads of the users; and for each side that has changed since, the events up to then.',
    },
  ),
  listMatrixAsOf: pattern(
    'the same of the users of an account, page by page',
    { ...page, serviceGroupIds: [serviceGroupId], asOf: at },
    (tenant, { serviceGroupIds, asOf, ...request }) => listMatrixAsOf(tenant, serviceGroupIds, asOf, request),
    { number: 12, note: CAME_BY_THE_LOG },
  ),
};
