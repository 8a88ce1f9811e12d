import {
  DomainError,
  existingUser,
  orRefusal,
  type AccountState,
  type DomainEvent,
  type NewUserEvent,
  type User,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { Provenance } from '../../../core/changes.js';
import type { Directory } from '../../../core/directory.js';
import { requireSameVersion, type CommandContext } from '../../../core/execute.js';
import {
  executeBatch,
  type BatchOutcome,
  type RowDecision,
  type RowResult,
} from '../../../core/execute-batch.js';
import { eachOfCommit } from '../../../core/last-commit-events.js';
import type { SharedGuard } from '../../../core/shared-guards.js';
import type { Tenant } from '../../../core/tenant.js';
import type { UserKey } from '../../../core/user-keys.js';
import type { LastCommit } from '../../../table/items/last-commit.js';
import { changeUser } from '../changes.js';

/** What is to become of one user in one thing: in a service group, or in a team. */
export interface CellChange {
  userId: UserId;
  ifVersion?: number | undefined;
}

/** The user's version afterwards. */
export interface ChangedCell {
  version: number;
}

export interface UserRow<Change extends CellChange> {
  userId: UserId;
  cells: readonly (Change & { index: number })[];
}

export interface LoadedUser {
  user: UserState;
  key: UserKey | undefined;
  lastEvents: LastCommit;
}

/** What the changes of one kind have of their own. */
export interface CellKind<Change extends CellChange, Sides> {
  /** @returns the users in the order of the rows @throws DomainError if all is to be refused */
  load: (
    rows: readonly UserRow<Change>[],
    again: boolean,
  ) => Promise<{ account: AccountState; users: readonly LoadedUser[]; sides: Sides }>;
  /** @param decided of the same user, in the same transaction @throws DomainError if this one is refused */
  decide: (
    user: User,
    change: Change,
    sides: Sides & { account: AccountState },
    decided: readonly NewUserEvent[],
  ) => NewUserEvent[];
  /** Of a transaction, at most, for these events. */
  operationsOf: (user: User, events: readonly NewUserEvent[]) => number;
  maxOperations: number;
  isAbout: (event: Pick<DomainEvent, 'data'>, change: Change) => boolean;
  /** What its transaction must check, if these are its events. */
  guardOf?: (change: Change, events: readonly NewUserEvent[]) => SharedGuard | undefined;
}

/**
 * Changes many users in many things, each cell once. The changes of one user are one transaction, up to a number; more take several, in
 * order. A refused cell does not affect the others; a cell without a difference is done without a change.
 * @param changesAtOnce of a user: one limit refuses all that are in one transaction
 * @returns one result for each cell, in their order
 * @throws what the kind throws when it loads
 */
export async function changeCells<Change extends CellChange, Sides>(
  { directory, accountId }: Tenant,
  changes: readonly Change[],
  context: CommandContext,
  { changesAtOnce, ...kind }: CellKind<Change, Sides> & { changesAtOnce: number },
): Promise<BatchOutcome<ChangedCell>> {
  const rows = rowsOf(changes, context.dryRun ? Infinity : changesAtOnce);
  const versions = new Map<string, number>();
  const flat = (results: readonly RowResult<UserCells>[]) => flatten(changes.length, rows, results, kind);
  const outcome = await executeBatch(directory, accountId, answering(context, flat), {
    rows,
    async decide(toDecide, provenance, again) {
      const { account, users, sides } = await kind.load(toDecide, again);
      const own = again ? await ownEvents(directory, toDecide, users, provenance.causationId) : [];
      const before = new Set<string>();
      const decisions = toDecide.map((row, index): RowDecision<UserCells> => {
        if (before.has(row.userId)) return { later: true };
        before.add(row.userId);
        const known = {
          ...users[index]!,
          sides: { ...sides, account },
          atOnce: !context.dryRun,
          versions,
          own: own[index] ?? [],
        };
        return decideRow(row, known, kind, provenance);
      });
      return { decisions, account };
    },
  });
  return 'answeredBefore' in outcome ? outcome : { rows: flat(outcome.rows) };
}

interface UserCells {
  version: number;
  /** Cells that this batch changed before, when it is resumed. */
  doneBefore: ReadonlySet<number>;
  refused: Map<number, DomainError>;
}

function rowsOf<Change extends CellChange>(changes: readonly Change[], most: number): UserRow<Change>[] {
  const ofUsers = new Map<UserId, UserRow<Change>['cells'][number][]>();
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

interface Known<Sides> extends LoadedUser {
  sides: Sides;
  /** In transactions: a dry run decides everything at once. */
  atOnce: boolean;
  /** Those of this batch, if it may have done some of the user's cells before. */
  own: readonly Pick<DomainEvent, 'data'>[];
  versions: Map<string, number>;
}

function decideRow<Change extends CellChange, Sides>(
  { userId, cells }: UserRow<Change>,
  known: Known<Sides & { account: AccountState }>,
  kind: CellKind<Change, Sides>,
  provenance: Provenance,
): RowDecision<UserCells> {
  const { key, lastEvents, own, sides, atOnce } = known;
  const user = orRefusal(() => existingUser(known.user));
  if (user instanceof DomainError) return user;
  const seen = seenVersion(known.versions, user, lastEvents, provenance.causationId);
  const isDone = (cell: Change) => own.some((event) => kind.isAbout(event, cell));
  const doneBefore = new Set(cells.filter(isDone).map(({ index }) => index));
  const refused: UserCells['refused'] = new Map();
  const newEvents: NewUserEvent[] = [];
  const guards: SharedGuard[] = [];
  let [operations, isUnfinished] = [0, false];
  for (const cell of cells.filter(({ index }) => !doneBefore.has(index))) {
    const decided = orRefusal(() => {
      requireSameVersion(seen, cell.ifVersion);
      return kind.decide(user, cell, sides, newEvents);
    });
    if (decided instanceof DomainError) {
      refused.set(cell.index, decided);
      continue;
    }
    operations += kind.operationsOf(user, decided);
    isUnfinished = atOnce && newEvents.length > 0 && operations > kind.maxOperations;
    if (isUnfinished) break;
    newEvents.push(...decided);
    const guard = kind.guardOf?.(cell, decided);
    if (guard) guards.push(guard);
  }
  const change = changeUser(userId, user, newEvents, provenance, key);
  const { version } = change.state as User;
  return { state: { version, doneBefore, refused }, change, guards, isUnfinished };
}

/** The events of each user's last commit, where this batch made it: read if the head does not carry them. */
function ownEvents(
  { table }: Directory,
  toDecide: readonly { userId: UserId }[],
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

type About<Change extends CellChange> = Pick<CellKind<Change, unknown>, 'isAbout'>;

function flatten<Change extends CellChange>(
  count: number,
  rows: readonly UserRow<Change>[],
  results: readonly RowResult<UserCells>[],
  kind: About<Change>,
): RowResult<ChangedCell>[] {
  const cells = new Array<RowResult<ChangedCell>>(count);
  for (const [position, result] of results.entries())
    for (const cell of rows[position]!.cells) cells[cell.index] = resultOf(cell, result, kind);
  return cells;
}

function resultOf<Change extends CellChange>(
  cell: Change & { index: number },
  result: RowResult<UserCells>,
  { isAbout }: About<Change>,
): RowResult<ChangedCell> {
  if (!result.done) return result;
  const { version, doneBefore, refused } = result.state;
  const error = refused.get(cell.index);
  if (error) return { done: false, error };
  const events = result.events.filter((event) => isAbout(event, cell));
  return { done: true, state: { version }, changed: events.length > 0 || doneBefore.has(cell.index), events };
}
