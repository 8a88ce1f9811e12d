import type { DomainEvent } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { eventEntity } from '../../table/items/events.js';
import { eachOpened } from '../../core/event-opener.js';
import type { Tenant } from '../../core/tenant.js';

/** Access pattern 16: the events of an account from one time up to and including another, oldest first. Eventually consistent. */
export async function* eachEventOfAccount(
  { directory, accountId }: Tenant,
  from: Date,
  to: Date,
): AsyncGenerator<DomainEvent> {
  const bounds = { between: [{ at: from.toISOString() }, { at: to.toISOString() }] as const };
  yield* eachOpened(directory, directory.table.each(eventEntity.by('GSI1'), { accountId }, bounds));
}

/** Access pattern 14: the events of an aggregate with versions from `first` to `last`, in order. */
export async function* eachEventOfAggregate(
  { directory, accountId }: Tenant,
  aggregateId: string,
  first: number,
  last: number,
): AsyncGenerator<DomainEvent> {
  const bounds = { between: [{ version: first }, { version: last }] as const, consistent: true };
  const events = eachOpened(directory, directory.table.each(eventEntity, { aggregateId }, bounds));
  for await (const event of events) if (event.accountId === accountId) yield event;
}

/** Access pattern 2, for processes of the platform itself: the ids of all accounts, oldest first. */
export async function* eachAccountId({ table }: Directory): AsyncGenerator<string> {
  for await (const { accountId } of table.each(accountEntity.by('GSI1'), {})) yield accountId;
}
