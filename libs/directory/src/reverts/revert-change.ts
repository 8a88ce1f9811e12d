import { DomainError, nothingToUndo, oneOf, orRefusal, planReversal, type ReversalFold } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { MAX_TRANSACTION } from '@rollbook/single-table';
import { execute, tooLarge, type CommandContext, type Decision, type Outcome } from '../core/execute.js';
import type { Tenant } from '../core/tenant.js';
import { decideReversals, type WhatIsReverted } from './decide-reversal.js';
import { findChanged, isOf, noteReverted, requireRevertible, type NamedChange } from './find-change.js';
import { guardsOfParts, type RevertedPart } from './guards-of-parts.js';
import { HISTORIES_AT_ONCE, readReversal } from './read-reversal.js';

export interface Reverted {
  /** Of what was undone. */
  correlationId: string;
  /** Of what undid it, by which this can be undone again. */
  revertedBy: string;
}

/**
 * Commits events that compensate for everything that the events with a correlation id did, or refuses with a reason for each part.
 * 1. finds the aggregates in the log; 2. reads their histories and plans; 3. loads their heads: one that has moved is planned again;
 * 4. decides each command, so that every rule holds; 5. commits all in one transaction. What leads to no event is refused.
 * @param authorize throws if the caller may not do this
 * @throws DomainError `change_not_found`, `change_superseded`, `change_not_revertible`, `change_too_large`, and what its commands throw
 */
export async function revertChange(
  tenant: Tenant,
  named: NamedChange,
  authorize: (what: WhatIsReverted) => void,
  context: CommandContext,
): Promise<Outcome<Reverted>> {
  const { directory, accountId } = tenant;
  const { correlationId } = named;
  return execute(directory, context, {
    accountId,
    inTurnOn: `revert ${accountId} ${correlationId}`,
    attempt: async (provenance): Promise<Decision<Reverted>> => {
      const { aggregateIds, located, ...jobs } = await findChanged(tenant, named, context.actor);
      const of = aggregateIds.length > 1 ? (id: string) => `${id}: ` : () => '';
      const isOwn = isOf(located);
      const read = new Array<ReversalFold | DomainError>(aggregateIds.length);
      await inParallel(aggregateIds, HISTORIES_AT_ONCE, async (aggregateId, index) => {
        const refusal = orRefusal(() => requireRevertible(aggregateId));
        read[index] = refusal ?? (await readReversal(tenant, aggregateId, { isOwn }));
      });
      const plans = read.map((fold, index) => {
        const plan = fold instanceof DomainError ? fold : orRefusal(() => planReversal(fold));
        return refusalOfPart(plan, of(aggregateIds[index]!));
      });
      const decided = await decideReversals(tenant, whole(plans), authorize, provenance);
      const parts = whole(decided.parts.map((part, index) => refusalOfPart(part, of(aggregateIds[index]!))));
      const revertedBy = context.correlationId;
      const notes = noteReverted(jobs, revertedBy).map((operation) => ({ operation }));
      const guards = guardsOfParts(accountId, parts);
      requireFits(parts, guards.length + notes.length);
      const state = { correlationId, revertedBy };
      const changes = parts.map(({ change }) => change);
      if (changes.every(({ events }) => events.length === 0)) throw nothingToUndo(read as ReversalFold[]);
      changes.push({ events: [], transactItems: notes });
      return { state, changes, guards, account: decided.account };
    },
  });
}

/** Beside a receipt, and what is counted. @param others operations @throws DomainError `change_too_large` */
export function requireFits(parts: readonly Pick<RevertedPart, 'change'>[], others: number): void {
  const size = parts.reduce((sum, { change }) => sum + change.transactItems.length, others);
  if (size > MAX_TRANSACTION - 4) throw tooLarge();
}

/** Says whose refusal it is. It names no field: the request has none of those that its commands have. */
function refusalOfPart<Part>(part: Part | DomainError, of: string): Part | DomainError {
  return part instanceof DomainError ? new DomainError(part.code, `${of}${part.message}`) : part;
}

/** @throws DomainError with each refusal */
function whole<Part>(parts: readonly (Part | DomainError)[]): Part[] {
  const refusals = parts.filter((part) => part instanceof DomainError);
  const [first, ...others] = refusals;
  if (first) throw oneOf(first, ...others);
  return parts as Part[];
}
