import { findManagedServiceGroups, grantTenant, type Directory } from '#libs/directory';
import { PERMISSIONS_OF, type UserId } from '#libs/domain';
import type { ManagedServiceGroupRefDto } from './managed-groups.dto.js';

const permissions = [...PERMISSIONS_OF.manager].sort();

/** Of more the list of them knows. */
const MAX_SHOWN = 100;

/** Of the caller, who is known to be there: one table call. What may be done there is decided with each request that names one of them. */
export async function managedGroupsOf(
  directory: Directory,
  { accountId, userId }: { accountId: string; userId: UserId },
): Promise<ManagedServiceGroupRefDto[]> {
  const tenant = grantTenant(directory, accountId);
  const { items } = await findManagedServiceGroups(tenant, userId, { limit: MAX_SHOWN });
  return items.map(({ serviceGroupId: id, serviceGroupName: name }) => ({ id, name, permissions }));
}
