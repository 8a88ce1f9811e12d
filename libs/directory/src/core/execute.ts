// core: how any command loads, decides and commits; receipts, limits, keys of personal data. Knows no aggregate.
// Imports table and search-index.

import {
  DomainError,
  oneOf,
  type AccountState,
  type Actor,
  type DomainEvent,
  type UserId,
} from '#libs/domain';
import { isSingleTableError, type CancellationReason } from '@rollbook/single-table';
import type { Change, Provenance } from './changes.js';
import type { TransactItem } from './transact-item.js';
import type { LastCommit } from '../table/items/last-commit.js';
import { Retries } from './retries.js';
import { countCommand, sumOf, type Counting, type HowToCount } from './usage.js';
import type { Directory } from './directory.js';
import type { UserKey } from './user-keys.js';
import { answerAgain, findReceipt, receiptAmong, receiptOperation, type ReceiptRequest } from './receipts.js';

export interface CommandContext {
  actor: Actor;
  correlationId: string;
  /** The request's span: what it causes downstream belongs to the same trace. */
  traceparent?: string | undefined;
  /** The version the caller has seen (`If-Match`). */
  expectedVersion?: number | undefined;
  /** The caller may do this only as a manager of its service group: what they give is bound by its rules. */
  isByManager?: boolean | undefined;
  /** Makes the command repeatable (`Idempotency-Key`). */
  receipt?: ReceiptRequest | undefined;
  /** Decide and answer, but write nothing. */
  dryRun?: boolean | undefined;
  /**
   * Takes from what limits such commands: called once, when the command may be executed and was not before.
   * @throws what refuses it all the same
   */
  admit?: (() => Promise<void>) | undefined;
}

/** The result of a command. No events: there was nothing to change. */
export interface Outcome<State> {
  state: State;
  events: DomainEvent[];
  /** The command was executed before, under the same idempotency key: its first answer, unless it has yet to be finished. */
  answeredBefore?: { answer: unknown };
}

export interface Decision<State> {
  state: State;
  changes: Change[];
  guards?: TransactItem[];
  /** The account whose limits count the changes. Without it they change nothing that is limited. */
  account?: AccountState;
  /** More transactions follow. The receipt of this one has no answer yet, but recognises the request: see `endBatch`. */
  isUnfinished?: boolean;
  /** The user whose data `state` contains: what is stored of it is encrypted with their key. */
  aboutUser?: { userId: UserId; key: UserKey | undefined };
}

export interface Execution<State> {
  accountId: string;
  /** The owner of the idempotency keys; the account by default. */
  receiptScope?: string;
  /** The aggregate that is changed. Commands on one aggregate take turns in this process. */
  aggregateId?: string;
  /** What a creation has to wait for, if others in this process would contradict it. */
  inTurnOn?: string;
  /** Of its events, and how it recognises its own work: a new one, unless it is known from before, as of the row of a job. */
  causationId?: string;
  /** Loads what the command needs and decides; called once per attempt. */
  attempt: (provenance: Provenance) => Promise<Decision<State>>;
}

/** Another writer came in between two reads. An attempt that notices this is repeated. */
export class TornReadError extends Error {
  override readonly name = 'TornReadError';
}

/**
 * Executes one command:
 *
 * 1. waits for its turn: commands on one aggregate take turns in a process;
 * 2. loads what it needs and decides on it (`attempt`); a repeated command is answered with its first answer;
 * 3. counts what a limit of the account counts;
 * 4. for a dry run, or after a conflict, reads whether a claim is taken, and refuses it;
 * 5. takes from what limits such commands (`admit`), unless it has a receipt already;
 * 6. commits, in one transaction, heads, events, everything derived from them, and the receipt;
 * 7. if another writer was faster, starts again at 2, with jittered backoff, for some seconds at most.
 *
 * @throws DomainError if a rule is violated, ContentionError if the time is used up
 */
export async function execute<State>(
  directory: Directory,
  context: CommandContext,
  execution: Execution<State>,
): Promise<Outcome<State>> {
  const command = {
    causationId: execution.causationId ?? directory.newId('command'),
    retries: new Retries(directory),
  };
  return directory.turns.during(turnOf(context, execution), async () => {
    command.retries.requireTime();
    for (;;) {
      const outcome = await attemptOnce(directory, context, execution, command);
      if (outcome !== 'conflicted') return outcome;
      await command.retries.backOff();
    }
  });
}

/** Most creations have nothing to wait for, but may be sent several times at once with the same idempotency key. */
function turnOf({ dryRun, receipt }: CommandContext, execution: Execution<unknown>): string | undefined {
  const { accountId, aggregateId, inTurnOn, receiptScope } = execution;
  if (dryRun) return undefined;
  return aggregateId ?? inTurnOn ?? (receipt && `${receiptScope ?? accountId} ${receipt.idempotencyKey}`);
}

interface Attempted {
  causationId: string;
  retries: Retries;
  isAdmitted?: boolean;
}

async function attemptOnce<State>(
  directory: Directory,
  context: CommandContext,
  { accountId, attempt, receiptScope = accountId }: Execution<State>,
  command: Attempted,
): Promise<Outcome<State> | 'conflicted'> {
  const { actor, correlationId, traceparent, receipt, dryRun, admit } = context;
  const { causationId, retries } = command;
  const provenance = { accountId, now: directory.now(), actor, correlationId, causationId, traceparent };
  const loadedAt = directory.elapsed();
  const decision = await decideOrAnswerAgain(directory, receiptScope, receipt, () =>
    decideWithinLimits(directory, () => attempt(provenance), { met: retries.met, dryRun }),
  );
  if (decision === 'conflicted') return decision;
  if ('answer' in decision) return answered(decision);
  try {
    const { state, changes, guards = [], counting } = decision;
    const events = changes.flatMap((change) => change.events);
    const transactItems = [
      ...changes.flatMap((change) => change.transactItems),
      ...guards,
      ...counting.transactItems,
    ];
    // Of many who want one claim at once, each would otherwise meet all others. With a receipt the holder may be this very command,
    // sent before: only the transaction tells.
    if (dryRun || (retries.met && !receipt)) {
      const refusal = await refusalOfClaims(directory, transactItems);
      // It may be held since the decision, even by the command's own subject: that is decided again.
      if (refusal && retries.isRefusedAgain()) throw refusal;
      if (refusal) return 'conflicted';
      if (dryRun) return { state, events };
    }
    if (!receipt && changes.every((change) => change.transactItems.length === 0)) return { state, events };
    if (admit && !command.isAdmitted) {
      const before = receipt && (await answerOf(directory, receiptScope, receipt));
      if (before) return answered(before);
      await admit();
      command.isAdmitted = true;
    }
    if (receipt)
      transactItems.push({
        operation: receiptOperation(directory, provenance, receiptScope, receipt, decision),
      });
    if (directory.elapsed() > loadedAt + COMMITTED_WITHIN_MS) return 'conflicted';
    const result = await commit(directory, transactItems, causationId, receipt);
    if (result === 'committed') {
      directory.onCommitted?.(events);
      return { state, events };
    }
    return result === 'conflicted' ? result : answered(result);
  } finally {
    decision.counting.release();
  }
}

/** Some changes are considered settled after a minute, because no command that has not seen them is still in progress. */
const COMMITTED_WITHIN_MS = 10_000;

/** A repeated command may be refused now because of what it did the first time: then its first answer is returned. */
async function decideOrAnswerAgain<State>(
  directory: Directory,
  scope: string,
  request: ReceiptRequest | undefined,
  decide: () => Promise<Counted<State>>,
): Promise<Counted<State> | Answer | 'conflicted'> {
  try {
    return await decide();
  } catch (error) {
    if (error instanceof TornReadError) return 'conflicted';
    if (!request || !(error instanceof DomainError)) throw error;
    const before = await answerOf(directory, scope, request);
    if (!before) throw error;
    return before;
  }
}

interface Answer {
  answer: unknown;
}

async function answerOf(
  directory: Directory,
  scope: string,
  request: ReceiptRequest,
): Promise<Answer | undefined> {
  const receipt = await findReceipt(directory, scope, request.idempotencyKey);
  return receipt && { answer: await answerAgain(directory, receipt, request) };
}

function answered<State>(answeredBefore: Answer): Outcome<State> {
  return { state: undefined as State, events: [], answeredBefore };
}

/** The usage may already include an identical command that has finished since. @throws DomainError `limit_reached` */
async function decideWithinLimits<State>(
  directory: Directory,
  decide: () => Promise<Decision<State>>,
  how: HowToCount,
): Promise<Counted<State>> {
  try {
    return await withinLimits(directory, await decide(), how);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'limit_reached')) throw error;
    return withinLimits(directory, await decide(), how);
  }
}

interface Counted<State> extends Decision<State> {
  counting: Counting;
}

async function withinLimits<State>(
  directory: Directory,
  decision: Decision<State>,
  how: HowToCount,
): Promise<Counted<State>> {
  const { account = { status: 'none' }, changes } = decision;
  const change = sumOf(changes.map(({ usage = {} }) => usage));
  return { ...decision, counting: await countCommand(directory, account, change, how) };
}

type CommitResult = 'committed' | 'conflicted' | Answer;

/** @throws DomainError if a claim is taken, an idempotency key is reused, or the change is too large to be stored */
async function commit(
  directory: Directory,
  transactItems: TransactItem[],
  causationId: string,
  request: ReceiptRequest | undefined,
): Promise<CommitResult> {
  try {
    await directory.table.transactWrite(
      transactItems.map(({ operation }) => operation),
      { clientRequestToken: directory.id() },
    );
    return 'committed';
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge();
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    const { reasons } = error.details;
    if (reasons.some((reason) => isOwnWork(reason, causationId))) return 'committed';
    const receipt = request && receiptAmong(reasons);
    if (receipt) return { answer: await answerAgain(directory, receipt, request) };
    if (!reasons.every(isRetryable)) throw error;
    // A claim may be taken by the very writer who was faster: it only counts if nothing else has changed.
    const refusals = reasons.map((reason) => refusalOf(reason, transactItems));
    if (isWhole(refusals)) throw oneOf(...refusals);
    return 'conflicted';
  }
}

function isWhole(refusals: (DomainError | undefined)[]): refusals is [DomainError, ...DomainError[]] {
  return refusals.length > 0 && !refusals.includes(undefined);
}

function refusalOf(
  { code, operation }: CancellationReason,
  transactItems: TransactItem[],
): DomainError | undefined {
  return code === 'ConditionalCheckFailed' ? transactItems[operation]?.refusal?.() : undefined;
}

/** An item over 400 KB or a transaction over 4 MB. */
export function isTooLarge(error: unknown): boolean {
  if (isSingleTableError(error, 'TransactionCanceled'))
    return error.details.reasons.some(
      ({ code, message }) => code === 'ValidationError' && isAboutSize(message),
    );
  return (
    isSingleTableError(error, 'InvalidRequest') && isAboutSize((error.cause as Error | undefined)?.message)
  );
}

export function tooLarge(): DomainError {
  return new DomainError('change_too_large', 'The change is too large to be stored.');
}

function isAboutSize(message: string | undefined): boolean {
  return /size/i.test(message ?? '');
}

const RETRYABLE: ReadonlySet<string> = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/** True if the command may be decided again: another transaction was in the way, or the table was throttled. */
export function isRetryable({ code }: CancellationReason): boolean {
  return RETRYABLE.has(code);
}

/** This very transaction had already been applied: its answer was lost, and the service no longer remembers its token. */
export function isOwnWork({ item }: CancellationReason, causationId: string): boolean {
  if (!item) return false;
  if (item['causationId'] === causationId) return true;
  const lastEvents = item['lastEvents'] as LastCommit | undefined;
  return lastEvents?.causationId === causationId;
}

/** Finds out by reading what a transaction would refuse. */
async function refusalOfClaims(
  directory: Directory,
  transactItems: TransactItem[],
): Promise<DomainError | undefined> {
  const refusals = [...(await takenClaims(directory, transactItems))].map(({ refusal }) => refusal?.());
  return isWhole(refusals) ? oneOf(...refusals) : undefined;
}

export async function takenClaims(
  { table }: Directory,
  transactItems: readonly TransactItem[],
): Promise<Set<TransactItem>> {
  const claims = transactItems.filter((item) => item.claim && item.refusal);
  if (claims.length === 0) return new Set();
  const found = await table.batchGet(
    claims.map((item) => item.claim!),
    { consistent: true },
  );
  return new Set(claims.filter((_, index) => found[index] !== undefined));
}

/** The version of something missing or removed is not reported: the decision says that it is not found. */
const GONE: ReadonlySet<string> = new Set(['none', 'removed', 'closed', 'revoked']);

/** @throws DomainError `version_mismatch` if the caller has seen another version than the current one */
export function requireVersion(state: { status: string; version?: number }, context: CommandContext): void {
  if (!GONE.has(state.status)) requireSameVersion(state.version, context.expectedVersion);
}

export function requireSameVersion(version: number | undefined, expectedVersion: number | undefined): void {
  if (expectedVersion === undefined || version === expectedVersion) return;
  throw new DomainError(
    'version_mismatch',
    `The current version is ${version ?? 0}, not the expected ${expectedVersion}.`,
  );
}
