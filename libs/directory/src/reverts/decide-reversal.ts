// reverts: takes back what one request did. Imports aggregates and what is below them.

import {
  activeAccount,
  decideServiceGroup,
  decideTeam,
  decideTeamAccess,
  decideTeamPlace,
  decideUser,
  type DomainError,
  existingServiceGroup,
  existingUser,
  initialTeam,
  orRefusal,
  requireMayManage,
  restoreMembership,
  restoreTeamAccess,
  restoreTeamPlace,
  type AccountState,
  type NewServiceGroupEvent,
  type NewTeamEvent,
  type NewUserEvent,
  type Reversal,
  type Role,
  type Scope,
  type ServiceGroupState,
  type TeamState,
  type UserState,
} from '#libs/domain';
import { changeServiceGroup } from '../aggregates/service-group/changes.js';
import { existsInAccount } from '../aggregates/service-group/managers.js';
import { changeUser } from '../aggregates/user/changes.js';
import { loadCells } from '../aggregates/user/memberships/load-cells.js';
import { canEndAtOnce, MAX_MEMBERSHIPS_AT_ONCE } from '../aggregates/user/state.js';
import { changeTeam } from '../aggregates/team/changes.js';
import { theTeamExists } from '../aggregates/team/state.js';
import { ownerGuards } from '../aggregates/user/users.js';
import type { Provenance } from '../core/changes.js';
import { tombstoneExpiry, type Directory } from '../core/directory.js';
import { tooLarge, TornReadError } from '../core/execute.js';
import type { SharedGuard } from '../core/shared-guards.js';
import type { Tenant } from '../core/tenant.js';
import { membershipEntity } from '../table/items/memberships.js';
import { teamPlaceEntity } from '../table/items/teams.js';
import { ownerEntity, userEntity } from '../table/items/users.js';
import type { RevertedPart } from './guards-of-parts.js';
import { loadTeams, withAccess, withAll, withPlaces } from './load-teams.js';

/** What a caller needs the right to do. */
export interface WhatIsReverted {
  users: boolean;
  /** Those that the users have, and those that they are to have again. */
  roles: readonly Role[];
  memberships: boolean;
  /** Places in them, their access, or what they are called and have themselves. */
  teams: boolean;
  serviceGroups: boolean;
  managers: boolean;
}

/** The permissions that undoing takes, apart from those that roles take. */
export function scopesToRevert(what: Omit<WhatIsReverted, 'roles'>): Scope[] {
  const needed: [boolean, Scope][] = [
    [what.users, 'users:write'],
    [what.memberships, 'memberships:write'],
    [what.teams, 'teams:write'],
    [what.serviceGroups, 'service-groups:write'],
    [what.managers, 'managers:write'],
  ];
  return needed.flatMap(([isNeeded, scope]) => (isNeeded ? [scope] : []));
}

/**
 * Loads what the reversals are about, and decides each as any command, so that every rule holds.
 * @param authorize throws if the caller may not do this
 * @returns a part, or why it is refused, for each
 * @throws TornReadError for an aggregate that is no longer as it was planned on; DomainError `account_suspended`
 */
export async function decideReversals(
  { directory, accountId }: Tenant,
  reversals: readonly Reversal[],
  authorize: (what: WhatIsReverted) => void,
  provenance: Provenance,
): Promise<{ account: AccountState; parts: (RevertedPart | DomainError)[] }> {
  const loaded = await loadSides(directory, accountId, reversals);
  authorize(whatIsReverted(reversals, loaded));
  activeAccount(loaded.account);
  const parts = reversals.map((plan) => orRefusal(() => decidePart(directory, plan, loaded, provenance)));
  return { account: loaded.account, parts };
}

type UserReversal = Extract<Reversal, { kind: 'user' }>;
type GroupReversal = Extract<Reversal, { kind: 'service-group' }>;
type TeamReversal = Extract<Reversal, { kind: 'team' }>;
type Loaded = Awaited<ReturnType<typeof loadSides>>;

async function loadSides(directory: Directory, accountId: string, plans: readonly Reversal[]) {
  const { table } = directory;
  const users = plans.filter((plan) => plan.kind === 'user');
  const groups = plans.filter((plan) => plan.kind === 'service-group');
  const userCells = users.map(({ userId, memberships }) => ({ userId, cells: memberships }));
  const groupIds = groups.map(({ serviceGroupId }) => serviceGroupId);
  const removed = users.filter(({ commands }) => commands.some(({ type }) => type === 'remove_user'));
  const managers = groups.flatMap(({ commands }) =>
    commands.flatMap((command) => (command.type === 'add_manager' ? [command.userId] : [])),
  );
  const [cells, teams, owners, heads, ...ending] = await Promise.all([
    loadCells(directory, accountId, userCells, false, groupIds),
    loadTeams(directory, accountId, plans),
    table.query(ownerEntity, { accountId }, { limit: users.length + 1, consistent: true }),
    table.batchGet(
      managers.map((userId) => userEntity.at({ accountId, userId })),
      { consistent: true },
    ),
    ...removed.map(async ({ userId }) => {
      const atMost = { limit: MAX_MEMBERSHIPS_AT_ONCE + 1, consistent: true };
      const [memberships, places] = await Promise.all([
        table.query(membershipEntity, { userId }, atMost),
        table.query(teamPlaceEntity, { userId }, atMost),
      ]);
      return { memberships: memberships.items, places: places.items };
    }),
  ]);
  const changed = new Set<string>(users.map(({ userId }) => userId));
  return {
    accountId,
    now: directory.steadyNow(),
    account: cells.account,
    users: new Map(
      users.map(({ userId }, index) => {
        const { user, ...loaded } = cells.users[index]!;
        return [userId, { ...loaded, user: withPlaces(user, teams.places.get(userId)) }];
      }),
    ),
    groups: new Map<string, ServiceGroupState>(
      [...cells.groups].map(([id, group]) => [id, withAccess(group, teams.access.get(id))]),
    ),
    teams: teams.heads,
    given: teams.given,
    otherOwner: owners.items.find(({ userId }) => !changed.has(userId))?.userId,
    managers: new Map(managers.map((userId, index) => [userId, heads[index]])),
    ending: new Map(removed.map(({ userId }, index) => [userId, ending[index]!])),
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
    teams: plans.some(({ kind, teams }) => kind === 'team' || teams.length > 0),
    serviceGroups: types.includes('change_service_group'),
    managers: types.some((type) => type !== 'change_service_group'),
  };
}

function decidePart(
  directory: Directory,
  plan: Reversal,
  loaded: Loaded,
  provenance: Provenance,
): RevertedPart {
  switch (plan.kind) {
    case 'user':
      return decideUserPart(directory, plan, loaded, provenance);
    case 'service-group':
      return decideGroupPart(plan, loaded, provenance);
    case 'team':
      return decideTeamPart(plan, loaded, provenance);
  }
}

/** @throws TornReadError if the aggregate is no longer as it was planned on */
function requirePlanned(state: UserState | ServiceGroupState | TeamState, { version }: Reversal): void {
  if (state.status === 'none' || state.version !== version) throw new TornReadError();
}

function decideUserPart(
  directory: Directory,
  plan: UserReversal,
  loaded: Loaded,
  provenance: Provenance,
): RevertedPart {
  const { userId, commands, memberships, teams } = plan;
  const { user: head, key } = loaded.users.get(userId)!;
  requirePlanned(head, plan);
  const ending = loaded.ending.get(userId);
  if (ending && !canEndAtOnce(ending.memberships)) throw tooLarge();
  const user = ending ? existingUser(withAll(head, ending)) : existingUser(head);
  const context = {
    account: loaded.account,
    anotherOwner: loaded.otherOwner !== undefined,
    now: loaded.now,
  };
  const newEvents: NewUserEvent[] = [];
  const shared: SharedGuard[] = [];
  const expiresAt = ending ? tombstoneExpiry(directory) : undefined;
  const changeSoFar = () => changeUser(userId, user, newEvents, provenance, key, expiresAt);
  const isWelcome = () => (changeSoFar().state as { status: string }).status !== 'suspended';
  const decide = (command: Parameters<typeof decideUser>[1]) =>
    void newEvents.push(...decideUser(changeSoFar().state, command, context));
  const restore = () => {
    for (const membership of memberships) {
      const serviceGroup = loaded.groups.get(membership.serviceGroupId) ?? { status: 'none' as const };
      const command = restoreMembership(
        existingUser(changeSoFar().state),
        membership,
        serviceGroup,
        loaded.now,
      );
      if (command) decide(command);
    }
    for (const restored of teams) {
      const team = loaded.teams.get(restored.teamId) ?? initialTeam;
      const now = existingUser(changeSoFar().state);
      const command = restoreTeamPlace(now, restored, team, loaded.now);
      if (command) newEvents.push(...decideTeamPlace(now, command, context));
      if (command?.type === 'add_to_team') shared.push(theTeamExists(loaded.accountId, restored.teamId));
    }
  };
  // Nobody who is suspended is given access: who was suspended together with losing it comes back first.
  const isFirst = isWelcome();
  if (isFirst) restore();
  for (const command of commands) decide(command);
  if (!isFirst) restore();
  const change = changeSoFar();
  const guards = ownerGuards(loaded.accountId, user, change.state, loaded.otherOwner);
  return { aggregateId: userId, change, guards, shared, opened: [] };
}

function decideGroupPart(plan: GroupReversal, loaded: Loaded, provenance: Provenance): RevertedPart {
  const { serviceGroupId, commands, teams } = plan;
  const before = loaded.groups.get(serviceGroupId) ?? { status: 'none' as const };
  requirePlanned(before, plan);
  const newEvents: NewServiceGroupEvent[] = [];
  const shared: SharedGuard[] = [];
  const opened: RevertedPart['opened'] = [];
  const changeSoFar = () => changeServiceGroup(serviceGroupId, before, newEvents, provenance);
  for (const command of commands) {
    newEvents.push(...decideServiceGroup(changeSoFar().state, command, loaded));
    if (command.type !== 'add_manager') continue;
    requireMayManage(loaded.managers.get(command.userId) ?? { status: 'none' });
    shared.push({ key: command.userId, ...existsInAccount(loaded.accountId, command.userId) });
  }
  for (const restored of teams) {
    const team = loaded.teams.get(restored.teamId) ?? initialTeam;
    const group = existingServiceGroup(changeSoFar().state);
    const command = restoreTeamAccess(group, restored, team, loaded.now);
    if (command) newEvents.push(...decideTeamAccess(group, command, loaded));
    if (command?.type === 'add_team')
      opened.push({ teamId: restored.teamId, given: loaded.given.get(restored.teamId)! });
  }
  return { aggregateId: serviceGroupId, change: changeSoFar(), guards: [], shared, opened };
}

function decideTeamPart(plan: TeamReversal, loaded: Loaded, provenance: Provenance): RevertedPart {
  const { teamId, commands } = plan;
  const before = loaded.teams.get(teamId) ?? initialTeam;
  requirePlanned(before, plan);
  const newEvents: NewTeamEvent[] = commands.flatMap((command) => decideTeam(before, command, loaded));
  const change = changeTeam(teamId, before, newEvents, provenance);
  return { aggregateId: teamId, change, guards: [], shared: [], opened: [] };
}
