import {
  activeAccount,
  decideUser,
  DomainError,
  existingUser,
  orRefusal,
  type AccountState,
  isHeld,
  type DomainEvent,
  type MembershipTerms,
  type RoleContext,
  type ServiceGroupId,
  type ServiceGroupState,
  type User,
  type NewUserEvent,
  type UserId,
  type UserState,
} from '#libs/domain';
import { changeUser } from '../changes.js';
import { operationsOf } from '../state.js';
import type { Provenance } from '../../../core/changes.js';
import { requireSameVersion, type CommandContext } from '../../../core/execute.js';
import type { ServiceGroupItem } from '../../service-group/state.js';
import type { UserKey } from '../../../core/user-keys.js';
import type { Directory } from '../../../core/directory.js';
import { eachOfCommit } from '../../../core/last-commit-events.js';
import type { Tenant } from '../../../core/tenant.js';
import type { LastCommit } from '../../../table/items/last-commit.js';
import {
  executeBatch,
  type BatchOutcome,
  type RowDecision,
  type RowResult,
} from '../../../core/execute-batch.js';
import { accessRolesToGive, roleContextOf } from './access-roles-to-give.js';
import { loadCells } from './load-cells.js';

export interface MembershipChange extends MembershipTerms {
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  /** Only the first three have terms. `set` adds, or gives who is a member the end and the access role that are named. */
  action: 'add' | 'change' | 'set' | 'remove';
  ifVersion?: number | undefined;
}

/** The user's version afterwards. */
export interface ChangedCell {
  version: number;
}

export type GroupsBefore = ReadonlyMap<string, ServiceGroupItem>;

/** Each takes at most three of a transaction's 100 operations; the user and a limit take two. */
const CHANGES_AT_ONCE = 32;
/** Memberships with an end take more, so that fewer fit. */
const MAX_OPERATIONS = 3 * CHANGES_AT_ONCE;

/**
 * Adds and removes memberships of many users in many service groups, each cell once. The changes of one user are one
 * transaction, up to 32; more take several, in order. A refused cell does not affect the others; a cell without a difference
 * is done without a change.
 * @param changesAtOnce of a user: one limit refuses all that are in one transaction
 * @returns one result for each cell, in their order
 * @throws DomainError `account_not_found`, `account_suspended`
 */
export async function changeMemberships(
  { directory, accountId }: Tenant,
  changes: readonly MembershipChange[],
  context: CommandContext,
  { changesAtOnce = CHANGES_AT_ONCE } = {},
): Promise<BatchOutcome<ChangedCell> & { groups: GroupsBefore }> {
  const rows = rowsOf(changes, context.dryRun ? Infinity : changesAtOnce);
  const groups = new Map<string, ServiceGroupItem>();
  const versions = new Map<string, number>();
  const flat = (results: readonly RowResult<UserCells>[]) => flatten(changes.length, rows, results);
  const outcome = await executeBatch(directory, accountId, answering(context, flat), {
    rows,
    async decide(toDecide, provenance, again) {
      const loaded = await loadCells(directory, accountId, toDecide, again);
      for (const [id, item] of loaded.groupItems) groups.set(id, item);
      const account = activeAccount(loaded.account);
      const now = directory.steadyNow();
      const terms = toDecide.flatMap(({ cells }) => cells);
      const accessRoles = await accessRolesToGive(directory, accountId, terms, loaded.groups.values());
      const roleContext = roleContextOf(context, accessRoles);
      const own = again ? await ownEvents(directory, toDecide, loaded.users, provenance.causationId) : [];
      const before = new Set<string>();
      const decisions = toDecide.map((row, index): RowDecision<UserCells> => {
        if (before.has(row.userId)) return { later: true };
        before.add(row.userId);
        return decideRow(
          row,
          {
            ...loaded,
            ...loaded.users[index]!,
            account,
            roleContext,
            now,
            atOnce: !context.dryRun,
            versions,
            own: own[index] ?? [],
          },
          provenance,
        );
      });
      return { decisions, account };
    },
  });
  return 'answeredBefore' in outcome ? { ...outcome, groups } : { rows: flat(outcome.rows), groups };
}

export interface UserRow {
  userId: UserId;
  cells: readonly (MembershipChange & { index: number })[];
}

interface UserCells {
  version: number;
  /** Cells that this batch changed before, when it is resumed. */
  doneBefore: ReadonlySet<number>;
  refused: Map<number, DomainError>;
}

function rowsOf(changes: readonly MembershipChange[], most: number): UserRow[] {
  const ofUsers = new Map<UserId, UserRow['cells'][number][]>();
  for (const [index, change] of changes.entries()) {
    const cells = ofUsers.get(change.userId) ?? [];
    ofUsers.set(change.userId, [...cells, { ...change, index }]);
  }
  return [...ofUsers].flatMap(([userId, cells]) => {
    const size = Math.min(most, cells.length);
    const parts = Array.from({ length: Math.ceil(cells.length / size) }, (_, part) => part * size);
    return parts.map((first) => ({ userId, cells: cells.slice(first, first + size) }));
  });
}

interface Sides {
  account: AccountState;
  roleContext: RoleContext;
  now: number;
  /** In transactions: a dry run decides everything at once. */
  atOnce: boolean;
  user: UserState;
  key: UserKey | undefined;
  lastEvents: LastCommit;
  /** Those of this batch, if it may have done some of the user's cells before. */
  own: readonly Pick<DomainEvent, 'data'>[];
  groups: ReadonlyMap<string, ServiceGroupState>;
  versions: Map<string, number>;
}

function decideRow({ userId, cells }: UserRow, sides: Sides, provenance: Provenance): RowDecision<UserCells> {
  const { key, lastEvents, own } = sides;
  const user = orRefusal(() => existingUser(sides.user));
  if (user instanceof DomainError) return user;
  const seen = seenVersion(sides.versions, user, lastEvents, provenance.causationId);
  const isDone = ({ serviceGroupId }: MembershipChange) =>
    own.some((event) => isAbout(event, serviceGroupId));
  const doneBefore = new Set(cells.filter(isDone).map(({ index }) => index));
  const refused: UserCells['refused'] = new Map();
  const newEvents: NewUserEvent[] = [];
  let [operations, isUnfinished] = [0, false];
  for (const cell of cells.filter(({ index }) => !doneBefore.has(index))) {
    const serviceGroup = sides.groups.get(cell.serviceGroupId) ?? { status: 'none' };
    const decided = orRefusal(() => {
      requireSameVersion(seen, cell.ifVersion);
      return decideCell(user, cell, serviceGroup, sides);
    });
    if (decided instanceof DomainError) {
      refused.set(cell.index, decided);
      continue;
    }
    operations += operationsOf(user, decided);
    isUnfinished = sides.atOnce && newEvents.length > 0 && operations > MAX_OPERATIONS;
    if (isUnfinished) break;
    newEvents.push(...decided);
  }
  const change = changeUser(userId, user, newEvents, provenance, key);
  const { version } = change.state as User;
  return { state: { version, doneBefore, refused }, change, isUnfinished };
}

/** The events of each user's last commit, where this batch made it: read if the head does not carry them. */
function ownEvents(
  { table }: Directory,
  toDecide: readonly UserRow[],
  users: readonly { lastEvents: LastCommit }[],
  causationId: string,
): Promise<readonly Pick<DomainEvent, 'data'>[][]> {
  return Promise.all(
    toDecide.map(async ({ userId }, index) => {
      const commit = users[index]!.lastEvents;
      if (commit.causationId !== causationId) return [];
      if (commit.events) return commit.events;
      const stored: Pick<DomainEvent, 'data'>[] = [];
      for await (const event of eachOfCommit(table, userId, commit)) stored.push(event);
      return stored;
    }),
  );
}

function isMember({ memberships }: User, serviceGroupId: ServiceGroupId, now: number): boolean {
  const membership = memberships[serviceGroupId];
  return membership !== undefined && isHeld(membership, now);
}

function decideCell(
  user: User,
  { action, serviceGroupId, ifVersion: _, index: _index, userId: _user, ...given }: UserRow['cells'][number],
  serviceGroup: ServiceGroupState,
  { account, now, roleContext }: Sides,
): NewUserEvent[] {
  const decisionContext = { account, anotherOwner: true, now };
  const terms = { ...given, ...roleContext };
  if (action === 'add' || (action === 'set' && !isMember(user, serviceGroupId, now)))
    return decideUser(user, { ...terms, type: 'add_member', serviceGroup }, decisionContext);
  if (action === 'change' || action === 'set')
    return decideUser(user, { ...terms, type: 'change_membership', serviceGroup }, decisionContext);
  if (!isMember(user, serviceGroupId, now)) return [];
  return decideUser(user, { type: 'remove_member', serviceGroupId }, decisionContext);
}

/** The version that a caller can have seen: before this batch's own changes to the user. */
function seenVersion(
  seen: Map<string, number>,
  { userId, version }: User,
  lastEvents: LastCommit,
  causationId: string,
): number {
  const isOurs = lastEvents.causationId === causationId;
  const before = isOurs ? (seen.get(userId) ?? version - lastEvents.count) : version;
  seen.set(userId, before);
  return before;
}

function answering(
  context: CommandContext,
  flat: (rows: readonly RowResult<UserCells>[]) => RowResult<ChangedCell>[],
): CommandContext {
  const { receipt } = context;
  if (!receipt) return context;
  const answer = (rows: unknown) => receipt.answer(flat(rows as RowResult<UserCells>[]));
  return { ...context, receipt: { ...receipt, answer } };
}

function flatten(
  count: number,
  rows: readonly UserRow[],
  results: readonly RowResult<UserCells>[],
): RowResult<ChangedCell>[] {
  const cells = new Array<RowResult<ChangedCell>>(count);
  for (const [position, result] of results.entries())
    for (const cell of rows[position]!.cells) cells[cell.index] = resultOf(cell, result);
  return cells;
}

function resultOf(
  { index, serviceGroupId }: UserRow['cells'][number],
  result: RowResult<UserCells>,
): RowResult<ChangedCell> {
  if (!result.done) return result;
  const { version, doneBefore, refused } = result.state;
  const error = refused.get(index);
  if (error) return { done: false, error };
  const events = result.events.filter((event) => isAbout(event, serviceGroupId));
  return { done: true, state: { version }, changed: events.length > 0 || doneBefore.has(index), events };
}

function isAbout({ data }: Pick<DomainEvent, 'data'>, serviceGroupId: ServiceGroupId): boolean {
  return 'serviceGroupId' in data && data.serviceGroupId === serviceGroupId;
}
