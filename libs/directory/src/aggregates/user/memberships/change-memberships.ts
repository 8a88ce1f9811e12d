import {
  activeAccount,
  decideUser,
  isHeld,
  type AccountState,
  type MembershipTerms,
  type NewUserEvent,
  type RoleContext,
  type ServiceGroupId,
  type ServiceGroupState,
  type User,
} from '#libs/domain';
import type { CommandContext } from '../../../core/execute.js';
import type { BatchOutcome } from '../../../core/execute-batch.js';
import type { Tenant } from '../../../core/tenant.js';
import type { ServiceGroupItem } from '../../service-group/state.js';
import { changeCells, type CellChange, type ChangedCell } from '../cells/change-cells.js';
import { operationsOf } from '../state.js';
import { accessRolesToGive, roleContextOf } from './access-roles-to-give.js';
import { loadCells } from './load-cells.js';

export type { ChangedCell };

export interface MembershipChange extends MembershipTerms, CellChange {
  serviceGroupId: ServiceGroupId;
  /** Only the first three have terms. `set` adds, or gives who is a member the end and the access role that are named. */
  action: 'add' | 'change' | 'set' | 'remove';
}

export type GroupsBefore = ReadonlyMap<string, ServiceGroupItem>;

/** Each takes at most three of a transaction's 100 operations; the user and a limit take two. */
const CHANGES_AT_ONCE = 32;
/** Memberships with an end take more, so that fewer fit. */
const MAX_OPERATIONS = 3 * CHANGES_AT_ONCE;

/**
 * Adds and removes memberships of many users in many service groups, each cell once: see `changeCells`. Up to 32 of one user are one
 * transaction.
 * @throws DomainError `account_not_found`, `account_suspended`
 */
export async function changeMemberships(
  tenant: Tenant,
  changes: readonly MembershipChange[],
  context: CommandContext,
  { changesAtOnce = CHANGES_AT_ONCE } = {},
): Promise<BatchOutcome<ChangedCell> & { groups: GroupsBefore }> {
  const { directory, accountId } = tenant;
  const groups = new Map<string, ServiceGroupItem>();
  const outcome = await changeCells<MembershipChange, Sides>(tenant, changes, context, {
    changesAtOnce,
    async load(toDecide, again) {
      const loaded = await loadCells(directory, accountId, toDecide, again);
      for (const [id, item] of loaded.groupItems) groups.set(id, item);
      const account = activeAccount(loaded.account);
      const now = directory.steadyNow();
      const terms = toDecide.flatMap(({ cells }) => cells);
      const accessRoles = await accessRolesToGive(directory, accountId, terms, loaded.groups.values());
      const roleContext = roleContextOf(context, accessRoles);
      return { account, users: loaded.users, sides: { groups: loaded.groups, roleContext, now } };
    },
    decide: decideCell,
    operationsOf,
    maxOperations: MAX_OPERATIONS,
    isAbout: ({ data }, { serviceGroupId }) =>
      'serviceGroupId' in data && data.serviceGroupId === serviceGroupId,
  });
  return { ...outcome, groups };
}

interface Sides {
  groups: ReadonlyMap<string, ServiceGroupState>;
  roleContext: RoleContext;
  now: number;
}

function isMember({ memberships }: User, serviceGroupId: ServiceGroupId, now: number): boolean {
  const membership = memberships[serviceGroupId];
  return membership !== undefined && isHeld(membership, now);
}

function decideCell(
  user: User,
  change: MembershipChange,
  { account, groups, now, roleContext }: Sides & { account: AccountState },
): NewUserEvent[] {
  const { action, serviceGroupId, expiresAt, reason, accessRole, withDefaultRole, reasonIfRequired } = change;
  const serviceGroup = groups.get(serviceGroupId) ?? { status: 'none' };
  const decisionContext = { account, anotherOwner: true, now };
  const terms = { expiresAt, reason, accessRole, withDefaultRole, reasonIfRequired, ...roleContext };
  if (action === 'add' || (action === 'set' && !isMember(user, serviceGroupId, now)))
    return decideUser(user, { ...terms, type: 'add_member', serviceGroup }, decisionContext);
  if (action === 'change' || action === 'set')
    return decideUser(user, { ...terms, type: 'change_membership', serviceGroup }, decisionContext);
  if (!isMember(user, serviceGroupId, now)) return [];
  return decideUser(user, { type: 'remove_member', serviceGroupId }, decisionContext);
}
