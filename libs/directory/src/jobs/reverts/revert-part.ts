import { asRefusal, DomainError, planReversal, type DomainEvent } from '#libs/domain';
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
 * Undoes what a change did to one aggregate, in one transaction, as an undo of this alone would. Its events have a cause that is the
 * same however often this is run: what is done already is recognised by them.
 */
export async function revertPart(
  tenant: Tenant,
  { aggregateId, eventId }: FoundPart,
  { jobId, asked, context }: RevertingJob,
): Promise<RevertedPart> {
  const causationId = derivedCommandId(jobId, aggregateId);
  let name: string | undefined;
  const attempt = async (
    provenance: Parameters<typeof decideReversals>[3],
  ): Promise<Decision<PartOutcome>> => {
    const history = await historyOf(tenant, aggregateId);
    name = nameIn(history);
    if (lastOf(asked, history)?.eventId !== eventId) return { state: 'elsewhere', changes: [] };
    if (history.some((event) => event.causationId === causationId)) return { state: 'changed', changes: [] };
    requireRevertible(aggregateId);
    const plan = planReversal(history, asked.correlationId);
    const authorize = (what: WhatIsReverted) => requireWithin(asked, what);
    const { account, parts } = await decideReversals(tenant, [plan], authorize, provenance);
    const [part] = parts as [(typeof parts)[number]];
    if (part instanceof DomainError) throw part;
    requireFits([part]);
    const state = part.change.events.length > 0 ? 'changed' : 'unchanged';
    return { state, changes: [part.change], guards: part.guards, account };
  };
  try {
    const execution = { accountId: tenant.accountId, aggregateId, causationId, attempt };
    const { state, events } = await execute(tenant.directory, context, execution);
    return { outcome: state, events, name };
  } catch (error) {
    return { outcome: asRefusal(error), events: [], name };
  }
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
): DomainEvent | undefined {
  return history.findLast(
    (event) => event.correlationId === correlationId && event.at >= from && event.at < until,
  );
}

/** @throws DomainError `not_permitted`, `owner_needed` */
function requireWithin(asked: AskedRevert, what: WhatIsReverted): void {
  const missing = scopesToRevert(what).find((scope) => !asked.scopes.includes(scope));
  if (missing) throw new DomainError('not_permitted', `Undoing this needs the permission ${missing}.`);
  requireManageable(asked, ...what.roles);
}
