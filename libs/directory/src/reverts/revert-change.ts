// reverts: takes back what one request did, in one transaction. Imports aggregates and what is below them.

import {
  activeAccount,
  decideServiceGroup,
  decideUser,
  DomainError,
  existingUser,
  isHeld,
  oneOf,
  orRefusal,
  planReversal,
  requireMayManage,
  type NewServiceGroupEvent,
  type NewUserEvent,
  type Reversal,
  type RestoredMembership,
  type Role,
  type ServiceGroupState,
  type UserState,
} from '#libs/domain';
import { MAX_TRANSACTION } from '@rollbook/single-table';
import { changeServiceGroup } from '../aggregates/service-group/changes.js';
import { existsInAccount } from '../aggregates/service-group/managers.js';
import { changeUser } from '../aggregates/user/changes.js';
import { loadCells } from '../aggregates/user/memberships/load-cells.js';
import { canEndAtOnce, membershipOf, MAX_MEMBERSHIPS_AT_ONCE } from '../aggregates/user/state.js';
import { ownerGuards } from '../aggregates/user/users.js';
import type { Change, Provenance } from '../core/changes.js';
import { tombstoneExpiry, type Directory } from '../core/directory.js';
import {
  execute,
  tooLarge,
  TornReadError,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../core/execute.js';
import type { Tenant } from '../core/tenant.js';
import type { TransactItem } from '../core/transact-item.js';
import { membershipEntity } from '../table/items/memberships.js';
import { ownerEntity, userEntity } from '../table/items/users.js';
import { findChanged, historyOf, requireRevertible } from './find-change.js';

export interface Reverted {
  /** Of what was undone. */
  correlationId: string;
  /** Of what undid it, by which this can be undone again. */
  revertedBy: string;
}

/** What a caller needs the right to do. */
export interface WhatIsReverted {
  users: boolean;
  /** Those that the users have, and those that they are to have again. */
  roles: readonly Role[];
  memberships: boolean;
  serviceGroups: boolean;
  managers: boolean;
}

/**
 * Commits events that compensate for everything that the events with a correlation id did, or refuses with a reason for each part.
 * 1. finds the aggregates in the log; 2. reads their histories and plans; 3. loads their heads: one that has moved is planned again;
 * 4. decides each command, so that every rule holds; 5. commits all in one transaction.
 * @param authorize throws if the caller may not do this
 * @throws DomainError `change_not_found`, `change_superseded`, `change_not_revertible`, `change_too_large`, and what its commands throw
 */
export async function revertChange(
  tenant: Tenant,
  { correlationId, at }: { correlationId: string; at?: string | undefined },
  authorize: (what: WhatIsReverted) => void,
  context: CommandContext,
): Promise<Outcome<Reverted>> {
  const { directory, accountId } = tenant;
  return execute(directory, context, {
    accountId,
    inTurnOn: `revert ${accountId} ${correlationId}`,
    attempt: async (provenance): Promise<Decision<Reverted>> => {
      const aggregateIds = await findChanged(tenant, correlationId, at);
      const of = aggregateIds.length > 1 ? (id: string) => `${id}: ` : () => '';
      const plans = await Promise.all(
        aggregateIds.map(async (aggregateId) => {
          const refusal = orRefusal(() => requireRevertible(aggregateId));
          if (refusal) return refusalOfPart(refusal, of(aggregateId));
          const history = await historyOf(tenant, aggregateId);
          return refusalOfPart(
            orRefusal(() => planReversal(history, correlationId)),
            of(aggregateId),
          );
        }),
      );
      const reversals = whole(plans);
      const loaded = await loadSides(directory, accountId, reversals);
      authorize(whatIsReverted(reversals, loaded));
      activeAccount(loaded.account);
      const parts = whole(
        reversals.map((plan) =>
          refusalOfPart(
            orRefusal(() => decidePart(directory, plan, loaded, provenance)),
            of(plan.kind === 'user' ? plan.userId : plan.serviceGroupId),
          ),
        ),
      );
      const changes = parts.map(({ change }) => change);
      const guards = parts.flatMap((part) => part.guards);
      const size = changes.reduce((sum, { transactItems }) => sum + transactItems.length, guards.length);
      // Beside a receipt, and what is counted.
      if (size > MAX_TRANSACTION - 4) throw tooLarge();
      const state = { correlationId, revertedBy: context.correlationId };
      return { state, changes, guards, account: loaded.account };
    },
  });
}

/** Says whose refusal it is. It names no field: the request has none of those that its commands have. */
function refusalOfPart<Part>(part: Part | DomainError, of: string): Part | DomainError {
  return part instanceof DomainError ? new DomainError(part.code, `${of}${part.message}`) : part;
}

/** @throws DomainError with each refusal */
function whole<Part>(parts: readonly (Part | DomainError)[]): Part[] {
  const refusals = parts.filter((part) => part instanceof DomainError);
  const [first, ...others] = refusals;
  if (first) throw oneOf(first, ...others);
  return parts as Part[];
}

type UserReversal = Extract<Reversal, { kind: 'user' }>;
type GroupReversal = Extract<Reversal, { kind: 'service-group' }>;
type Loaded = Awaited<ReturnType<typeof loadSides>>;

async function loadSides(directory: Directory, accountId: string, plans: readonly Reversal[]) {
  const { table } = directory;
  const users = plans.filter((plan) => plan.kind === 'user');
  const groups = plans.filter((plan) => plan.kind === 'service-group');
  const asked = users.map(({ userId, memberships }) => ({ userId, cells: memberships }));
  const groupIds = groups.map(({ serviceGroupId }) => serviceGroupId);
  const removed = users.filter(({ commands }) => commands.some(({ type }) => type === 'remove_user'));
  const managers = groups.flatMap(({ commands }) =>
    commands.flatMap((command) => (command.type === 'add_manager' ? [command.userId] : [])),
  );
  const [cells, owners, heads, ...ending] = await Promise.all([
    loadCells(directory, accountId, asked, false, groupIds),
    table.query(ownerEntity, { accountId }, { limit: users.length + 1, consistent: true }),
    table.batchGet(
      managers.map((userId) => userEntity.at({ accountId, userId })),
      { consistent: true },
    ),
    ...removed.map(({ userId }) =>
      table.query(membershipEntity, { userId }, { limit: MAX_MEMBERSHIPS_AT_ONCE + 1, consistent: true }),
    ),
  ]);
  const changed = new Set<string>(users.map(({ userId }) => userId));
  return {
    accountId,
    now: directory.steadyNow(),
    account: cells.account,
    users: new Map(users.map(({ userId }, index) => [userId, cells.users[index]!])),
    groups: cells.groups as ReadonlyMap<string, ServiceGroupState>,
    otherOwner: owners.items.find(({ userId }) => !changed.has(userId))?.userId,
    managers: new Map(managers.map((userId, index) => [userId, heads[index]])),
    ending: new Map(removed.map(({ userId }, index) => [userId, ending[index]!.items])),
  };
}

function whatIsReverted(plans: readonly Reversal[], { users }: Loaded): WhatIsReverted {
  const ofUsers = plans.filter((plan) => plan.kind === 'user');
  const ofGroups = plans.filter((plan) => plan.kind === 'service-group');
  const changed = ofUsers.filter(({ commands }) => commands.length > 0);
  const types = ofGroups.flatMap(({ commands }) => commands.map(({ type }) => type));
  return {
    users: changed.length > 0,
    roles: changed.flatMap(({ userId, commands }) => {
      const user = users.get(userId)?.user;
      const again = commands.flatMap((command) =>
        command.type === 'change_user' && command.role ? [command.role] : [],
      );
      return [...(user && user.status !== 'none' ? [user.role] : []), ...again];
    }),
    memberships: ofUsers.some(({ memberships }) => memberships.length > 0),
    serviceGroups: types.includes('change_service_group'),
    managers: types.some((type) => type !== 'change_service_group'),
  };
}

interface Part {
  change: Change;
  guards: TransactItem[];
}

function decidePart(directory: Directory, plan: Reversal, loaded: Loaded, provenance: Provenance): Part {
  return plan.kind === 'user'
    ? decideUserPart(directory, plan, loaded, provenance)
    : decideGroupPart(plan, loaded, provenance);
}

/** @throws TornReadError if the aggregate is no longer as it was planned on */
function requirePlanned(state: UserState | ServiceGroupState, { version }: Reversal): void {
  if (state.status === 'none' || state.version !== version) throw new TornReadError();
}

function decideUserPart(
  directory: Directory,
  plan: UserReversal,
  loaded: Loaded,
  provenance: Provenance,
): Part {
  const { userId, commands, memberships } = plan;
  const { user: head, key } = loaded.users.get(userId)!;
  requirePlanned(head, plan);
  const ending = loaded.ending.get(userId);
  if (ending && !canEndAtOnce(ending)) throw tooLarge();
  const held = Object.fromEntries((ending ?? []).map((item) => [item.serviceGroupId, membershipOf(item)]));
  const user = ending ? { ...existingUser(head), memberships: held } : existingUser(head);
  const context = {
    account: loaded.account,
    anotherOwner: loaded.otherOwner !== undefined,
    now: loaded.now,
  };
  const newEvents: NewUserEvent[] = [];
  const expiresAt = ending ? tombstoneExpiry(directory) : undefined;
  const changeSoFar = () => changeUser(userId, user, newEvents, provenance, key, expiresAt);
  const isWelcome = () => (changeSoFar().state as { status: string }).status !== 'suspended';
  const decide = (command: Parameters<typeof decideUser>[1]) =>
    void newEvents.push(...decideUser(changeSoFar().state, command, context));
  const restore = () =>
    memberships.forEach((membership) => restoreMembership(membership, changeSoFar().state, decide, loaded));
  // Nobody who is suspended is given access: who was suspended together with losing it comes back first.
  const isFirst = isWelcome();
  if (isFirst) restore();
  for (const command of commands) decide(command);
  if (!isFirst) restore();
  const change = changeSoFar();
  return { change, guards: ownerGuards(loaded.accountId, user, change.state, loaded.otherOwner) };
}

/** A membership that would have ended by itself by now stays ended. */
function restoreMembership(
  { serviceGroupId, terms }: RestoredMembership,
  user: UserState,
  decide: (command: Parameters<typeof decideUser>[1]) => void,
  { groups, now }: Loaded,
): void {
  const membership = user.status === 'none' ? undefined : user.memberships[serviceGroupId];
  const isMember = membership !== undefined && isHeld(membership, now);
  const serviceGroup = groups.get(serviceGroupId) ?? { status: 'none' as const };
  if (!terms) {
    if (isMember) decide({ type: 'remove_member', serviceGroupId });
  } else if (isHeld({ ...(terms.expiresAt && { expiresAt: terms.expiresAt }) }, now))
    decide({ type: isMember ? 'change_membership' : 'add_member', serviceGroup, ...terms });
}

function decideGroupPart(plan: GroupReversal, loaded: Loaded, provenance: Provenance): Part {
  const { serviceGroupId, commands } = plan;
  const before = loaded.groups.get(serviceGroupId) ?? { status: 'none' as const };
  requirePlanned(before, plan);
  const newEvents: NewServiceGroupEvent[] = [];
  const guards: TransactItem[] = [];
  const changeSoFar = () => changeServiceGroup(serviceGroupId, before, newEvents, provenance);
  for (const command of commands) {
    newEvents.push(...decideServiceGroup(changeSoFar().state, command, loaded));
    if (command.type !== 'add_manager') continue;
    requireMayManage(loaded.managers.get(command.userId) ?? { status: 'none' });
    guards.push(existsInAccount(loaded.accountId, command.userId));
  }
  return { change: changeSoFar(), guards };
}
