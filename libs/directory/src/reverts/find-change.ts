import {
  DomainError,
  kindOfAggregate,
  revertibilityOf,
  type Actor,
  type AggregateKind,
  type DomainEvent,
  type Revertibility,
} from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { timeOfUlid } from '../table/ids.js';
import { eventEntity, mayHave } from '../table/items/events.js';
import { jobEntity, listedJobEntity, type Job } from '../table/items/jobs.js';
import type { Tenant } from '../core/tenant.js';

/** What a request does is in the log within this time; so is what a job does after it was last heard of. */
const WITHIN_MS = 15 * 60 * 1000;
/** How far the clocks of two processes may be apart. */
const BEFORE_MS = 60 * 1000;
/** A job began before any of its events: it is looked for among this many jobs. */
const MAX_JOBS = 100;
/** Beyond this, what takes it back does not fit in one transaction. */
export const MAX_AGGREGATES = 32;

/** What a caller knows of a change. */
export interface NamedChange {
  correlationId: string;
  /** ISO 8601: needed for an id that a client made up. */
  at?: string | undefined;
  /** Whose change it is, if several actors have sent the same id. By default see {@link makerOf}. */
  actor?: string | undefined;
}

/** Which events are those of a change: by whom, and where in the log, between two times in ISO 8601. */
export interface LocatedChange {
  correlationId: string;
  from: string;
  until: string;
  /** Events of others with the same id are not part of it. Absent in jobs of earlier versions: anybody's. */
  actors?: readonly Actor[];
}

/** Whether an event belongs to a change. */
export function isOf({ correlationId, from, until, actors }: LocatedChange) {
  return (event: Pick<DomainEvent, 'correlationId' | 'actor' | 'at'>): boolean =>
    event.correlationId === correlationId &&
    event.at >= from &&
    event.at < until &&
    (actors?.includes(event.actor) ?? true);
}

export interface JobsOfChange {
  /** That made it. */
  jobs: readonly Job[];
  /** That it has undone. */
  restored: readonly Job[];
}

/**
 * Finds the part of the log that has the events of a change. If jobs have made it, as long as they took: a client can give several
 * requests the same id. Others can send that id too: theirs is another change.
 * @param caller their own change comes before those of others, where `at` leaves open whose is meant
 * @throws DomainError `change_not_found`; `change_not_revertible` while a job of it has not ended
 * @returns also the jobs of what the change has undone: undoing it does that again
 */
export async function locateChange(
  tenant: Tenant,
  { correlationId, at, actor }: NamedChange,
  caller?: Actor,
): Promise<LocatedChange & JobsOfChange> {
  const time = at === undefined ? timeOfUlid(correlationId) : Date.parse(at);
  if (time === undefined)
    throw notFound('Add `at`, the time of one of its events: the id does not contain one.');
  // Times of five-digit years would sort before all others.
  if (time - BEFORE_MS > tenant.directory.now()) throw notFound(NO_SUCH_CHANGE);
  const near = await jobsBefore(tenant, time);
  const sameId = near.filter((job) => job.correlationId === correlationId);
  const anybodys = { correlationId, ...windowOf(time, sameId) };
  const own = at === undefined ? undefined : caller;
  const maker =
    (actor as Actor | undefined) ?? (await makerOf(tenant, anybodys, { time, jobs: sameId, own }));
  const makers = maker === undefined ? [] : [maker];
  const jobs = sameId.filter((job) => runnersOf(job).some((runner) => makers.includes(runner)));
  if (jobs.some(({ status }) => status === 'running' || status === 'paused'))
    throw new DomainError(
      'change_not_revertible',
      'The job that makes this change has not ended: wait for its end, or cancel it.',
    );
  const actors = [...new Set([...makers, ...jobs.flatMap(runnersOf)])];
  const restored = near.filter((job) => job.revertedBy === correlationId);
  return { correlationId, ...windowOf(time, jobs), actors, jobs, restored };
}

function windowOf(time: number, jobs: readonly Job[]): { from: string; until: string } {
  const begun = jobs.map(({ createdAt }) => Date.parse(createdAt));
  const ended = jobs.map(({ updatedAt }) => Date.parse(updatedAt));
  const from = new Date(Math.min(time, ...begun) - BEFORE_MS).toISOString();
  const until = new Date(Math.max(time, ...ended) + WITHIN_MS).toISOString();
  return { from, until };
}

/** Whom the events of a job name. */
function runnersOf({ actor, ranAs = [], runsAs = actor }: Job): Actor[] {
  return [actor, ...ranAs, runsAs];
}

interface Clues {
  time: number;
  jobs: readonly Job[];
  own: Actor | undefined;
}

/**
 * Whose change is meant, of all that have sent an id: of an event at exactly that time, else one of one's own if the time may be
 * about, else the nearest event. Nobody else knows an id of ours before its first event. Eventually consistent.
 */
async function makerOf(
  { directory, accountId }: Tenant,
  change: LocatedChange,
  { time, jobs, own }: Clues,
): Promise<Actor | undefined> {
  const distance = (at: string) => Math.abs(Date.parse(at) - time);
  const begun = jobs.map(({ actor, createdAt: at }) => ({ actor, at }));
  let [nearest] = begun.sort((one, other) => distance(one.at) - distance(other.at));
  let isOwn = begun.some(({ actor }) => actor === own);
  const log = directory.table.each(
    eventEntity.by('GSI1'),
    { accountId },
    {
      atLeast: { at: change.from },
      lessThan: { at: change.until },
      filter: () => mayHave('correlationId', change.correlationId),
      select: ['at', 'actor', 'correlationId'],
    },
  );
  for await (const event of log) {
    if (event.correlationId !== change.correlationId) continue;
    if (!nearest || distance(event.at) < distance(nearest.at)) nearest = event;
    isOwn ||= event.actor === own;
    if (event.at === nearest.at && distance(event.at) === 0) break;
    if (own === undefined && Date.parse(event.at) >= time) break;
  }
  return nearest && isOwn && distance(nearest.at) > 0 ? own : nearest?.actor;
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
export type LoggedEvent = Pick<DomainEvent, 'aggregateId' | 'type' | 'version' | 'data'>;

/** The events of a change, oldest first; without their personal data. Eventually consistent. */
export async function* eventsOf(
  { directory, accountId }: Tenant,
  change: LocatedChange,
): AsyncGenerator<LoggedEvent> {
  const log = directory.table.each(
    eventEntity.by('GSI1'),
    { accountId },
    {
      atLeast: { at: change.from },
      lessThan: { at: change.until },
      filter: () => mayHave('correlationId', change.correlationId),
      select: ['aggregateId', 'type', 'version', 'data', 'correlationId', 'actor', 'at'],
    },
  );
  const isOwn = isOf(change);
  for await (const event of log) if (isOwn(event)) yield event;
}

/**
 * The aggregates that a change is about.
 * @throws DomainError `change_not_found`, `change_not_revertible`, `change_too_large`
 */
export async function findChanged(
  tenant: Tenant,
  change: NamedChange,
  caller: Actor,
): Promise<JobsOfChange & { located: LocatedChange; aggregateIds: string[] }> {
  const { jobs, restored, ...located } = await locateChange(tenant, change, caller);
  const ids = new Set<string>();
  for await (const { aggregateId } of eventsOf(tenant, located)) {
    ids.add(aggregateId);
    if (ids.size > MAX_AGGREGATES)
      throw new DomainError(
        'change_too_large',
        `The change is about more than ${MAX_AGGREGATES} users, service groups and teams: one transaction cannot undo it.`,
      );
  }
  if (ids.size === 0) throw notFound(NO_SUCH_CHANGE);
  return { located, jobs, restored, aggregateIds: [...ids].sort() };
}

const NO_SUCH_CHANGE = 'There is no such change in this account.';

function notFound(message: string): DomainError {
  return new DomainError('change_not_found', message);
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
export function revertibility(
  event: Pick<DomainEvent, 'aggregateId' | 'type' | 'data' | 'version' | 'erased'>,
): Revertibility {
  return event.erased || !isOfRevertible(event.aggregateId) ? 'no' : revertibilityOf(event);
}

function isOfRevertible(aggregateId: string): boolean {
  const kind = kindOfAggregate(aggregateId);
  return kind === 'user' || kind === 'service-group' || kind === 'team';
}

const WORDS: Readonly<Partial<Record<AggregateKind, string>>> = {
  account: 'the account itself',
  'api-key': 'an API key',
  'webhook-endpoint': 'a webhook endpoint',
  'log-stream': 'a log stream',
  'access-request': 'a request for access',
  'access-roles': 'access roles',
};
