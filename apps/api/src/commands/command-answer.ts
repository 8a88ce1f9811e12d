import type { FastifyReply } from 'fastify';
import type { BatchOutcome, CommandContext, Outcome, Removal, RowResult, Tenant } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import { toEventDto } from '../audit-log/audit-log.dto.js';
import type { Removing } from './remaining.js';
import { eventsOf, type BatchResultDto } from './batch.dto.js';

type AnyBatchResult = Pick<BatchResultDto, 'done' | 'unchanged' | 'refused'>;

class WouldCommit {
  constructor(
    readonly events: readonly DomainEvent[],
    /** What some routes say besides. */
    readonly also: object = {},
  ) {}
}

class AnsweredBefore {
  constructor(readonly body: unknown) {}
}

/**
 * The resource as it is, or was when the command was first executed; for a dry run, the events it would commit. What stands in for the
 * resource has its type, here and below: Nest's plugin reads the OpenAPI document's answers from the return types of the handlers.
 */
export function answerTo<State, Resource>(
  { dryRun }: CommandContext,
  outcome: Outcome<State>,
  represent: (state: State) => Resource,
): Resource {
  const resource = () => represent(stateOf(outcome));
  if (outcome.answeredBefore) return new AnsweredBefore(resource()) as Resource;
  return dryRun ? (new WouldCommit(outcome.events) as Resource) : resource();
}

/** The state that the command led to when it was first executed. */
export function stateOf<State>({ state, answeredBefore }: Outcome<State>): State {
  return answeredBefore ? (JSON.parse(String(answeredBefore.answer)) as State) : state;
}

export function answerToBatch<State, Result extends AnyBatchResult>(
  { dryRun }: CommandContext,
  outcome: BatchOutcome<State>,
  represent: (rows: readonly RowResult<State>[]) => Result,
): Result {
  if ('answeredBefore' in outcome) {
    const before = JSON.parse(String(outcome.answeredBefore.answer)) as unknown;
    return new AnsweredBefore(before) as unknown as Result;
  }
  const result = represent(outcome.rows);
  return dryRun ? (new WouldCommit(eventsOf(outcome), { batch: result }) as unknown as Result) : result;
}

/** A batch's context: what its receipt is to keep is the answer itself. */
export function keepingAnswer<State>(
  command: CommandContext,
  represent: (rows: readonly RowResult<State>[]) => AnyBatchResult,
): CommandContext {
  const { receipt } = command;
  if (!receipt) return command;
  const answer = (rows: unknown) => JSON.stringify(represent(rows as RowResult<State>[]));
  return { ...command, receipt: { ...receipt, answer } };
}

/** There is nothing to show of a removed resource. */
export function nothing(): void {}

class Remaining {
  constructor(readonly body: object) {}
}

/**
 * Of a route that answers 204: with `Prefer: return=representation` a 200 that says what remains, and a dry run says it beside its events,
 * unless there is nothing to say it of. Receipts do not keep it: a repetition is a 204.
 */
export function remainingTo<State>(
  { dryRun, wantsAnswer }: Removing,
  outcome: Outcome<State | undefined>,
  represent: (state: State | undefined) => object,
): void {
  if (outcome.answeredBefore) return new AnsweredBefore(undefined) as unknown as void;
  const { state, events } = outcome;
  if (dryRun) return new WouldCommit(events, state && { left: represent(state) }) as unknown as void;
  return wantsAnswer ? (new Remaining(represent(state)) as unknown as void) : undefined;
}

class Removed {
  constructor(readonly jobPath: string | undefined) {}
}

/** There is nothing to show either, but a job may still be running: the answer links to it. */
export function removedFrom({ accountId }: Tenant): (removal: Removal) => void {
  return ({ jobId }) => {
    return new Removed(jobId && `/v1/accounts/${accountId}/jobs/${jobId}`) as unknown as void;
  };
}

/** The body for the result of `answerTo`: a dry run is a 200 whatever the route, and a repeated answer says that it is one. */
export function bodyOfAnswer(reply: FastifyReply, answer: unknown): unknown {
  if (answer instanceof WouldCommit) {
    reply.status(200);
    const events = answer.events.map((event) => toEventDto(event));
    return { dryRun: true, events, ...answer.also };
  }
  if (answer instanceof Remaining) {
    reply.status(200);
    return answer.body;
  }
  const isRepeated = answer instanceof AnsweredBefore;
  if (isRepeated) reply.header('idempotency-replayed', 'true');
  const body = isRepeated ? answer.body : answer;
  if (!(body instanceof Removed)) return body;
  // https://www.rfc-editor.org/rfc/rfc5989#section-3.1
  if (body.jobPath) reply.header('link', `<${body.jobPath}>; rel="monitor"`);
  return undefined;
}
