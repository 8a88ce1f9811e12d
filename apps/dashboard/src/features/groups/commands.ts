import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { forget } from '../../api/queries.js';
import type { RulesChange, ServiceGroup } from './queries.js';

const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';

export async function createGroup(accountId: string, name: string): Promise<ServiceGroup> {
  const group = await api.post('/v1/accounts/{accountId}/service-groups', {
    path: { accountId },
    body: { name },
  });
  forgetGroups(accountId);
  return group;
}

export async function renameGroup(group: ServiceGroup, name: string): Promise<ServiceGroup> {
  const path = { accountId: group.accountId, serviceGroupId: group.id };
  const renamed = await api.patch(GROUP, { path, body: { name }, ifMatch: group.version });
  forgetGroups(group.accountId);
  return renamed;
}

/** Of this version of the group, so that nobody else's change is lost. */
export async function changeRules(group: ServiceGroup, membershipRules: RulesChange): Promise<ServiceGroup> {
  const path = { accountId: group.accountId, serviceGroupId: group.id };
  const changed = await api.patch(GROUP, { path, body: { membershipRules }, ifMatch: group.version });
  forgetGroups(group.accountId);
  return changed;
}

export async function removeGroup({ accountId, id: serviceGroupId }: ServiceGroup): Promise<void> {
  await api.delete(GROUP, { path: { accountId, serviceGroupId } });
  forgetGroups(accountId);
}

export async function addMember(
  accountId: string,
  serviceGroupId: string,
  userId: string,
  terms: Schemas['MembershipTerms'] = {},
): Promise<void> {
  await api.put(`${GROUP}/members/{userId}`, {
    path: { accountId, serviceGroupId, userId },
    ...(Object.keys(terms).length > 0 && { body: terms }),
  });
  forgetMembers(accountId);
}

export async function changeMembership(
  accountId: string,
  serviceGroupId: string,
  userId: string,
  terms: Schemas['MembershipChangeTerms'],
): Promise<void> {
  await api.patch(`${GROUP}/members/{userId}`, { path: { accountId, serviceGroupId, userId }, body: terms });
  forgetMembers(accountId);
}

export async function removeMember(accountId: string, serviceGroupId: string, userId: string): Promise<void> {
  await api.delete(`${GROUP}/members/{userId}`, { path: { accountId, serviceGroupId, userId } });
  forgetMembers(accountId);
}

export async function addManager(accountId: string, serviceGroupId: string, userId: string): Promise<void> {
  await api.put(`${GROUP}/managers/{userId}`, { path: { accountId, serviceGroupId, userId } });
  forgetManagers(accountId);
}

export async function removeManager(
  accountId: string,
  serviceGroupId: string,
  userId: string,
): Promise<void> {
  await api.delete(`${GROUP}/managers/{userId}`, { path: { accountId, serviceGroupId, userId } });
  forgetManagers(accountId);
}

const forgetManagers = (accountId: string) => forget(accountId, 'managers', 'group', 'groups', 'events');
const forgetGroups = (accountId: string) => forget(accountId, 'groups', 'group', 'events', 'account');
export const forgetMembers = (accountId: string) =>
  forget(accountId, 'members', 'user', 'users', 'group', 'groups', 'matrix', 'events');
