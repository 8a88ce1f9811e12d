import { isSingleTableError } from '@rollbook/single-table';
import { readFeedEnd, SETTLED_AFTER_MS } from '../../core/feed-end.js';
import type { FeedEnd } from '../../core/feed-ends.js';
import type { Directory } from '../../core/directory.js';
import { PLATFORM_ACCOUNT_ID } from '../../aggregates/api-key/api-keys.js';
import { accountEntity } from '../../table/items/accounts.js';
import { eventEntity } from '../../table/items/events.js';
import {
  END_OF_HISTORY,
  feedHistoryEntity,
  feedPartEntity,
  FIRST_LIVE_PART,
  haveTeams,
  packCommits,
  unpackCommits,
  type FedCommit,
} from '../../table/items/feed.js';
import { ACCOUNTS_SCOPE } from '../../search-index/heads-to-entries.js';

const CONSISTENT = { consistent: true } as const;
const MAX_COMMITS = 500;
/** Longer than a commit takes to be fed, and than clocks differ. */
const MARGIN_MS = 15 * 60 * 1000;

/** Feeds what happened before feeds began, where that is due. May be done by several processes, and be interrupted anywhere. */
export async function fillHistories(
  directory: Directory,
  { onNotice, signal }: { onNotice: (line: string) => void; signal?: AbortSignal },
): Promise<void> {
  for await (const { scope, dueAt } of directory.table.each(feedHistoryEntity, {})) {
    if (signal?.aborted || Date.parse(dueAt) > directory.now()) continue;
    const fed = await fillHistory(directory, scope, signal);
    if (fed > 0) onNotice(`FED: ${fed} events of ${scope} from before its feed began.`);
  }
}

/** @returns how many events it fed */
export async function fillHistory(
  directory: Directory,
  scope: string,
  signal?: AbortSignal,
): Promise<number> {
  const { table } = directory;
  const begun = await table.get(feedPartEntity, { scope, sequence: FIRST_LIVE_PART }, CONSISTENT);
  const before = { order: 'descending', lessThan: { sequence: FIRST_LIVE_PART }, limit: 1 } as const;
  const [last] = (await table.query(feedPartEntity, { scope }, { ...before, ...CONSISTENT })).items;
  let fed = 0;
  if (begun?.filledTo !== undefined && last?.sequence !== END_OF_HISTORY) {
    const from = last?.readTo === undefined ? undefined : (JSON.parse(last.readTo) as ReadTo);
    let sequence = last?.sequence ?? 0;
    let teams = last?.teams === true;
    const at = new Date(directory.now()).toISOString();
    const create = (part: { sequence: number; commits: string; readTo?: string; teams?: boolean }) =>
      table.create(feedPartEntity, { ...part, scope, at, fedUpTo: {} });
    try {
      for await (const { commits, readTo } of partsOf(historyOf(directory, scope, begun.filledTo, from))) {
        if (signal?.aborted) return fed;
        teams ||= haveTeams(commits);
        await create({
          ...{ sequence: (sequence += 1), commits: packCommits(commits), readTo: JSON.stringify(readTo) },
          ...(teams && { teams }),
        });
        fed += commits.reduce((sum, { count }) => sum + count, 0);
      }
      if (teams) await sayTeams(directory, scope);
      await create({ sequence: END_OF_HISTORY, commits: '[]', ...(teams && { teams }) });
    } catch (error) {
      // Another process feeds them.
      if (isSingleTableError(error, 'ConditionFailed')) return fed;
      throw error;
    }
  }
  await table.delete(feedHistoryEntity, { scope });
  return fed;
}

/** Who begins at the end of a feed does not read its history. @throws ConditionFailed if another process has appended */
async function sayTeams(directory: Directory, scope: string): Promise<void> {
  const end = await readFeedEnd(directory, scope);
  if (end && end.teams !== true)
    await appendMark(directory, scope, end, { teams: true, ...(end.filling && { filling: true }) });
}

interface Logged {
  accountId: string;
  aggregateId: string;
  version: number;
  at: string;
  eventId: string;
}

type ReadTo = readonly [accountId: string, at: string, eventId: string];

/** The events from before a feed began, account by account, in the order of their logs. */
async function* historyOf(
  directory: Directory,
  scope: string,
  filledTo: string,
  from: ReadTo | undefined,
): AsyncGenerator<Logged> {
  const live = await firstLiveVersions(directory, scope);
  for await (const accountId of accountsOf(directory, scope)) {
    if (from && accountId < from[0]) continue;
    // It was left within an account.
    const [since, last] = !from || accountId > from[0] ? ['', ''] : [from[1], from[2]];
    const isRead = ({ at, eventId }: Logged) => at < since || (at === since && eventId <= last);
    for await (const event of loggedEvents(directory, accountId, since, filledTo))
      if (!isRead(event) && event.version < (live.get(event.aggregateId) ?? Infinity)) yield event;
  }
}

async function* loggedEvents(
  { table }: Directory,
  accountId: string,
  from: string,
  to: string,
): AsyncGenerator<Logged> {
  const between = [{ at: from || '0' }, { at: to }] as const;
  const select = ['aggregateId', 'version', 'at', 'eventId'] as const;
  for await (const event of table.each(eventEntity.by('GSI1'), { accountId }, { between, select }))
    yield { ...event, accountId };
}

/** By their ids, which are in the order in which the accounts were created. */
async function* accountsOf({ table }: Directory, scope: string): AsyncGenerator<string> {
  if (scope !== ACCOUNTS_SCOPE) {
    yield scope;
    return;
  }
  yield PLATFORM_ACCOUNT_ID;
  const select = ['accountId'] as const;
  for await (const { accountId } of table.each(accountEntity.by('GSI1'), {}, { select })) yield accountId;
}

interface Part {
  commits: FedCommit[];
  readTo: ReadTo;
}

async function* partsOf(events: AsyncIterable<Logged>): AsyncGenerator<Part> {
  let part: Part | undefined;
  for await (const { accountId, aggregateId, version, at, eventId } of events) {
    if (part?.commits.length === MAX_COMMITS) {
      yield part;
      part = undefined;
    }
    part ??= { commits: [], readTo: [accountId, at, eventId] };
    part.readTo = [accountId, at, eventId];
    const last = part.commits.at(-1);
    if (last?.aggregateId === aggregateId && last.first + last.count === version) last.count += 1;
    else part.commits.push({ aggregateId, first: version, count: 1 });
  }
  if (part) yield part;
}

/** Of aggregates whose events were fed as they happened: the version of the first. */
async function firstLiveVersions({ table }: Directory, scope: string): Promise<Map<string, number>> {
  const first = new Map<string, number>();
  const live = { atLeast: { sequence: FIRST_LIVE_PART }, ...CONSISTENT };
  for await (const part of table.each(feedPartEntity, { scope }, live))
    for (const each of unpackCommits(part))
      if (!first.has(each.aggregateId)) first.set(each.aggregateId, each.first);
  return first;
}

/**
 * Feeds the events of a period that the feed does not have, because the stream lost their records. Until it has, nothing else is
 * appended to this feed: so an event that is found in the log is not fed by its record too, and no later one before it.
 */
export async function feedLost(
  directory: Directory,
  scope: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const end = await readFeedEnd(directory, scope);
  // When it begins, it begins with what has happened.
  if (!end) return;
  // What is younger comes by its record.
  const settled = Math.min(to.getTime(), directory.now() - SETTLED_AFTER_MS);
  const first = await directory.table.get(feedPartEntity, { scope, sequence: FIRST_LIVE_PART }, CONSISTENT);
  // What happened until the feed began is in its history, or will be: fed here, it would be there twice, or what follows it nowhere.
  const begunAt = first?.filledTo === undefined ? 0 : Date.parse(first.filledTo);
  if (settled <= begunAt) return;
  const since = Math.max(from.getTime(), begunAt + 1);
  const filledTo = new Date(Math.max(settled, Date.parse(end.filledTo ?? '1970-01-01'))).toISOString();
  let tail = await appendMark(directory, scope, end, { filling: true });
  const fed = await lastVersions(directory, scope, since - MARGIN_MS);
  for await (const accountId of accountsOf(directory, scope))
    for await (const { commits } of partsOf(
      unfed(loggedEvents(directory, accountId, new Date(since).toISOString(), filledTo), fed),
    ))
      tail = await appendMark(directory, scope, tail, {
        ...{ filling: true, commits: packCommits(commits) },
        ...(haveTeams(commits) && { teams: true }),
      });
  await appendMark(directory, scope, tail, { filledTo });
}

async function* unfed(
  events: AsyncIterable<Logged>,
  fed: ReadonlyMap<string, number>,
): AsyncGenerator<Logged> {
  for await (const event of events) if (event.version > (fed.get(event.aggregateId) ?? 0)) yield event;
}

/** @throws ConditionFailed if another process has appended: then the repair is to be begun again */
async function appendMark(
  { table, now, feedEnds }: Directory,
  scope: string,
  { sequence, fedUpTo, filledTo, teams }: FeedEnd,
  { commits = '[]', ...mark }: { filling?: true; commits?: string; filledTo?: string; teams?: true },
): Promise<FeedEnd> {
  feedEnds.delete(scope);
  const end = {
    ...{ sequence: sequence + 1, fedUpTo, ...(filledTo !== undefined && { filledTo }) },
    ...(teams && { teams }),
    ...mark,
  };
  await table.create(feedPartEntity, { ...end, scope, at: new Date(now()).toISOString(), commits });
  return end;
}

/** Of aggregates of which something was fed since a time: the version of the last event. */
async function lastVersions(
  { table }: Directory,
  scope: string,
  since: number,
): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  const live = { order: 'descending', atLeast: { sequence: FIRST_LIVE_PART }, ...CONSISTENT } as const;
  for await (const part of table.each(feedPartEntity, { scope }, live)) {
    if (Date.parse(part.at) < since) break;
    for (const { aggregateId, first, count } of unpackCommits(part))
      last.set(aggregateId, Math.max(last.get(aggregateId) ?? 0, first + count - 1));
  }
  return last;
}
