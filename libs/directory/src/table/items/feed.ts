import { isIdOf } from '#libs/domain';
import { boolean, defineEntity, number, record, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** The first place of what is fed as it happens. What happened before a feed began is at lower places. */
export const FIRST_LIVE_PART = 1_000_000;
/** Empty, and appended last: what happened before the feed began is all there. */
export const END_OF_HISTORY = FIRST_LIVE_PART - 1;

/**
 * Part of the feed of an account, or of all: which events are next. Numbered without holes, written once, never changed or deleted
 * (docs/adr/0050).
 */
export const feedPartEntity = defineEntity(rollbookTable, {
  name: 'feed-part',
  key: { PK: 'feed:{scope}', SK: 'part:{sequence:12}' },
  attributes: {
    scope: string(),
    sequence: number(),
    /** When it was appended. */
    at: string(),
    /** JSON: for each commit, its aggregate, the version of its first event, and the number of its events. */
    commits: string(),
    /** For each recently read shard of the stream, the record up to which the feed has its commits. */
    fedUpTo: record(string()),
    /** Commits of until then were fed from the log of events: their records are skipped. */
    filledTo: string().optional(),
    /** Commits that the stream lost are being fed: until the part after them, no other may be appended. */
    filling: boolean().optional(),
    /** Of what happened before the feed began: the last event that was read for it, as JSON. */
    readTo: string().optional(),
    /**
     * The feed is about teams, in this part or before it: what its readers must know. It is on each part from there on, because each page
     * reads parts, wherever its reader begins, and the last part says where a feed ends: so that it is known without another read.
     */
    teams: boolean().optional(),
    /** Of the first part, if nothing happened before it. */
    whole: boolean().optional(),
  },
});

/** A feed that began when there were events already: they are still to be fed. */
export const feedHistoryEntity = defineEntity(rollbookTable, {
  name: 'feed-history',
  key: { PK: 'feed-histories', SK: 'scope:{scope}' },
  attributes: { scope: string(), dueAt: string() },
});

/** Everything committed before `completeTo` is in the feeds: the stream processor states it every few seconds (docs/adr/0052). */
export const feedStatementEntity = defineEntity(rollbookTable, {
  name: 'feed-statement',
  key: { PK: 'feed-statement', SK: 'statement' },
  attributes: { completeTo: string() },
});

/** When somebody last read on in a feed, to the minute: only then is it worth stating how far the feeds are, where that takes a reader. */
export const feedFollowedEntity = defineEntity(rollbookTable, {
  name: 'feed-followed',
  key: { PK: 'feed-statement', SK: 'followed' },
  attributes: { followedAt: string() },
});

export interface FedCommit {
  aggregateId: string;
  /** The version of its first event. */
  first: number;
  count: number;
}

/** Each account's first event about teams is that a team was created. */
export function haveTeams(commits: readonly { aggregateId: string }[]): boolean {
  return commits.some(({ aggregateId }) => isIdOf('team', aggregateId));
}

export function isAboutTeams(type: string): boolean {
  return type.startsWith('team.') || type.startsWith('service_group.team_');
}

export function packCommits(commits: readonly FedCommit[]): string {
  return JSON.stringify(commits.map(({ aggregateId, first, count }) => [aggregateId, first, count]));
}

export function unpackCommits({ commits }: { commits: string }): FedCommit[] {
  const packed = JSON.parse(commits) as [string, number, number][];
  return packed.map(([aggregateId, first, count]) => ({ aggregateId, first, count }));
}
