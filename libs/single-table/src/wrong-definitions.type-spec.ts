/**
 * Definitions the compiler must reject, each under a `@ts-expect-error` that fails if it is not rejected. Those that only the
 * library itself can refuse are in wrong-definitions.spec.ts. Checked by `npm run typecheck` and by types.spec.ts; never run.
 */
import {
  any,
  bigInteger,
  boolean,
  date,
  defineEntity,
  defineTable,
  list,
  map,
  number,
  oneOf,
  packed,
  string,
} from '@rollbook/single-table';

const table = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    Scores: { partitionKey: 'game', sortKey: 'points' },
    Local: { local: true, sortKey: 'localKey' },
  },
  numberKeys: ['points'],
  timeToLive: 'expiresAt',
  discriminator: 'kind',
});
const name = 'wrong';
const key = { PK: 'a:{id}', SK: 'b' } as const;
const attributes = { id: string(), n: number(), at: date(), note: string().optional() };

export function right(): void {
  defineEntity(table, {
    name: 'right',
    key: { PK: 'a:{id}', SK: 'v:{n:6}:{at:date}' },
    indexes: {
      GSI1: { GSI1PK: 'note:{note}', GSI1SK: '{id}', shards: { count: 4, by: 'id' } },
      Scores: { game: 'game', points: '{n}' },
      Local: { localKey: 'note:{note}' },
    },
    attributes: { ...attributes, expiresAt: number().optional(), version: number() },
    versionAttribute: 'version',
    hideExpired: true,
  });
}

export function localIndexes(): void {
  // @ts-expect-error the partition key of a local index is that of the table
  defineEntity(table, { name, key, attributes, indexes: { Local: { PK: 'a:{id}', localKey: '{note}' } } });
  // @ts-expect-error a number where the key of a local index is text
  defineEntity(table, { name, key, attributes, indexes: { Local: { localKey: '{n}' } } });
  // @ts-expect-error the keys of a local index cannot be swapped
  defineEntity(table, { name, key, attributes, indexes: { Local: 'inverted' } });
}

export function packs(): void {
  // @ts-expect-error a packed attribute in a key
  defineEntity(table, { name, key, attributes: packed('d', { id: string() }) });
  // @ts-expect-error what is hidden is stored on its own
  packed('d', { id: string().hidden() });
  // @ts-expect-error a short name of no member
  packed('d', { id: string() }, { other: 'o' });
}

export function keys(): void {
  // @ts-expect-error 1: an optional attribute in the primary key
  defineEntity(table, { name, key: { PK: 'a:{note}', SK: 'b' }, attributes });
  // @ts-expect-error 2: a nullable attribute in the primary key
  defineEntity(table, { name, key, attributes: { id: string().nullable() } });
  // @ts-expect-error 3: a template variable that is no attribute
  defineEntity(table, { name, key: { PK: 'a:{missing}', SK: 'b' }, attributes });
  // @ts-expect-error 4: a number where the key is text
  defineEntity(table, { name, key: { PK: 'a:{n}', SK: 'b' }, attributes });
  // @ts-expect-error 5: a boolean in a key
  defineEntity(table, { name, key, attributes: { id: boolean() } });
  // @ts-expect-error 6: a list in a key
  defineEntity(table, { name, key, attributes: { id: list(string()) } });
  // @ts-expect-error 7: a Date without its format
  defineEntity(table, { name, key: { PK: 'a:{id}', SK: '{at}' }, attributes });
  // @ts-expect-error 8: text where a number is padded
  defineEntity(table, { name, key: { PK: 'a:{id:6}', SK: 'b' }, attributes });
  // @ts-expect-error 9: an integer that JavaScript's numbers cannot hold
  defineEntity(table, { name, key: { PK: 'a:{id:6}', SK: 'b' }, attributes: { id: bigInteger() } });
  // @ts-expect-error 10: a format that does not exist
  defineEntity(table, { name, key: { PK: 'a:{id:title}', SK: 'b' }, attributes });
  // @ts-expect-error 11: no template for the sort key
  defineEntity(table, { name, key: { PK: 'a:{id}' }, attributes });
  // @ts-expect-error 12: a template for something that is no key attribute of the table
  defineEntity(table, { name, key: { ...key, GSI1PK: 'c:{id}' }, attributes });
}

export function indexes(): void {
  // @ts-expect-error 13: an index that the table does not have
  defineEntity(table, { name, key, indexes: { GSI9: { GSI1PK: 'c', GSI1SK: 'd' } }, attributes });
  // @ts-expect-error 14: the same, next to one that it has
  defineEntity(table, { name, key, indexes: { GSI1: 'inverted', GSI9: 'inverted' }, attributes });
  // @ts-expect-error 15: half an index key
  defineEntity(table, { name, key, indexes: { GSI1: { GSI1PK: 'c:{id}' } }, attributes });
  // @ts-expect-error 16: a variable of an index that is no attribute
  defineEntity(table, { name, key, indexes: { GSI1: { GSI1PK: 'c:{gone}', GSI1SK: 'd' } }, attributes });
  // @ts-expect-error 17: text in a key attribute that is a number
  defineEntity(table, { name, key, indexes: { Scores: { game: 'game', points: '{id}' } }, attributes });
  // @ts-expect-error 18: a template for a key attribute of another index
  defineEntity(table, { name, key, indexes: { GSI1: { GSI1PK: 'c', GSI1SK: 'd', game: 'e' } }, attributes });
  defineEntity(table, {
    name,
    key,
    // @ts-expect-error 19: shards by something that is no attribute
    indexes: { GSI1: { GSI1PK: 'c', GSI1SK: '{id}', shards: { count: 4, by: 'place' } } },
    attributes,
  });
}

export function names(): void {
  // @ts-expect-error 20: an attribute with the name of a key attribute
  defineEntity(table, { name, key, attributes: { ...attributes, PK: string() } });
  // @ts-expect-error 21: an attribute with the name of an index key
  defineEntity(table, { name, key, attributes: { ...attributes, GSI1SK: string() } });
  // @ts-expect-error 22: an attribute with the name of the discriminator
  defineEntity(table, { name, key, attributes: { ...attributes, kind: string() } });
}

export function settings(): void {
  // @ts-expect-error 23: versions counted by something that is no attribute
  defineEntity(table, { name, key, attributes, versionAttribute: 'version' });
  // @ts-expect-error 24: versions counted by a text
  defineEntity(table, { name, key, attributes, versionAttribute: 'id' });
  const sparse = { ...attributes, v: number().optional() };
  // @ts-expect-error 25: versions that an item may lack
  defineEntity(table, { name, key, attributes: sparse, versionAttribute: 'v' });
  // @ts-expect-error 26: hides what has expired, and never expires
  defineEntity(table, { name, key, attributes, hideExpired: true });
  // @ts-expect-error 27: a time to live that DynamoDB ignores
  defineEntity(table, { name, key, attributes: { ...attributes, expiresAt: string() } });
  // @ts-expect-error 28: an enumeration of nothing
  oneOf();
  // @ts-expect-error 29: a secret within a map, which reads return whole
  map({ secret: string().hidden() });
  // @ts-expect-error 30: a list of what may be missing
  list(string().optional());
  // @ts-expect-error 31: a default of another type
  number().default('none');
  // @ts-expect-error 32: a table without a partition key
  defineTable({ sortKey: 'SK' });
  any();
}
