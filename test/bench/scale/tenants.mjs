// Accounts of any size, as items: each user with head, email claim, first event, and membership in the account's one group.
import { by } from '../world.mjs';
import { fill } from '../fill.mjs';

export const ITEMS_OF_A_USER = 4;
const at = (n) => new Date(Date.UTC(2026, 0, 1) + n).toISOString();

/** An account with an owner and a group, made by commands, and `size` users who are members of the group. */
export async function newTenant(world, size) {
  const { lib, directory } = world;
  const { accountId } = (await lib.createAccount(directory, { name: `With ${size}` }, by)).state;
  const tenant = lib.grantTenant(directory, accountId);
  const group = (await lib.createServiceGroup(tenant, { name: 'everyone' }, by)).state;
  // Before the ids of those that are created later, so that a first page is the same whatever was created.
  const userId = (n) => `user_00${accountId.slice(-16)}${String(n).padStart(8, '0')}`;
  fill(world, size, (n) => itemsOfUser({ accountId, group, userId: userId(n) }, n));
  return { tenant, accountId, size, serviceGroupId: group.serviceGroupId, userId };
}

export const emailOf = (n) => `member${n}@bench.example`;

function itemsOfUser({ accountId, group, userId }, n) {
  const every = { accountId, createdAt: at(n), updatedAt: at(n) };
  const user = { userId, name: `Member ${n}`, email: emailOf(n), role: 'member', status: 'active' };
  const event = eventOf(accountId, user, n);
  const { serviceGroupId } = group;
  return [
    {
      PK: `account:${accountId}`,
      SK: `user:${userId}`,
      entity: 'user',
      ...every,
      ...user,
      membershipCount: 1,
      version: 1,
      lastEvents: [event],
    },
    {
      PK: `account:${accountId}`,
      SK: `email:${user.email}`,
      GSI1PK: `email:${user.email}`,
      GSI1SK: `account:${accountId}`,
      entity: 'email-claim',
      ...every,
      email: user.email,
      userId,
    },
    {
      PK: `events:${userId}`,
      SK: 'v:000000000001',
      GSI1PK: `log:${accountId}`,
      GSI1SK: `${encodeURIComponent(event.at)}:${event.eventId}`,
      entity: 'event',
      ...every,
      ...event,
    },
    {
      PK: `user:${userId}`,
      SK: `servicegroup:${serviceGroupId}`,
      GSI1PK: `servicegroup:${serviceGroupId}`,
      GSI1SK: `user:${userId}`,
      entity: 'membership',
      ...every,
      userId,
      userName: user.name,
      userEmail: user.email,
      userRole: user.role,
      userStatus: user.status,
      userVersion: 1,
      serviceGroupId,
      serviceGroupName: group.name,
      serviceGroupVersion: group.version,
      since: at(n),
      addedBy: 'operator:bench',
    },
  ];
}

function eventOf(accountId, { userId, name, email, role }, n) {
  return {
    eventId: `${userId}.1`,
    type: 'user.created',
    schemaVersion: 1,
    accountId,
    aggregateId: userId,
    version: 1,
    at: at(n),
    actor: 'operator:bench',
    correlationId: 'bench',
    causationId: 'bench',
    data: { userId, name, email, role },
  };
}
