import {
  asRefusal,
  type AccessRolesState,
  decideUser,
  type DomainError,
  existingUser,
  isActiveOwner,
  isHeld,
  type DomainEvent,
  type ServiceGroupId,
  type TeamId,
  type User,
  type UserCommand,
  type NewUserEvent,
  type UserId,
} from '#libs/domain';
import { tombstoneExpiry, type Directory } from '../../core/directory.js';
import { invitationItem } from '../../aggregates/user/invitations/item.js';
import { requireMayBeSent } from '../../aggregates/user/invitations/send.js';
import type { BulkAction } from '../../table/items/jobs.js';
import { jobItems } from '../../core/jobs.js';
import { requireManageable } from '../manageable.js';
import { isAboutAccess, isAboutTeams } from '../rights.js';
import { guardOfPlace } from '../../aggregates/user/places/batches.js';
import { changeUser } from '../../aggregates/user/changes.js';
import type { Provenance } from '../../core/changes.js';
import { requireSameVersion } from '../../core/execute.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import type { SharedGuard } from '../../core/shared-guards.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { UsageChange } from '../../core/usage-limits.js';
import { ownerGuards } from '../../aggregates/user/users.js';
import type { LoadedRow, LoadedRows } from './load-rows.js';
import { decideTeams } from './decide-teams.js';

export interface DecidedRow {
  userId: UserId;
  user: User | undefined;
  events: readonly DomainEvent[];
  transactItems: readonly TransactItem[];
  usage: UsageChange;
  /** Other rows of the transaction may have the same. */
  guards: readonly SharedGuard[];
  refusal?: DomainError;
  /** It holds an item that another row of the transaction could hold too. */
  isAlone: boolean;
}

type Loaded = Omit<LoadedRows, 'rows'> & { accessRoles: AccessRolesState | undefined };

export function decideRow(
  directory: Directory,
  row: LoadedRow,
  loaded: Loaded,
  bulk: BulkAction,
  provenance: Provenance,
): DecidedRow {
  const { userId, ifVersion } = row;
  const user = row.user.status === 'none' ? undefined : row.user;
  const nothing = { userId, user, events: [], transactItems: [], usage: {}, guards: [], isAlone: false };
  try {
    const existing = existingUser(row.user);
    requireSameVersion(existing.version, ifVersion);
    if (!isAboutAccess(bulk)) requireManageable(bulk, existing.role, bulk.role);
    return { ...nothing, ...changesOf(directory, row, loaded, bulk, provenance) };
  } catch (error) {
    return { ...nothing, refusal: asRefusal(error) };
  }
}

function changesOf(
  directory: Directory,
  { userId, user, key, hasMany, invitation }: LoadedRow,
  loaded: Loaded,
  bulk: BulkAction,
  provenance: Provenance,
): Pick<DecidedRow, 'events' | 'transactItems' | 'usage' | 'guards' | 'isAlone'> {
  const { account, owners, fences } = loaded;
  const otherOwner = owners.find((owner) => owner !== userId);
  const context = { account, anotherOwner: otherOwner !== undefined, now: directory.steadyNow() };
  const newEvents = isAboutTeams(bulk)
    ? decideTeams(user as User, loaded, bulk, context)
    : commandsOf(user as User, loaded, bulk, context.now).flatMap((command): NewUserEvent[] =>
        decideUser(user, command, context),
      );
  const isRemoval = bulk.action === 'remove';
  const expiresAt = isRemoval && !hasMany ? tombstoneExpiry(directory) : undefined;
  const change = changeUser(userId, user, newEvents, provenance, key, expiresAt);
  const { events, transactItems, usage = {} } = change;
  const more = ownerGuards(provenance.accountId, user, change.state, otherOwner);
  if (isRemoval && hasMany)
    more.push(
      ...jobItems(directory, 'remove-user-memberships', userId, fences, events, provenance).transactItems,
    );
  if (bulk.action === 'resend_invitation' && events[0]) {
    if (invitation) requireMayBeSent(invitation, directory.now());
    more.push(invitationItem(events[0], {}, (invitation?.sentCount ?? 0) + 1, invitation));
  }
  const isAlone = hasMany || isActiveOwner(user) !== isActiveOwner(change.state);
  const { teamIds = [] } = bulk;
  const guards = teamIds.flatMap(
    (id) => guardOfPlace(provenance.accountId, id, eventsOn(id, newEvents)) ?? [],
  );
  return { events, transactItems: [...transactItems, ...more], usage, guards, isAlone };
}

function eventsOn(teamId: TeamId, events: readonly NewUserEvent[]): NewUserEvent[] {
  return events.filter(({ data }) => 'teamId' in data && data.teamId === teamId);
}

function groupOf({ groups }: Loaded, serviceGroupId: ServiceGroupId) {
  return serviceGroupState(groups.get(serviceGroupId));
}

function isHeldIn({ memberships }: User, serviceGroupId: ServiceGroupId, now: number): boolean {
  const membership = memberships[serviceGroupId];
  return membership !== undefined && isHeld(membership, now);
}

/** Nothing: there is no difference. */
function commandsOf(user: User, loaded: Loaded, bulk: BulkAction, now: number): UserCommand[] {
  const { action, serviceGroupIds, role, expiresAt, reason, accessRole } = bulk;
  const { accessRoles } = loaded;
  switch (action) {
    case 'add_to_groups':
      return serviceGroupIds.map((id) => ({
        ...{ expiresAt, reason, accessRole, accessRoles },
        type: 'add_member',
        serviceGroup: groupOf(loaded, id),
      }));
    case 'remove_from_groups':
      return serviceGroupIds
        .filter((id) => isHeldIn(user, id, now))
        .map((serviceGroupId) => ({ type: 'remove_member', serviceGroupId }));
    case 'change_access_role':
      return serviceGroupIds
        .filter((id) => isHeldIn(user, id, now))
        .map((id) => ({
          ...{ accessRole, accessRoles },
          type: 'change_membership',
          serviceGroup: groupOf(loaded, id),
        }));
    case 'add_to_teams':
    case 'remove_from_teams':
      return [];
    case 'change_role':
      return [{ type: 'change_user', ...(role && { role }) }];
    case 'suspend':
      return [{ type: 'suspend_user' }];
    case 'reactivate':
      return [{ type: 'reactivate_user' }];
    case 'remove':
      return [{ type: 'remove_user' }];
    case 'resend_invitation':
      return [{ type: 'invite_user_again' }];
    default:
      return action satisfies never;
  }
}
