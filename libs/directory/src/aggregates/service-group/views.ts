import { existingServiceGroup, type ServiceGroup } from '#libs/domain';
import { serviceGroupState, type ServiceGroupItem } from './state.js';

export interface MemberCount {
  members: number;
  asOf: string;
}

export type ServiceGroupView = ServiceGroup & { memberCount?: MemberCount };

export function serviceGroupView(item: ServiceGroupItem | undefined): ServiceGroupView {
  return withMemberCount(existingServiceGroup(serviceGroupState(item)), item);
}

export function withMemberCount(serviceGroup: ServiceGroup, item?: ServiceGroupItem): ServiceGroupView {
  const { memberCount: members = 0, countedAt } = item ?? {};
  return { ...serviceGroup, memberCount: { members, asOf: countedAt ?? serviceGroup.createdAt } };
}
