import { asRefusal, DomainError, planReversal, type DomainEvent, type Reversal } from '#libs/domain';
import type { Provenance } from '../../core/changes.js';
import { execute, type CommandContext, type Decision } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { decideReversals, scopesToRevert, type WhatIsReverted } from '../../reverts/decide-reversal.js';
import { historyOf, requireRevertible } from '../../reverts/find-change.js';
import { requireFits } from '../../reverts/revert-change.js';
import { derivedCommandId } from '../../table/ids.js';
import type { AskedRevert } from '../../table/items/jobs.js';
import { requireManageable } from '../manageable.js';
import type { FoundPart } from './parts-in-log.js';

/** `elsewhere`: a later event of the aggregate is in the change too, and it is undone there. */
export type PartOutcome = 'changed' | 'unchanged' | 'elsewhere' | DomainError;

export interface RevertedPart {
  outcome: PartOutcome;
  /** What a dry run would commit. */
  events: readonly DomainEvent[];
  /** As the aggregate is called now, or was. */
  name: string | undefined;
}

/** The job that undoes the parts, or would. */
export interface RevertingJob {
  jobId: string;
  asked: AskedRevert;
  context: CommandContext;
}

/**
 * Undoes what a change did to one aggregate, as an undo of this alone would, in one transaction if it fits. Its events have a cause that is the
 * same however often this is run: what is done already is recognised by them.
 */
export async function revertPart(
  tenant: Tenant,
  { aggregateId, eventId }: FoundPart,
  { jobId, asked, context }: RevertingJob,
): Promise<RevertedPart> {
  const causationId = derivedCommandId(jobId, aggregateId);
  let name: string | undefined;
  // Memberships that there is nothing to do about, such as those that would have ended by now.
  let passed = 0;
  const attempt = async (provenance: Provenance): Promise<Decision<Attempted>> => {
    const history = await historyOf(tenant, aggregateId);
    name = nameIn(history);
    if (lastOf(asked, history, causationId)?.eventId !== eventId) return nothing('elsewhere');
    requireRevertible(aggregateId);
    const plan = planReversal(history, asked.correlationId, causationId);
    const hasBegun = history.some((event) => event.causationId === causationId);
    if (isEmpty(plan)) return nothing(hasBegun ? 'changed' : 'unchanged');
    const authorize = (what: WhatIsReverted) => requireWithin(asked, what);
    const { next, isWhole, account } = await decidePiece(
      tenant,
      firstPiece(plan, passed),
      authorize,
      provenance,
    );
    const isChange = hasBegun || next.change.events.length > 0;
    const outcome = isChange ? 'changed' : 'unchanged';
    return { state: { outcome, isWhole }, changes: [next.change], guards: next.guards, account };
  };
  const execution = { accountId: tenant.accountId, aggregateId, causationId, attempt };
  try {
    for (;;) {
      const { state, events } = await execute(tenant.directory, context, execution);
      if (state.isWhole || context.dryRun) return { outcome: state.outcome, events, name };
      if (events.length === 0) passed += MEMBERSHIPS_AT_ONCE;
    }
  } catch (error) {
    return { outcome: asRefusal(error), events: [], name };
  }
}

interface Attempted {
  outcome: 'changed' | 'unchanged' | 'elsewhere';
  /** Otherwise the next transaction goes on where this one ends. */
  isWhole: boolean;
}

function nothing(outcome: Attempted['outcome']): Decision<Attempted> {
  return { state: { outcome, isWhole: true }, changes: [] };
}

function isEmpty(plan: Reversal): boolean {
  return plan.commands.length === 0 && (plan.kind === 'service-group' || plan.memberships.length === 0);
}

/** Each takes four of a transaction's operations at most. */
const MEMBERSHIPS_AT_ONCE = 20;

/** @throws DomainError what refuses it */
async function decidePiece(
  tenant: Tenant,
  [piece, isWhole]: Piece,
  authorize: (what: WhatIsReverted) => void,
  provenance: Provenance,
) {
  const { account, parts } = await decideReversals(tenant, [piece], authorize, provenance);
  const [next] = parts as [(typeof parts)[number]];
  if (next instanceof DomainError) throw next;
  requireFits([next]);
  return { next, isWhole, account };
}

/** What fits in one transaction, and whether that is all. */
type Piece = readonly [Reversal, boolean];

/** Many memberships take several transactions. Nobody who is suspended is given access: they come back first. */
function firstPiece(plan: Reversal, passed: number): Piece {
  if (plan.kind === 'service-group') return [plan, true];
  const memberships = plan.memberships.slice(passed, passed + MEMBERSHIPS_AT_ONCE);
  if (passed + MEMBERSHIPS_AT_ONCE >= plan.memberships.length) return [{ ...plan, memberships }, true];
  if (plan.commands.some(({ type }) => type === 'reactivate_user'))
    return [{ ...plan, memberships: [] }, false];
  return [{ ...plan, commands: [], memberships }, false];
}

/** Each event of a user or a service group has its name, but those about a membership have it under another one. */
function nameIn(history: readonly DomainEvent[]): string | undefined {
  const named = history.findLast(({ data }) => 'name' in data && data.name !== null);
  return (named?.data as { name?: string } | undefined)?.name;
}

/** The log is read backwards: of several events this one is met first. */
function lastOf(
  { correlationId, from, until }: AskedRevert,
  history: readonly DomainEvent[],
  undoneBy: string,
): DomainEvent | undefined {
  return history.findLast(
    ({ at, ...event }) =>
      event.correlationId === correlationId && at >= from && at < until && event.causationId !== undoneBy,
  );
}

/** @throws DomainError `not_permitted`, `owner_needed` */
function requireWithin(asked: AskedRevert, what: WhatIsReverted): void {
  const missing = scopesToRevert(what).find((scope) => !asked.scopes.includes(scope));
  if (missing) throw new DomainError('not_permitted', `Undoing this needs the permission ${missing}.`);
  requireManageable(asked, ...what.roles);
}
