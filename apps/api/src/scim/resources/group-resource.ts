import type { ServiceGroup, ServiceGroupId } from '#libs/domain';
import type { ScimObject } from '../schema/conform.js';
import { GROUP_SCHEMA } from '../schema/schemas.js';
import { etagOf, userLocation } from './user-resource.js';

export interface ShownMember {
  userId: string;
  userName: string;
}

/** Its version covers name and external id: memberships belong to their users, so that two of them can change at once. */
export function toGroupDto(group: ServiceGroup, members?: readonly ShownMember[]): ScimObject {
  const { serviceGroupId, accountId, externalId, name, version, createdAt, updatedAt } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id: serviceGroupId,
    ...(externalId !== undefined && { externalId }),
    displayName: name,
    ...(members && { members: members.map((each) => toMemberDto(accountId, each)) }),
    meta: {
      resourceType: 'Group',
      created: createdAt,
      lastModified: updatedAt,
      location: groupLocation(accountId, serviceGroupId),
      version: etagOf(version),
    },
  };
}

export function toMemberDto(accountId: string, { userId, userName }: ShownMember): ScimObject {
  return { value: userId, $ref: userLocation(accountId, userId), type: 'User', display: userName };
}

export function groupLocation(accountId: string, serviceGroupId: ServiceGroupId): string {
  return `/scim/v2/${accountId}/Groups/${serviceGroupId}`;
}
