import {
  asRefusal,
  DomainError,
  nothingToUndo,
  planReversal,
  type DomainEvent,
  type Reversal,
  type ReversalFold,
} from '#libs/domain';
import type { Provenance } from '../../core/changes.js';
import { execute, type CommandContext, type Decision } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { decideReversals, scopesToRevert, type WhatIsReverted } from '../../reverts/decide-reversal.js';
import { isOf, requireRevertible } from '../../reverts/find-change.js';
import { guardsOfParts } from '../../reverts/guards-of-parts.js';
import { readReversal } from '../../reverts/read-reversal.js';
import { requireFits } from '../../reverts/revert-change.js';
import { derivedCommandId } from '../../table/ids.js';
import type { RevertSpec } from '../../table/items/jobs.js';
import { requireManageable } from '../manageable.js';
import type { FoundPart } from './parts-in-log.js';

/** `elsewhere`: a later event of the aggregate is in the change too, and it is undone there. */
export type PartOutcome = 'changed' | 'elsewhere' | DomainError;

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
  spec: RevertSpec;
  context: CommandContext;
}

/**
 * Undoes what a change did to one aggregate, as an undo of this alone would, in one transaction if it fits. Its events have a cause that is the
 * same however often this is run: what is done already is recognised by them.
 */
export async function revertPart(
  tenant: Tenant,
  { aggregateId, eventId }: FoundPart,
  { jobId, spec, context }: RevertingJob,
): Promise<RevertedPart> {
  const causationId = derivedCommandId(jobId, aggregateId);
  const change = { isOwn: isOf(spec), undoneBy: causationId };
  const authorize = (what: WhatIsReverted) => requireWithin(spec, what);
  let fold: ReversalFold | undefined;
  // Memberships that there is nothing to do about: they are as they were before.
  let passed = 0;
  const attempt = async (provenance: Provenance): Promise<Decision<Attempted>> => {
    fold = await readReversal(tenant, aggregateId, change);
    if (fold.lastOwnId !== eventId) return { state: 'elsewhere', changes: [] };
    requireRevertible(aggregateId);
    const plan = planReversal(fold);
    if (isEmpty(plan)) return { state: 'whole', changes: [] };
    if (!fold.hasBegun && passed === 0) await tryLaterPieces(tenant, plan, authorize, provenance);
    const [piece, state] = firstPiece(plan, passed);
    const { next, account } = await decidePiece(tenant, piece, authorize, provenance);
    const guards = guardsOfParts(tenant.accountId, [next]);
    requireFits([next], guards.length);
    return { state, changes: [next.change], guards, account };
  };
  const execution = { accountId: tenant.accountId, aggregateId, causationId, attempt };
  const nameNow = () => fold?.name;
  try {
    let isChanged = false;
    for (;;) {
      const { state, events } = await execute(tenant.directory, context, execution);
      if (state === 'elsewhere') return { outcome: 'elsewhere', events: [], name: nameNow() };
      isChanged ||= events.length > 0 || fold!.hasBegun;
      if (context.dryRun && events.length > 0) return { outcome: 'changed', events, name: nameNow() };
      if (state === 'whole' && !isChanged) throw nothingToUndo([fold!]);
      if (state === 'whole') return { outcome: 'changed', events, name: nameNow() };
      if (events.length === 0) passed += MEMBERSHIPS_AT_ONCE;
    }
  } catch (error) {
    const { code, message } = asRefusal(error);
    const outcome = fold?.hasBegun ? `A part was undone; the rest was refused: ${message}` : message;
    return { outcome: new DomainError(code, outcome), events: [], name: nameNow() };
  }
}

/** `more`: the next transaction goes on where this one ends. */
type Attempted = 'whole' | 'more' | 'elsewhere';

function isEmpty(plan: Reversal): boolean {
  if (plan.commands.length + plan.teams.length > 0) return false;
  return plan.kind !== 'user' || plan.memberships.length === 0;
}

/** Each takes four of a transaction's operations at most. */
const MEMBERSHIPS_AT_ONCE = 20;

/** @throws DomainError what refuses it */
async function decidePiece(
  tenant: Tenant,
  piece: Reversal,
  authorize: (what: WhatIsReverted) => void,
  provenance: Provenance,
) {
  const { account, parts } = await decideReversals(tenant, [piece], authorize, provenance);
  const [next] = parts as [(typeof parts)[number]];
  if (next instanceof DomainError) throw next;
  return { next, account };
}

/** Before the first transaction: nothing is undone of a user of whom not all can be. @throws DomainError what refuses it */
async function tryLaterPieces(
  tenant: Tenant,
  plan: Reversal,
  authorize: (what: WhatIsReverted) => void,
  provenance: Provenance,
): Promise<void> {
  if (plan.kind !== 'user') return;
  for (let next = MEMBERSHIPS_AT_ONCE; next < plan.memberships.length; next += MEMBERSHIPS_AT_ONCE) {
    const memberships = plan.memberships.slice(next, next + MEMBERSHIPS_AT_ONCE);
    await decidePiece(tenant, { ...plan, memberships, teams: [] }, authorize, provenance);
  }
}

/** What fits in one transaction. Many memberships take several. Nobody who is suspended is given access: they come back first. */
function firstPiece(plan: Reversal, passed: number): readonly [Reversal, 'whole' | 'more'] {
  if (plan.kind !== 'user') return [plan, 'whole'];
  const memberships = plan.memberships.slice(passed, passed + MEMBERSHIPS_AT_ONCE);
  if (passed + MEMBERSHIPS_AT_ONCE >= plan.memberships.length) return [{ ...plan, memberships }, 'whole'];
  if (plan.commands.some(({ type }) => type === 'reactivate_user'))
    return [{ ...plan, memberships: [], teams: [] }, 'more'];
  return [{ ...plan, commands: [], memberships, teams: [] }, 'more'];
}

/** @throws DomainError `not_permitted`, `owner_needed` */
function requireWithin(spec: RevertSpec, what: WhatIsReverted): void {
  const missing = scopesToRevert(what).find((scope) => !spec.scopes.includes(scope));
  if (missing) throw new DomainError('not_permitted', `Undoing this needs the permission ${missing}.`);
  requireManageable(spec, ...what.roles);
}
