import { defineEntity, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** How far the feed of all accounts was read for those that have something new to store as objects (docs/log-streams.md). */
export const logObjectsEntity = defineEntity(rollbookTable, {
  name: 'log-objects',
  key: { PK: 'log-objects', SK: 'head' },
  attributes: {
    /** The part that is next. */
    place: number(),
    /** The last account that was noted as an older one; `done` when all are. */
    walkedTo: string(),
    /** When the last round began. ISO 8601. */
    startedAt: string(),
  },
});

/** An account whose feed may have more than its objects. */
export const logObjectsDueEntity = defineEntity(rollbookTable, {
  name: 'log-objects-due',
  key: { PK: 'log-objects', SK: 'due:{scope}' },
  attributes: {
    scope: string(),
    /** Another each time it is noted. */
    noted: string(),
  },
});

export const logObjectsPlaceEntity = defineEntity(rollbookTable, {
  name: 'log-objects-place',
  key: { PK: 'log-objects:{scope}', SK: 'place' },
  attributes: {
    scope: string(),
    /** The first part of the account's feed that is in no object yet. */
    next: number(),
  },
});
