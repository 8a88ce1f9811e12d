import { isActiveOwner, type ServiceGroupId, type UserId, type UserState } from '#libs/domain';
import { openAccessRequestEntity } from '../../table/items/access-requests.js';
import { membershipOf } from '../../aggregates/user/state.js';
import { dueEntity, dueItemOf } from '../../table/items/due.js';
import { invitationEntity } from '../../table/items/invitations.js';
import { externalIdClaimEntity } from '../../table/items/external-ids.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { groupNameClaimEntity } from '../../table/items/service-groups.js';
import { teamNameClaimEntity } from '../../table/items/teams.js';
import { emailClaimEntity, ownerEntity } from '../../table/items/users.js';
import { externalIdNow } from './external-id.js';
import type { AccountCheck } from './aggregate.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';
import { formerNameOf, nameOf } from '../derivation/derived-items.js';
import type { Diagnosis } from '../derivation/findings.js';
import { foldAggregate, foldServiceGroup, foldTeam, nameKeyOf } from '../derivation/folded-history.js';
import { emailOf, foldUser } from '../derivation/folded-user.js';
import { readEvents } from '../derivation/stored-account.js';

export interface Holdings {
  /** Folded email by user. */
  emails: ReadonlyMap<string, string>;
  /** Folded name by service group. */
  names: ReadonlyMap<string, readonly string[]>;
  owners: ReadonlySet<string>;
  /** External id by user or service group. */
  externalIds: ReadonlyMap<string, string>;
}

/**
 * Claims, owner items and listed ends without an aggregate that holds their value. Before one is called an orphan its aggregate is folded
 * again: a command may have moved the claim since the aggregate was checked.
 */
export async function* eachOrphan(check: AccountCheck, holdings: Holdings): AsyncGenerator<Diagnosis> {
  const { directory, accountId } = check;
  const { table } = directory;
  const read = { consistent: true };
  const { emails, names, owners, externalIds } = holdings;
  for await (const claim of table.each(emailClaimEntity, { accountId }, read)) {
    const { userId, email } = claim;
    if (emails.get(userId) === email || emailOf(await userNow(check, userId)) === email) continue;
    const message = `The email is claimed for ${userId}, who does not hold it.`;
    yield orphan(accountId, userId, derivedItem('email-claim', claim), message);
  }
  for await (const claim of table.each(groupNameClaimEntity, { accountId }, read)) {
    const { serviceGroupId, name } = claim;
    if (names.get(serviceGroupId)?.includes(name) || (await holdsNow(check, serviceGroupId, name))) continue;
    const message = `The name is claimed for ${serviceGroupId}, which does not hold it.`;
    yield orphan(accountId, serviceGroupId, derivedItem('service-group-name-claim', claim), message);
  }
  for await (const claim of table.each(teamNameClaimEntity, { accountId }, read)) {
    const { teamId, name } = claim;
    const { events } = readEvents(directory, teamId, undefined, '');
    if (nameKeyOf((await foldTeam(accountId, teamId, events)).state) === name) continue;
    const message = `The name is claimed for ${teamId}, which does not hold it.`;
    yield orphan(accountId, teamId, derivedItem('team-name-claim', claim), message);
  }
  for (const kind of ['user', 'service-group', 'team'] as const)
    for await (const claim of table.each(externalIdClaimEntity, { accountId, kind }, read)) {
      const { ownerId, externalId } = claim;
      if (externalIds.get(ownerId) === externalId) continue;
      if ((await externalIdNow(directory, accountId, ownerId)) === externalId) continue;
      const message = `The external id is claimed for ${ownerId}, which does not hold it.`;
      yield orphan(accountId, ownerId, derivedItem('external-id-claim', claim), message);
    }
  for await (const owner of table.each(ownerEntity, { accountId }, read)) {
    const { userId } = owner;
    if (owners.has(userId) || isActiveOwner(await userNow(check, userId))) continue;
    const message = `The owner item is for ${userId}, who is not an active owner.`;
    yield orphan(accountId, userId, derivedItem('owner', owner), message);
  }
  for await (const claim of table.each(openAccessRequestEntity, { accountId }, read)) {
    const { accessRequestId } = claim;
    if ((await requestNow(check, accessRequestId)).status === 'requested') continue;
    const message = `The open request is ${accessRequestId}, which is not open.`;
    yield orphan(accountId, accessRequestId, derivedItem('open-access-request', claim), message);
  }
  for await (const invitation of table.each(invitationEntity, { accountId }, read)) {
    const { userId } = invitation;
    if ((await userNow(check, userId)).status === 'invited') continue;
    const message = `The invitation is for ${userId}, who is not invited.`;
    yield orphan(accountId, userId, derivedItem('invitation', invitation), message);
  }
  yield* eachOrphanedEnd(check);
}

/** What is listed among the coming ends, and is the end of no stored membership. */
async function* eachOrphanedEnd({
  directory: { table },
  accountId,
}: AccountCheck): AsyncGenerator<Diagnosis> {
  const read = { consistent: true };
  for await (const due of table.each(dueEntity.by('GSI1'), { accountId })) {
    const { serviceGroupId } = due;
    const userId = due.aggregateId as UserId;
    const membership = await table.get(membershipEntity, { userId, serviceGroupId }, read);
    const wanted = membership && dueItemOf(membership.accountId, userId, membershipOf(membership));
    if (wanted?.accountId === accountId && wanted.at === due.at) continue;
    // The index shows for a moment what has gone.
    if (!(await table.get(dueEntity, due, read))) continue;
    const message = `An end is listed for ${userId} in ${serviceGroupId} that their membership does not have.`;
    yield orphan(accountId, userId, derivedItem('due', due), message);
  }
}

async function requestNow({ directory, accountId }: AccountCheck, id: string): Promise<{ status: string }> {
  const { events } = readEvents(directory, id, undefined, '');
  return (await foldAggregate('access-request', { accountId, id }, events)).state;
}

async function userNow({ directory, accountId }: AccountCheck, userId: UserId): Promise<UserState> {
  return (await foldUser(accountId, userId, readEvents(directory, userId, undefined, '').events)).state;
}

async function holdsNow(
  { directory, accountId }: AccountCheck,
  id: ServiceGroupId,
  name: string,
): Promise<boolean> {
  const { events } = readEvents(directory, id, undefined, '');
  const { state } = await foldServiceGroup(accountId, id, events);
  return nameOf(state) === name || formerNameOf(state) === name;
}

function orphan(accountId: string, aggregateId: string, item: DerivedItem, message: string): Diagnosis {
  const { entity, key } = item;
  return {
    finding: {
      level: 'wrong',
      problem: 'unexpected',
      entity,
      accountId,
      aggregateId,
      key,
      message,
      repairable: true,
    },
    repair: [item.remove()],
  };
}
