import { randomUUID } from 'node:crypto';
import {
  decideUser,
  DomainError,
  existingServiceGroup,
  existingUser,
  fold,
  initialUser,
  type AccountState,
  type NewUser,
  type ServiceGroupState,
  type User,
  type UserCommand,
} from '#libs/domain';
import { isSingleTableError, MAX_TRANSACTION } from '#libs/single-table';
import { changeUser, type Change, type Provenance } from './changes.js';
import type { Step } from './steps.js';
import type { Directory } from './directory.js';
import { accountEntity, membershipEntity, serviceGroupEntity, userEntity } from './entities.js';
import type { ContentionError } from './kernel.js';
import { backOff, isOwnWork, isRetryable, type CommandContext } from './kernel.js';
import { unchangedServiceGroup } from './memberships.js';
import { viewOfMembership, type MembershipView } from './membership-views.js';
import { accountState, serviceGroupState, userState } from './states.js';
import type { Tenant } from './tenant.js';

/** The most rows one batch command takes. */
export const MAX_BATCH_ROWS = 1_000;

/** What became of one row of a batch: each fails or succeeds alone. */
export type RowResult<State> =
  { done: true; state: State } | { done: false; error: DomainError | ContentionError };

/** What a row decided: its change, or why it was refused. */
type RowDecision<State> = { state: State; change: Change } | DomainError;

/** A batch: how to decide some of its rows on what is there now, and what must stay true while they are committed. */
interface Batch<State> {
  rows: number;
  decide: (
    rows: number[],
    provenance: Provenance,
  ) => Promise<{ decisions: RowDecision<State>[]; guards: Step[] }>;
}

const TRANSACTIONS_AT_ONCE = 4;

/** Lets up to 1,000 users enter a service group. Who may already is done without a change. */
export async function addMembers(
  directory: Directory,
  { accountId }: Tenant,
  serviceGroupId: string,
  userIds: readonly string[],
  context: CommandContext,
): Promise<RowResult<MembershipView>[]> {
  return commandMembers(directory, accountId, serviceGroupId, userIds, context, (serviceGroup) => ({
    command: { type: 'add_member', serviceGroup },
    stateOf: (user) => viewOfMembership(user, serviceGroupId),
    guards: [unchangedServiceGroup(serviceGroup)],
  }));
}

/** Ends up to 1,000 memberships of a service group. */
export async function removeMembers(
  directory: Directory,
  { accountId }: Tenant,
  serviceGroupId: string,
  userIds: readonly string[],
  context: CommandContext,
): Promise<RowResult<undefined>[]> {
  return commandMembers(directory, accountId, serviceGroupId, userIds, context, () => ({
    command: { type: 'remove_member', serviceGroupId },
    stateOf: () => undefined,
    guards: [],
  }));
}

async function commandMembers<State>(
  directory: Directory,
  accountId: string,
  serviceGroupId: string,
  userIds: readonly string[],
  context: CommandContext,
  plan: (serviceGroup: ServiceGroupState) => {
    command: UserCommand;
    stateOf: (user: User) => State;
    guards: Step[];
  },
): Promise<RowResult<State>[]> {
  const distinct = [...new Set(userIds)];
  const results = await executeBatch<State>(directory, accountId, context, {
    rows: distinct.length,
    async decide(rows, provenance) {
      const ids = rows.map((row) => distinct[row] as string);
      const { account, serviceGroup, users } = await loadMembers(directory, accountId, serviceGroupId, ids);
      existingServiceGroup(serviceGroup);
      const { command, stateOf, guards } = plan(serviceGroup);
      const decisions = users.map((user, position) =>
        refusedOr(() => {
          const facts = decideUser(user, command, { account, anotherOwner: true });
          const change = changeUser(ids[position] as string, user, facts, provenance);
          return { state: stateOf(existingUser(change.state)), change };
        }),
      );
      return { decisions, guards };
    },
  });
  const byUser = new Map(distinct.map((id, row) => [id, results[row] as RowResult<State>]));
  return userIds.map((id) => byUser.get(id) as RowResult<State>);
}

async function loadMembers(
  { table }: Directory,
  accountId: string,
  serviceGroupId: string,
  userIds: string[],
) {
  const [[account, serviceGroup], users, memberships] = await Promise.all([
    table.batchGet([accountEntity.at({ accountId }), serviceGroupEntity.at({ accountId, serviceGroupId })], {
      consistent: true,
    }),
    table.batchGet(
      userIds.map((userId) => userEntity.at({ accountId, userId })),
      { consistent: true },
    ),
    table.batchGet(
      userIds.map((userId) => membershipEntity.at({ userId, serviceGroupId })),
      { consistent: true },
    ),
  ]);
  return {
    account: accountState(account),
    serviceGroup: serviceGroupState(serviceGroup),
    users: users.map((user, row) => userState(user, memberships[row] ? [memberships[row]] : [])),
  };
}

/** Creates up to 1,000 users. Of two rows with one email the first wins. */
export async function createUsers(
  directory: Directory,
  { accountId }: Tenant,
  inputs: readonly NewUser[],
  context: CommandContext,
): Promise<RowResult<User>[]> {
  const userIds = inputs.map(() => directory.newId('user'));
  const firstWith = new Map<string, number>();
  for (const [row, { email }] of inputs.entries()) {
    const key = fold(email.trim());
    if (!firstWith.has(key)) firstWith.set(key, row);
  }
  return executeBatch<User>(directory, accountId, context, {
    rows: inputs.length,
    async decide(rows, provenance) {
      const item = await directory.table.get(accountEntity, { accountId }, { consistent: true });
      const account: AccountState = accountState(item);
      const decisions = rows.map((row) =>
        refusedOr(() => {
          const userId = userIds[row] as string;
          const input = inputs[row] as (typeof inputs)[number];
          const command = { type: 'create_user', userId, ...input } as const;
          const facts = decideUser(initialUser, command, { account, anotherOwner: true });
          if (firstWith.get(fold(input.email.trim())) !== row)
            throw new DomainError('email_taken', 'An earlier row of the batch has this email.', 'email');
          const change = changeUser(userId, initialUser, facts, provenance);
          return { state: existingUser(change.state), change };
        }),
      );
      return { decisions, guards: [] };
    },
  });
}

function refusedOr<State>(decide: () => RowDecision<State>): RowDecision<State> {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/**
 * Carries out the rows in as few transactions as the limits allow. A row whose condition fails is refused or decided
 * again; the rows that shared its transaction are decided again too.
 *
 * @throws DomainError when the whole batch is refused, for example because there is no such service group
 */
async function executeBatch<State>(
  directory: Directory,
  accountId: string,
  { actor, correlationId }: CommandContext,
  batch: Batch<State>,
): Promise<RowResult<State>[]> {
  const results = new Array<RowResult<State>>(batch.rows);
  const causationId = directory.newId('command');
  let pending = Array.from({ length: batch.rows }, (_, row) => row);
  for (let tries = 1; pending.length > 0; tries += 1) {
    const provenance = { accountId, now: directory.now(), actor, correlationId, causationId };
    const { decisions, guards } = await batch.decide(pending, provenance);
    const toCommit: Committable<State>[] = [];
    for (const [position, decision] of decisions.entries()) {
      const row = pending[position] as number;
      if (decision instanceof DomainError) results[row] = { done: false, error: decision };
      else if (decision.change.steps.length === 0) results[row] = { done: true, state: decision.state };
      else toCommit.push({ row, state: decision.state, steps: decision.change.steps });
    }
    const again: number[] = [];
    await inParallel(packed(toCommit, guards.length), async (pack) => {
      for (const [row, result] of await commitPack(directory, pack, guards, causationId)) {
        if (result === 'again') again.push(row);
        else results[row] = result;
      }
    });
    pending = again;
    if (pending.length === 0) break;
    try {
      await backOff(tries);
    } catch (error) {
      for (const row of pending) results[row] = { done: false, error: error as ContentionError };
      break;
    }
  }
  return results;
}

interface Committable<State> {
  row: number;
  state: State;
  steps: Step[];
}

/** Rows in order, as many to a transaction as fit beside the guards. */
function packed<State>(rows: Committable<State>[], guards: number): Committable<State>[][] {
  const packs: Committable<State>[][] = [];
  let room = 0;
  for (const row of rows) {
    if (row.steps.length > room) {
      packs.push([]);
      room = MAX_TRANSACTION - guards;
    }
    packs.at(-1)?.push(row);
    room -= row.steps.length;
  }
  return packs;
}

async function commitPack<State>(
  { table }: Directory,
  pack: Committable<State>[],
  guards: Step[],
  causationId: string,
): Promise<[row: number, result: RowResult<State> | 'again'][]> {
  const steps = pack.flatMap(({ row, state, steps: ofRow }) =>
    ofRow.map((step) => ({ ...step, row, state })),
  );
  const operations = [...steps, ...guards].map(({ operation }) => operation);
  try {
    await table.transactWrite(operations, { clientRequestToken: randomUUID() });
    return pack.map(({ row, state }) => [row, { done: true, state }]);
  } catch (error) {
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    const { reasons } = error.details;
    if (!reasons.every(isRetryable)) throw error;
    const results = new Map<number, RowResult<State> | 'again'>(pack.map(({ row }) => [row, 'again']));
    for (const reason of reasons) {
      const step = steps[reason.operation];
      if (!step) continue;
      const { row, state, refusal } = step;
      if (isOwnWork(reason, causationId)) results.set(row, { done: true, state });
      else if (refusal && reason.code === 'ConditionalCheckFailed' && results.get(row) === 'again')
        results.set(row, { done: false, error: refusal });
    }
    return [...results];
  }
}

async function inParallel<T>(items: T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(TRANSACTIONS_AT_ONCE, items.length) }, worker));
}
