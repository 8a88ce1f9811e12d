import { readAccessRoles, replaceAccessRoles } from '../aggregates/access-roles/access-roles.js';
import { readAccessRolesAsOf } from '../reads/time-travel/resources-as-of.js';
import { pattern } from './reads.js';
import { at, context } from './samples/sample.js';

const accessRoles = [{ key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] }];

export const accessRolesRoutes = {
  getAccessRoles: pattern('the access roles of an account', {}, readAccessRoles),
  getAccessRolesAsOf: pattern(
    'the access roles of an account at a time',
    { asOf: at },
    (tenant, { asOf }) => readAccessRolesAsOf(tenant, asOf),
    { note: 'Their events up to then, and those of the account.' },
  ),
  replaceAccessRoles: pattern(
    'replace the access roles of an account',
    { accessRoles },
    (tenant, input) => replaceAccessRoles(tenant, input.accessRoles, context),
    {
      note: 'The shape says whether the table takes them. An event for each role that is created, changed or removed.',
    },
  ),
};
