import {
  changeMembers,
  createServiceGroup,
  findServiceGroupByExternalId,
  findServiceGroups,
  findServiceGroupsByNamePrefix,
  getMembership,
  getServiceGroup,
  listMembers,
  listServiceGroups,
  listServiceGroupsOfUser,
  removeServiceGroup,
  updateServiceGroup,
} from '#libs/directory';
import { DomainError, type ServiceGroupId } from '#libs/domain';
import { isServiceGroupId } from '../../../http/input/ids.js';
import type { GroupKind } from './group-kind.js';

/** SCIM has no place for a reason, nor for a length: a service group that requires them gets this, and its default. */
const terms = { reasonIfRequired: 'Given by the identity provider (SCIM).', withDefaultRole: true };

const idOf = (id: string) => id as ServiceGroupId;

/** Groups are service groups, and their members those who have a membership of their own. */
export const serviceGroupKind: GroupKind = {
  create: createServiceGroup,
  update: (tenant, id, input, command) => updateServiceGroup(tenant, idOf(id), input, command),
  remove: (tenant, id, command) => removeServiceGroup(tenant, idOf(id), command),
  get: (tenant, id) => getServiceGroup(tenant, idOf(id)),
  find: (tenant, ids) => findServiceGroups(tenant, ids.filter(isServiceGroupId)),
  findByExternalId: findServiceGroupByExternalId,
  findByNamePrefix: findServiceGroupsByNamePrefix,
  list: listServiceGroups,
  listMembers: (tenant, id, request) => listMembers(tenant, idOf(id), request),
  async ofUser(tenant, userId, limit) {
    const { items, cursor } = await listServiceGroupsOfUser(tenant, userId, { limit });
    const groups = items.map(({ serviceGroupId: id, serviceGroupName: name }) => ({ id, name }));
    return { groups, hasMore: cursor !== undefined };
  },
  async hasMember(tenant, id, userId) {
    try {
      await getMembership(tenant, idOf(id), userId);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  },
  async changeMembers(tenant, id, changes, command) {
    const rows = changes.map((row) => ({ ...row, ...(row.operation === 'add' && { terms }) }));
    const outcome = await changeMembers(tenant, idOf(id), rows, command);
    return 'rows' in outcome ? outcome.rows : [];
  },
};
