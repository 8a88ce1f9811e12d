import type { ServiceGroupId } from '#libs/domain';

/** A service group that a person manages. */
export class ManagedServiceGroupRefDto {
  id!: ServiceGroupId;
  name!: string;
  /** What they may do there, on top of what their role gives them anywhere. */
  permissions!: string[];
}
