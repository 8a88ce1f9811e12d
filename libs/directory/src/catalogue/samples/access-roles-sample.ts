import { accessRolesIdOf } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { accessRolesEntity } from '../../table/items/access-roles.js';
import { shapeWithAccessRoles } from '../../table/shape/stored-shape.js';
import { accountId, at, head } from './sample.js';
