import { createHash } from 'node:crypto';
import type { WriteOperation } from '@rollbook/single-table';
import { append, batchTree, emptyTree } from '#libs/transparency-log';
import { appendToLog } from '../log/account-log.js';
import { noteLeaves } from '../log/find-leaves.js';
import {
  appendBatch,
  createInstallationLog,
  fillingOf,
  readInstallationHead,
} from '../log/installation-log.js';
import { beginObjectsRound, forgetDueFeed, readObjectsPlace, storeObjectsPlace } from '../log/log-objects.js';
import { openLogs } from '../log/log-readers.js';
import { readLogSize, requireLogKey } from '../log/log-worker.js';
import { publishHead, type Signing } from '../log/publish-log.js';
import { filledTiles, storedTree, writeTiles } from '../log/stored-tree.js';
import { readEventsOfParts, readFeedParts } from '../reads/feed/feed-parts.js';
import { ACCOUNTS_SCOPE } from '../search-index/heads-to-entries.js';
import { feedPartEntity, FIRST_LIVE_PART, packCommits } from '../table/items/feed.js';
import { logObjectsDueEntity, logObjectsEntity } from '../table/items/log-objects.js';
import {
  installationLogEntity,
  logBatchEntity,
  logCheckpointEntity,
  logDueEntity,
  logHeadEntity,
} from '../table/items/logs.js';
import { pattern } from './reads.js';
import { accountId, at } from './samples/sample.js';

const origin = 'log.example.org';
const hash = new Uint8Array(createHash('sha256').digest());
const tree = storedTree(append(emptyTree, [hash]));
const place = `${FIRST_LIVE_PART}.0`;
const lines = JSON.stringify([[accountId, 1, Buffer.from(hash).toString('base64')]]);
const head = { origin, ...tree, secret: hash, place: FIRST_LIVE_PART, batch: lines };

const batch = batchTree([{ accountId, size: 1, root: hash }], fillingOf(head, 0));

const signing: Signing = {
  key: { origin, publicKey: () => Promise.resolve(hash), sign: () => Promise.resolve(new Uint8Array(64)) },
  mark: { read: () => Promise.resolve({ size: 1, root: tree.root }), replace: () => Promise.resolve(true) },
};

export const logReads = {
  proveEvent: pattern(
    'that an event is a leaf of its account’s log, and where',
    { eventId: `${accountId}.1` },
    ({ directory }, { eventId }) => openLogs(directory, signing.key).accounts.proof(accountId, eventId),
    {
      note: 'Then the tiles of both logs in one call, and the last batches; behind the last full tile its events, in at most three.',
    },
  ),
  readLogTile: pattern(
    'hashes of an account’s log, or the size and root that a checkpoint covers',
    { level: 0, index: 0 },
    ({ directory }, { level, index }) =>
      openLogs(directory, signing.key).accounts.tile(accountId, level, index, 1),
  ),
  readLogEntries: pattern('entries of an account’s log', { bundle: 0 }, ({ directory }, { bundle }) =>
    openLogs(directory, signing.key).accounts.entries(accountId, bundle, 1),
  ),
  readInstallationCheckpoint: pattern(
    'the newest checkpoint of the log of all accounts',
    {},
    ({ directory }) => openLogs(directory, signing.key).installation.checkpoint(),
  ),
  readInstallationBatches: pattern(
    'leaves of the log of all accounts',
    { bundle: 0 },
    ({ directory }, { bundle }) => openLogs(directory, signing.key).installation.entries(bundle, 1),
  ),
  readBatchLines: pattern('the lines of a batch, for a monitor', { batch: 0 }, ({ directory }, { batch }) =>
    openLogs(directory, signing.key).installation.batch(batch),
  ),
};

const ignore = () => {};

export const logUpkeep = {
  readLogSize: pattern(
    'whether the log of all accounts has grown: every five seconds in a process, once a minute in a function',
    {},
    ({ directory }) => readLogSize(directory, signing),
  ),
  requireLogKey: pattern('whether a log has the name and key it began with', {}, ({ directory }) =>
    requireLogKey(directory, signing.key),
  ),
  createInstallationLog: pattern('begin the log of all accounts', {}, ({ directory }) =>
    createInstallationLog(directory, 'log.example.com'),
  ),
  appendToLog: pattern(
    'append an account’s feed to its log',
    { batch: 1, limit: 100 },
    ({ directory }, request) => appendToLog(directory, accountId, request),
  ),
  fillTile: pattern(
    'write a full tile of a log',
    { leaves: 256 },
    async ({ directory: { table } }, { leaves }) => {
      const growth = { tree: emptyTree, partial: [], leaves: Array.from({ length: leaves }, () => hash) };
      const tiles = await filledTiles(table, { scope: accountId, ...growth });
      await writeTiles(table, tiles);
      await noteLeaves(table, accountId, tiles);
    },
  ),
  appendBatch: pattern(
    'append what has changed in a minute to the logs',
    {},
    async ({ directory }) => appendBatch(directory, (await readInstallationHead(directory, origin))!, ignore),
    { note: 'Of each account that has changed the head and the parts of its feed, as above.' },
  ),
  publishHead: pattern('sign the log of all accounts', {}, ({ directory }) =>
    publishHead(directory, { ...head, walkedTo: '' }, signing),
  ),
};

export const logObjectsUpkeep = {
  beginObjectsRound: pattern(
    'accounts whose feeds have something new to store in S3: once a minute',
    {},
    async ({ directory }) => {
      for await (const _ of (await beginObjectsRound(directory, 1)) ?? []);
    },
  ),
  readObjectsPlace: pattern('what of a feed is stored in S3', {}, ({ directory }) =>
    readObjectsPlace(directory, accountId),
  ),
  readFeedParts: pattern('the parts of a feed that are to be cut into objects', {}, async ({ directory }) => {
    for await (const _ of (await readFeedParts(directory, accountId)).parts);
  }),
  readEventsOfParts: pattern('the events of an object', {}, async ({ directory }) => {
    const parts = { first: FIRST_LIVE_PART, events: 1 };
    for await (const _ of readEventsOfParts(directory, accountId, parts));
  }),
  noteFollowerOfObjects: pattern('note that a feed is read: once a minute', {}, ({ directory }) =>
    directory.feedClock.noteFollower(),
  ),
  storeObjectsPlace: pattern('note what of a feed is stored in S3', {}, ({ directory }) =>
    storeObjectsPlace(directory, accountId, FIRST_LIVE_PART + 1),
  ),
  forgetDueFeed: pattern('forget that a feed has something new', {}, ({ directory }) =>
    forgetDueFeed(directory, { scope: accountId, noted: 'round_1' }),
  ),
};

export const logSample: readonly WriteOperation[] = [
  feedPartEntity.put({
    ...{ at, fedUpTo: {}, scope: ACCOUNTS_SCOPE, sequence: FIRST_LIVE_PART, whole: true },
    commits: packCommits([{ aggregateId: accountId, first: 1, count: 1 }]),
  }),
  logHeadEntity.put({ scope: accountId, ...tree, place, tilePlace: place, batch: 0 }),
  logDueEntity.put({ scope: accountId }),
  logObjectsEntity.put({ place: FIRST_LIVE_PART, walkedTo: '', startedAt: at }),
  logObjectsDueEntity.put({ scope: accountId, noted: 'round_1' }),
  installationLogEntity.put({ ...head, walkedTo: '' }),
  logBatchEntity.put({ origin, index: 0, root: batch.root, lines }),
  logCheckpointEntity.put({ origin, size: 1, note: 'signed', secret: hash }),
];
