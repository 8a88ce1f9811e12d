import {
  DomainError,
  isRevertibleEvent,
  kindOfAggregate,
  type AggregateKind,
  type DomainEvent,
} from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { eachOpened } from '../core/event-opener.js';
import { timeOfUlid } from '../table/ids.js';
import { eventEntity } from '../table/items/events.js';
import { jobEntity, listedJobEntity, type Job } from '../table/items/jobs.js';
import type { Tenant } from '../core/tenant.js';

/** What a request does is in the log within this time; so is what a job does after it was last heard of. */
const WITHIN_MS = 15 * 60 * 1000;
/** How far the clocks of two processes may be apart. */
const BEFORE_MS = 60 * 1000;
/** A job began before the time of any of its events: it is looked for among so many. */
const MAX_JOBS = 100;
/** Beyond this, what takes it back does not fit in one transaction. */
export const MAX_AGGREGATES = 32;

/** What a caller knows of a change. */
export interface NamedChange {
  correlationId: string;
  /** ISO 8601: needed for an id that a client made up. */
  at?: string | undefined;
}

/** Where the events of a change are in the log: between two times, ISO 8601. */
export interface LocatedChange {
  correlationId: string;
  from: string;
  until: string;
}

export interface JobsOfChange {
  /** That made it. */
  jobs: readonly Job[];
  /** That it has undone. */
  restored: readonly Job[];
}

/**
 * Finds the part of the log that has the events of a change. If jobs have made it, as long as they took: a client can give several
 * requests the same id.
 * @throws DomainError `change_not_found`; `change_not_revertible` while a job of it has not ended
 * @returns also the jobs of what the change has undone: undoing it does that again
 */
export async function locateChange(
  tenant: Tenant,
  { correlationId, at }: NamedChange,
): Promise<LocatedChange & JobsOfChange> {
  const time = at === undefined ? timeOfUlid(correlationId) : Date.parse(at);
  if (time === undefined)
    throw notFound('Add `at`, the time of one of its events: the id does not contain one.');
  // Times of five-digit years would sort before all others.
  if (time - BEFORE_MS > tenant.directory.now()) throw notFound(NO_SUCH_CHANGE);
  const near = await jobsBefore(tenant, time);
  const jobs = near.filter((job) => job.correlationId === correlationId);
  const restored = near.filter((job) => job.revertedBy === correlationId);
  if (jobs.some(({ status }) => status === 'running' || status === 'paused'))
    throw new DomainError(
      'change_not_revertible',
      'The job that makes this change has not ended: wait for its end, or cancel it.',
    );
  const begun = jobs.map(({ createdAt }) => Date.parse(createdAt));
  const ended = jobs.map(({ updatedAt }) => Date.parse(updatedAt));
  const from = new Date(Math.min(time, ...begun) - BEFORE_MS).toISOString();
  const until = new Date(Math.max(time, ...ended) + WITHIN_MS).toISOString();
  return { correlationId, from, until, jobs, restored };
}

/** Removals have jobs too, but these belong to the one event that removed. Strongly consistent. */
async function jobsBefore({ directory: { table }, accountId }: Tenant, time: number): Promise<Job[]> {
  const { items } = await table.query(
    listedJobEntity,
    { accountId },
    {
      lessThan: { createdAt: new Date(time + WITHIN_MS).toISOString() },
      order: 'descending',
      limit: MAX_JOBS,
      filter: (c) => c.or(c.eq('type', 'import'), c.eq('type', 'bulk'), c.eq('type', 'revert')),
      consistent: true,
      maxPages: 1,
    },
  );
  if (items.length === 0) return [];
  const jobs = await table.batchGet(
    items.map(({ jobId }) => jobEntity.at({ jobId })),
    { consistent: true },
  );
  return jobs.filter((job) => job !== undefined).filter((job) => job.accountId === accountId);
}

/** Says on the jobs of a change that it is undone, and on those that it had undone that they are not any more. */
export function noteReverted({ jobs, restored }: JobsOfChange, revertedBy: string): WriteOperation[] {
  const add = { version: 1 };
  return [
    ...jobs.map(({ jobId }) => jobEntity.update({ jobId }, { set: { revertedBy }, add })),
    ...restored.map(({ jobId }) => jobEntity.update({ jobId }, { remove: ['revertedBy'], add })),
  ];
}

/** What of an event tells whether there is a way back, and what rights that takes. */
export type LoggedEvent = Pick<DomainEvent, 'eventId' | 'aggregateId' | 'type' | 'at' | 'version' | 'data'>;

const LOGGED = ['eventId', 'aggregateId', 'type', 'at', 'version', 'data'] as const;

/** The events of a change, oldest first; without their personal data. Eventually consistent. */
export async function* eventsOf(
  { directory, accountId }: Tenant,
  { correlationId, from, until }: LocatedChange,
): AsyncGenerator<LoggedEvent> {
  const log = directory.table.each(
    eventEntity.by('GSI1'),
    { accountId },
    {
      atLeast: { at: from },
      lessThan: { at: until },
      filter: (c) => c.eq('correlationId', correlationId),
      select: LOGGED,
    },
  );
  for await (const event of log) yield event;
}

/**
 * The aggregates that a change is about.
 * @throws DomainError `change_not_found`, `change_not_revertible`, `change_too_large`
 */
export async function findChanged(
  tenant: Tenant,
  change: NamedChange,
): Promise<JobsOfChange & { aggregateIds: string[] }> {
  const located = await locateChange(tenant, change);
  const ids = new Set<string>();
  for await (const { aggregateId } of eventsOf(tenant, located)) {
    ids.add(aggregateId);
    if (ids.size > MAX_AGGREGATES)
      throw new DomainError(
        'change_too_large',
        `The change is about more than ${MAX_AGGREGATES} users and service groups: one transaction cannot undo it.`,
      );
  }
  if (ids.size === 0) throw notFound(NO_SUCH_CHANGE);
  return { jobs: located.jobs, restored: located.restored, aggregateIds: [...ids].sort() };
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
  if (isOfRevertible(aggregateId)) return;
  const kind = kindOfAggregate(aggregateId);
  const what = (kind && WORDS[kind]) ?? 'this';
  throw new DomainError(
    'change_not_revertible',
    `A change of ${what} cannot be undone: change it back instead.`,
  );
}

/** Whether another event can set back what an event did, as far as it alone tells: it may have been changed again since. */
export function isRevertible(
  event: Pick<DomainEvent, 'aggregateId' | 'type' | 'data' | 'version' | 'erased'>,
): boolean {
  return !event.erased && isOfRevertible(event.aggregateId) && isRevertibleEvent(event);
}

function isOfRevertible(aggregateId: string): boolean {
  const kind = kindOfAggregate(aggregateId);
  return kind === 'user' || kind === 'service-group';
}

const WORDS: Readonly<Partial<Record<AggregateKind, string>>> = {
  account: 'the account itself',
  'api-key': 'an API key',
  'webhook-endpoint': 'a webhook endpoint',
  'access-request': 'a request for access',
};
