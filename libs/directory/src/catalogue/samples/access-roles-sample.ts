import { accessRolesIdOf, type AccessRole } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { accessRolesEntity } from '../../table/items/access-roles.js';
import { tableShapeEntity } from '../../table/shape/stored-shape.js';
import { TABLE_SHAPE } from '../../table/shape/table-shape.js';
import { accountId, at, head } from './sample.js';

/** One role of the account, in a table that takes them. */

const accessRolesId = accessRolesIdOf(accountId);
const role: AccessRole = {
  accessRoleId: 'role_1',
  key: 'deployer',
  name: 'Deployer',
  description: '',
  permissions: ['deploy'],
};

export const accessRolesSample: readonly WriteOperation[] = [
  tableShapeEntity.put({
    shape: TABLE_SHAPE.version,
    readableFrom: TABLE_SHAPE.readableFrom,
    updatedAt: at,
  }),
  accessRolesEntity.put({ ...head, accessRolesId, roles: [role], status: 'active' }),
];
