import { binary, defineEntity, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** What is packed into an item: entries, compressed and encrypted, with the key that it takes to read them. */
const packed = { sealed: binary(), keyId: string() };

/** In order, without holes. The last is never deleted: a reader sees by it that none is missing. */
export const searchChangesEntity = defineEntity(rollbookTable, {
  name: 'search-changes',
  key: { PK: 'search:{scope}', SK: 'change:{sequence:12}' },
  attributes: {
    scope: string(),
    sequence: number(),
    /** Of the account's users, up to these changes. Milliseconds since the epoch. */
    lastErasureAt: number().optional(),
    ...packed,
  },
});

/** The entries from one id up to the next segment's first: all changes are folded into them now and then. */
export const searchSegmentEntity = defineEntity(rollbookTable, {
  name: 'search-segment',
  key: { PK: 'search:{scope}', SK: 'segment:{firstId}' },
  attributes: { scope: string(), firstId: string(), version: number(), ...packed },
});

/** Says that the segments and changes of an account are all there is, and how much was folded. */
export const searchStateEntity = defineEntity(rollbookTable, {
  name: 'search-state',
  key: { PK: 'search:{scope}', SK: 'state' },
  attributes: {
    scope: string(),
    version: number(),
    /** The last change that is in the segments. */
    foldedTo: number(),
    /** Of all segments, as stored. */
    bytes: number(),
    updatedAt: string(),
  },
});
