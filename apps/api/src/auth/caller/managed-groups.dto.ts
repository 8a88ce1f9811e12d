import type { Permission, ServiceGroupId } from '#libs/domain';
import { PermissionList } from './permissions.dto.js';

/** A service group that a person manages. */
export class ManagedServiceGroupRefDto {
  id!: ServiceGroupId;
  name!: string;
  /** What they may do there, on top of what their role gives them anywhere. */
  @PermissionList()
  permissions!: Permission[];
}
