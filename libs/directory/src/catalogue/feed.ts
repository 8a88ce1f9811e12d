import type { WriteOperation } from '@rollbook/single-table';
import { beginFeed } from '../core/feed-end.js';
import { appendToFeed, isFed } from '../projections/feed/append-feed.js';
import { feedLost, fillHistory } from '../projections/feed/fill-feed.js';
import { isFollowed, stateComplete } from '../projections/feed/state-complete.js';
import { hasGrown, readFeed } from '../reads/feed/read-feed.js';
import { snapshotOfAccess } from '../reads/feed/snapshot-of-access.js';
import { snapshotOfEvents } from '../reads/feed/snapshot-of-events.js';
import { readSnapshot } from '../reads/feed/snapshot.js';
import { feedHistoryEntity, feedPartEntity, FIRST_LIVE_PART, packCommits } from '../table/items/feed.js';
import { pattern } from './reads.js';
import { accountId, at, otherAccountId } from './samples/sample.js';

export const feedReads = {
  readFeed: pattern(
    'the next events of an account, in the order of its feed',
    { limit: 25 },
    ({ directory }, request) => readFeed(directory, accountId, request),
    {
      number: 25,
      note: 'The events of the parts that the query finds are read by their keys, and then the keys of the users concerned.',
    },
  ),
  readEndOfFeed: pattern(
    'where a feed ends: to read on from now',
    { after: 'now', limit: 25 },
    ({ directory }, request) => readFeed(directory, accountId, request),
  ),
  readSnapshot: pattern(
    'the present state of an account, as the events that would create it',
    {},
    async (tenant) => {
      for await (const _part of (await readSnapshot(tenant, snapshotOfEvents)).parts);
    },
    { number: 26, note: 'As many pages as there are users, service groups and memberships for.' },
  ),
  readAccessSnapshot: pattern(
    'what access to service groups depends on, of all in an account',
    {},
    async (tenant) => {
      for await (const _part of (await readSnapshot(tenant, snapshotOfAccess)).parts);
    },
    { note: 'The same pages, with fewer attributes.' },
  ),
  hasGrown: pattern(
    'whether there is something new in a feed: once a second, for all in a process who wait for it',
    { sequence: FIRST_LIVE_PART, offset: 0 },
    ({ directory }, position) => hasGrown(directory, accountId, position),
  ),
  noteFollower: pattern(
    'note that somebody reads a feed: once a minute, in a function',
    {},
    ({ directory }) => directory.feedClock.noteFollower(),
  ),
  beginFeed: pattern(
    'begin the feed of an account that has events already',
    { scope: 'acct_3' },
    ({ directory }, { scope }) => beginFeed(directory, scope),
    { note: 'Once, at the first read of an account from before there were feeds.' },
  ),
};

const commit = { aggregateId: accountId, first: 1, count: 1, createdAt: at, committedAt: at };

export const feedUpkeep = {
  appendToFeed: pattern(
    'append commits to a feed',
    { shardId: 'shardId-1', commits: [{ ...commit, sequenceNumber: '1' }] },
    ({ directory }, recorded) => appendToFeed(directory, 'acct_4', recorded),
    { note: 'The process knows the end of a feed that it has appended to: then it is one write.' },
  ),
  stateComplete: pattern(
    'state up to when the feeds are complete',
    { completeTo: Date.parse(at) },
    ({ directory }, { completeTo }) => stateComplete(directory, completeTo),
    { note: 'Every five seconds, also while nothing happens.' },
  ),
  isFollowed: pattern('whether somebody reads a feed: once a minute, in a function', {}, ({ directory }) =>
    isFollowed(directory),
  ),
  isFed: pattern(
    'whether a feed has commits of the stream: while somebody reads a feed, in a function',
    { shardId: 'shardId-1', commits: [{ ...commit, sequenceNumber: '1' }] },
    ({ directory }, recorded) => isFed(directory, accountId, recorded),
  ),
  fillHistory: pattern(
    'feed what happened before a feed began',
    { scope: otherAccountId },
    ({ directory }, { scope }) => fillHistory(directory, scope),
  ),
  feedLost: pattern(
    'feed what the stream lost',
    { from: '2026-03-01', to: '2026-03-04' },
    ({ directory }, { from, to }) =>
      feedLost(directory, accountId, { from: new Date(from), to: new Date(to) }),
  ),
};

const part = { at, commits: packCommits([commit]), fedUpTo: { 1: '011 2026-03-03T12:00Z' } };

export const feedSample: readonly WriteOperation[] = [
  feedPartEntity.put({ ...part, scope: accountId, sequence: FIRST_LIVE_PART, whole: true }),
  feedPartEntity.put({ ...part, scope: otherAccountId, sequence: FIRST_LIVE_PART, filledTo: at }),
  feedHistoryEntity.put({ scope: otherAccountId, dueAt: at }),
];
