import { DomainError, kindOfAggregate, type AggregateKind, type DomainEvent } from '#libs/domain';
import { eachOpened } from '../core/event-opener.js';
import { timeOfUlid } from '../table/ids.js';
import { eventEntity } from '../table/items/events.js';
import type { Tenant } from '../core/tenant.js';

/** What a request does is in the log within this time; what a job of it does, perhaps later. */
const WITHIN_MS = 15 * 60 * 1000;
/** How far the clocks of two processes may be apart. */
const BEFORE_MS = 60 * 1000;
/** 16 MB of the log. */
const MAX_READ_UNITS = 2_048;

/** Beyond this, what takes it back does not fit in one transaction. */
const MAX_AGGREGATES = 32;

/**
 * The aggregates that the events with a correlation id changed. Reads the log around the time that a request's id contains, or
 * around `at`. Eventually consistent.
 * @param at ISO 8601: needed for an id that a client made up
 * @throws DomainError `change_not_found`, `change_too_large`
 */
export async function findChanged(
  { directory, accountId }: Tenant,
  correlationId: string,
  at: string | undefined,
): Promise<string[]> {
  const time = at === undefined ? timeOfUlid(correlationId) : Date.parse(at);
  if (time === undefined)
    throw notFound('Add `at`, the time of one of its events: the id does not contain one.');
  // Times of five-digit years would sort before all others.
  if (time - BEFORE_MS > directory.now()) throw notFound(NO_SUCH_CHANGE);
  const bound = (by: number) => ({ at: new Date(time + by).toISOString() });
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await directory.table.query(
      eventEntity.by('GSI1'),
      { accountId },
      {
        atLeast: bound(-BEFORE_MS),
        lessThan: bound(WITHIN_MS),
        limit: 1_000,
        maxReadUnits: MAX_READ_UNITS,
        cursor,
        filter: (c) => c.eq('correlationId', correlationId),
      },
    );
    for (const { aggregateId } of page.items) ids.add(aggregateId);
    ({ cursor } = page);
  } while (cursor !== undefined && ids.size <= MAX_AGGREGATES);
  if (ids.size === 0) throw notFound(NO_SUCH_CHANGE);
  if (ids.size > MAX_AGGREGATES)
    throw new DomainError(
      'change_too_large',
      `The change is about more than ${MAX_AGGREGATES} users and service groups: it cannot be undone as a whole.`,
    );
  return [...ids].sort();
}

const NO_SUCH_CHANGE = 'There is no such change in this account.';

function notFound(message: string): DomainError {
  return new DomainError('change_not_found', message);
}

/** All events of an aggregate that was found in the account, in order. Strongly consistent. */
export async function historyOf({ directory }: Tenant, aggregateId: string): Promise<DomainEvent[]> {
  const items = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
  const history: DomainEvent[] = [];
  for await (const event of eachOpened(directory, items)) history.push(event);
  return history;
}

/** What has no way back at all: its history need not be read. @throws DomainError `change_not_revertible` */
export function requireRevertible(aggregateId: string): void {
  const kind = kindOfAggregate(aggregateId);
  if (kind === 'user' || kind === 'service-group') return;
  const what = (kind && WORDS[kind]) ?? 'this';
  throw new DomainError(
    'change_not_revertible',
    `A change of ${what} cannot be undone: change it back instead.`,
  );
}

const WORDS: Readonly<Partial<Record<AggregateKind, string>>> = {
  account: 'the account itself',
  'api-key': 'an API key',
  'webhook-endpoint': 'a webhook endpoint',
  'access-request': 'a request for access',
};
