import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, type Actor, type DomainEvent } from '#libs/domain';
import { isSingleTableError, type CancellationReason } from '#libs/single-table';
import type { Change, Provenance, Step } from './changes.js';
import type { Directory } from './directory.js';

/** Who asks, and what ties the change to what caused it. */
export interface CommandContext {
  actor: Actor;
  /** Ties together everything one request caused. */
  correlationId: string;
  /** The version the caller has seen (`If-Match`). */
  expectedVersion?: number | undefined;
}

/** What a command did. No events: everything was already as asked, and nothing was written. */
export interface Outcome<State> {
  state: State;
  events: DomainEvent[];
}

/** The decision on what was loaded: the changes to commit, and what must stay true while they are. */
export interface Decision<State> {
  state: State;
  changes: Change[];
  guards?: Step[];
}

/** Other writers were faster again and again. The command may simply be sent again. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
}

const MAX_ATTEMPTS = 10;
const FIRST_BACKOFF_MS = 10;
const LONGEST_BACKOFF_MS = 500;

/**
 * Carries out one command: load, decide, and commit in one transaction that holds heads, events and everything derived
 * from them. When another writer was faster the command is decided again on what is there now, a bounded number of
 * times with jittered backoff.
 *
 * @param attempt loads what the command needs and decides; called once per attempt
 * @throws DomainError when a rule says no, ContentionError when the attempts are used up
 */
export async function execute<State>(
  directory: Directory,
  context: CommandContext,
  accountId: string,
  attempt: (provenance: Provenance) => Promise<Decision<State>>,
): Promise<Outcome<State>> {
  const { actor, correlationId } = context;
  const causationId = directory.newId('command');
  for (let tries = 1; ; tries += 1) {
    const now = directory.now();
    const decision = await attempt({ accountId, now, actor, correlationId, causationId });
    const events = decision.changes.flatMap((change) => change.events);
    if (events.length === 0) return { state: decision.state, events };
    const committed = await commit(directory, decision, causationId);
    if (committed) return { state: decision.state, events };
    if (tries === MAX_ATTEMPTS)
      throw new ContentionError('Other changes to the same things were faster; send the command again.');
    await delay(jitteredBackoff(tries));
  }
}

/**
 * @returns false when another writer was faster
 * @throws DomainError when a claim is taken
 */
async function commit<State>(
  { table }: Directory,
  { changes, guards = [] }: Decision<State>,
  causationId: string,
): Promise<boolean> {
  const steps = [...changes.flatMap((change) => change.steps), ...guards];
  try {
    await table.transactWrite(
      steps.map((step) => step.operation),
      { clientRequestToken: randomUUID() },
    );
    return true;
  } catch (error) {
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    const { reasons } = error.details;
    if (reasons.some((reason) => isOwnWork(reason, causationId))) return true;
    for (const reason of reasons) {
      const refusal = steps[reason.operation]?.refusal;
      if (reason.code === 'ConditionalCheckFailed' && refusal) throw refusal;
    }
    if (reasons.every(({ code }) => RETRYABLE.has(code))) return false;
    throw error;
  }
}

const RETRYABLE: ReadonlySet<string> = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/**
 * True when a condition failed because this very transaction was already applied: its answer was lost, the SDK sent it
 * again, and the service no longer remembered the client request token.
 */
function isOwnWork({ item }: CancellationReason, causationId: string): boolean {
  if (!item) return false;
  if (item['causationId'] === causationId) return true;
  const lastEvents = item['lastEvents'] as { causationId?: string }[] | undefined;
  return lastEvents?.[0]?.causationId === causationId;
}

function jitteredBackoff(tries: number): number {
  return Math.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** tries);
}

/** @throws DomainError `version_mismatch` when the caller has seen another version than the current one */
export function requireVersion(
  state: { status: string; version?: number },
  { expectedVersion }: CommandContext,
): void {
  if (expectedVersion === undefined || state.status === 'none' || state.version === expectedVersion) return;
  throw new DomainError(
    'version_mismatch',
    `The current version is ${state.version ?? 0}, not the expected ${expectedVersion}.`,
  );
}
