import { binary, defineEntity, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** A tree of RFC 6962 as far as it goes: its right edge is what it takes to append. */
const tree = { size: number(), root: binary(), edge: binary() };

/** How far an account's feed is in its tree. Written once for all that a batch adds (docs/adr/0063). */
export const logHeadEntity = defineEntity(rollbookTable, {
  name: 'log-head',
  key: { PK: 'log:{scope}', SK: 'head' },
  attributes: {
    scope: string(),
    ...tree,
    /** The next event: its part of the feed, and its place there. */
    place: string(),
    /** The place of the first leaf of the tile that is not full. */
    tilePlace: string(),
    /** The batch that has this size, and the one that had an earlier one. */
    batch: number(),
    previousBatch: number().optional(),
  },
});

/** 256 hashes, written once. */
export const logTileEntity = defineEntity(rollbookTable, {
  name: 'log-tile',
  key: { PK: 'log:{scope}', SK: 'tile:{level:2}:{index:12}' },
  attributes: {
    scope: string(),
    level: number(),
    index: number(),
    hashes: binary(),
    /** The roots of the tiles so far of the tile above, this one's last: that one can be read before it is full. */
    roots: binary(),
    /** Of its first leaf, as a head has it. */
    place: string().optional(),
  },
});

/** Which leaf has a hash, by its first bytes: `tile:` for those of a tile, two digits for those that begin with that byte. */
export const logFindEntity = defineEntity(rollbookTable, {
  name: 'log-find',
  key: { PK: 'log:{scope}', SK: 'find:{bucket}:{index:12}' },
  attributes: { scope: string(), bucket: string(), index: number(), found: binary() },
});

/** An account whose feed has more than its tree: an older one, or one whose feed is not whole yet. */
export const logDueEntity = defineEntity(rollbookTable, {
  name: 'log-due',
  key: { PK: 'log-due', SK: 'account:{scope}' },
  attributes: { scope: string() },
});

/** The log of all accounts. Its last batch is in it, so that a batch is a leaf or is not. */
export const installationLogEntity = defineEntity(rollbookTable, {
  name: 'installation-log',
  key: { PK: 'installation-log:{origin}', SK: 'head' },
  attributes: {
    origin: string(),
    ...tree,
    /** Which lines fill a batch is not to be guessed. */
    secret: binary(),
    /** The part of the feed of all accounts that is next. */
    place: number(),
    /** The last account that was noted as an older one; `done` when all are. */
    walkedTo: string(),
    batch: string().optional(),
  },
});

/** A leaf of the log of all accounts: the root of a batch, and, if they are few, the lines. */
export const logBatchEntity = defineEntity(rollbookTable, {
  name: 'log-batch',
  key: { PK: 'installation-log:{origin}', SK: 'batch:{index:12}' },
  attributes: {
    origin: string(),
    index: number(),
    root: binary(),
    lines: string().optional(),
    /** Instead of a batch: the last checkpoint of the log before this one. Then `root` is its hash. */
    previous: string().optional(),
  },
});

/** The lines of a batch of many. */
export const logLinesEntity = defineEntity(rollbookTable, {
  name: 'log-lines',
  key: { PK: 'installation-log:{origin}', SK: 'lines:{index:12}' },
  attributes: { origin: string(), index: number(), lines: string() },
});

/** The newest signed note, and the cosignatures that witnesses have sent. */
export const logCheckpointEntity = defineEntity(rollbookTable, {
  name: 'log-checkpoint',
  key: { PK: 'installation-log:{origin}', SK: 'checkpoint' },
  attributes: { origin: string(), size: number(), note: string(), secret: binary() },
});
