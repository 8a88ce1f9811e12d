import type { ServiceGroup, Team } from '#libs/domain';
import { addressOf, type ScimBase } from '../schema/scim-base.js';
import type { ScimObject } from '../schema/conform.js';
import { GROUP_SCHEMA } from '../schema/schemas.js';
import { etagOf, userLocation, type ScimAddress } from './user-resource.js';

/** What a Group of SCIM can be. */
export type ScimGroup = ServiceGroup | Team;

export interface ShownMember {
  userId: string;
  userName: string;
}

/** Its version covers name and external id: memberships belong to their users, so that two of them can change at once. */
export function toGroupDto(group: ScimGroup, members?: readonly ShownMember[]): ScimObject {
  const { externalId, name, version, createdAt, updatedAt } = group;
  const address = addressOfGroup(group);
  return {
    schemas: [GROUP_SCHEMA],
    id: idOfGroup(group),
    ...(externalId !== undefined && { externalId }),
    displayName: name,
    ...(members && { members: members.map((each) => toMemberDto(address, each)) }),
    meta: {
      resourceType: 'Group',
      created: createdAt,
      lastModified: updatedAt,
      location: groupLocation(address, idOfGroup(group)),
      version: etagOf(version),
    },
  };
}

export function toMemberDto(address: ScimAddress, { userId, userName }: ShownMember): ScimObject {
  return { value: userId, $ref: userLocation(address, userId), type: 'User', display: userName };
}

export function groupLocation({ base, accountId }: ScimAddress, groupId: string): string {
  return `${addressOf(base, accountId)}/Groups/${groupId}`;
}

export function idOfGroup(group: ScimGroup): string {
  return 'teamId' in group ? group.teamId : group.serviceGroupId;
}

export function addressOfGroup(group: ScimGroup): ScimAddress {
  const base: ScimBase = 'teamId' in group ? 'teams' : 'service-groups';
  return { base, accountId: group.accountId };
}
