import type { AccessLine, AccessMember } from '@rollbook/client';
import type { AccessCopy } from './access-copy.js';

/** A line of a snapshot. Service groups and users come before their memberships. What a later version adds is passed over. */
export function applyAccess(copy: AccessCopy, accountId: string, line: AccessLine): void {
  if ('accessRoles' in line) {
    copy.accessRoles.of(line.id, accountId);
    for (const [id, , permissions] of line.accessRoles)
      copy.accessRoles.set(line.id, accountId, id, permissions);
    copy.noteVersion(line.id, line.version);
  } else if ('teams' in line)
    for (const [id, version] of line.teams) {
      copy.teams.set(id, accountId);
      copy.noteVersion(id, version);
    }
  else if ('accesses' in line)
    for (const [serviceGroupId, teams] of line.accesses)
      for (const team of teams) {
        const { id, ...access } = termsOf(team);
        copy.setTeamAccess(serviceGroupId, id, accountId, access);
      }
  else if ('places' in line)
    for (const [userId, teams] of line.places)
      for (const team of teams) {
        const { id, endsAt } = termsOf(team);
        copy.setPlace(userId, id, accountId, endsAt);
      }
  else if ('account' in line) {
    const { id, isOpen, version } = line.account;
    copy.setAccount(id, isOpen);
    copy.noteVersion(id, version);
  } else if ('serviceGroups' in line)
    for (const [id, version, externalId] of line.serviceGroups) {
      copy.setGroup(id, accountId, false);
      copy.externalIds.set(id, 'service_group', accountId, externalId);
      copy.noteVersion(id, version);
    }
  else if ('users' in line)
    for (const [id, status, version, externalId] of line.users) {
      copy.setUser(id, accountId, status);
      copy.externalIds.set(id, 'user', accountId, externalId);
      copy.noteVersion(id, version);
    }
  else if ('members' in line)
    for (const member of line.members) {
      const { id: userId, ...terms } = termsOf(member);
      // Somebody who has come since is not in the snapshot: what happened to them is in the feed.
      if (copy.accountOf(userId) === undefined) continue;
      copy.setMembership(userId, line.serviceGroup, accountId, terms);
    }
}

/** Of a member of a service group, or a team of one or of a user. */
function termsOf(member: AccessMember): {
  id: string;
  endsAt: number | undefined;
  accessRoleId: string | undefined;
} {
  const [id, expiresAt, accessRoleId] = typeof member === 'string' ? [member] : member;
  return { id, endsAt: expiresAt ? Date.parse(expiresAt) : undefined, accessRoleId };
}
