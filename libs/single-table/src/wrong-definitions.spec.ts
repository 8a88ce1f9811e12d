import { failureOf } from '../test/support/item-table.js';
import {
  connect,
  defineEntity,
  defineTable,
  number,
  string,
  updatedAt,
  type TableDefinition,
} from '@rollbook/single-table';

const table: TableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  timeToLive: 'expiresAt',
};
const attributes = { id: string(), n: number(), note: string().optional(), changed: updatedAt() };
const entity = { name: 'wrong', key: { PK: 'a:{id}', SK: 'b' }, attributes };
const defining = (changes: object) => () => defineEntity({ ...table }, { ...entity, ...changes });

/** What programs in JavaScript, and definitions made at run time, get instead of the compiler's errors. */
test.each<[string, object]>([
  ['a primary key of an optional attribute', { key: { PK: '{note}', SK: 'b' } }],
  ['a primary key that would change', { key: { PK: '{changed:iso}', SK: 'b' } }],
  ['a primary key of no attribute', { key: { PK: '{gone}', SK: 'b' } }],
  ['half a primary key', { key: { PK: 'a:{id}' } }],
  ['a template for something that is no key', { key: { PK: 'a:{id}', SK: 'b', GSI1PK: 'c' } }],
  ['an index that the table does not have', { indexes: { GSI9: { GSI1PK: 'c', GSI1SK: 'd' } } }],
  ['an index template too many', { indexes: { GSI1: { GSI1PK: 'c', GSI1SK: 'd', PK: 'e' } } }],
  ['no shards', { indexes: { GSI1: { GSI1PK: 'c', GSI1SK: '{id}', shards: { count: 0, by: 'id' } } } }],
  ['half a shard', { indexes: { GSI1: { GSI1PK: 'c', GSI1SK: '{id}', shards: { count: 1.5, by: 'id' } } } }],
  ['an attribute named like a key', { attributes: { ...attributes, PK: string() } }],
  ['an attribute named like the discriminator', { attributes: { ...attributes, entity: string() } }],
  ['versions in text', { versionAttribute: 'id' }],
  ['versions in no attribute', { versionAttribute: 'version' }],
  ['versions in the primary key', { key: { PK: 'a:{id}', SK: 'v:{n:6}' }, versionAttribute: 'n' }],
  [
    'versions in an index key',
    { indexes: { GSI1: { GSI1PK: 'c', GSI1SK: 'v:{n:6}' } }, versionAttribute: 'n' },
  ],
  [
    'computing from the version, which an update counts up unseen',
    { attributes: { ...attributes, c: string().computed(['n'], () => '') }, versionAttribute: 'n' },
  ],
  ['hiding what never expires', { hideExpired: true }],
  ['a time to live in text', { attributes: { ...attributes, expiresAt: string() } }],
  ['computing from no attribute', { attributes: { ...attributes, c: string().computed(['x'], () => '') } }],
  [
    'computing from a computed attribute',
    {
      attributes: {
        ...attributes,
        c: string().computed(['id'], () => ''),
        d: string().computed(['c'], () => ''),
      },
    },
  ],
  ['no name', { name: '' }],
])('an entity is refused when defined: %s', async (_, changes) => {
  defining({})();
  await failureOf('InvalidDefinition', defining(changes));
});

test.each<[string, Partial<TableDefinition>]>([
  ['one attribute as both keys', { sortKey: 'PK' }],
  ['one attribute as both keys of an index', { indexes: { GSI1: { partitionKey: 'x', sortKey: 'x' } } }],
  ['a number key that is no key', { numberKeys: ['score'] }],
  ['a discriminator that is a key', { discriminator: 'GSI1SK' }],
  ['a time to live that is a key', { timeToLive: 'SK' }],
  ['a time to live that is the discriminator', { timeToLive: 'entity' }],
  ['an index that includes a list of nothing', { indexes: { GSI1: { partitionKey: 'x', projection: [] } } }],
  [
    'an index that includes more than DynamoDB takes',
    { indexes: { GSI1: { partitionKey: 'x', projection: Array.from({ length: 21 }, (_, at) => `a${at}`) } } },
  ],
  ['an index name that DynamoDB refuses', { indexes: { 'my index': { partitionKey: 'x' } } }],
  [
    'more indexes than DynamoDB has',
    {
      indexes: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`GSI${at}`, { partitionKey: 'x' }])),
    },
  ],
])('a table is refused when defined: %s', async (_, changes) => {
  defineTable({ ...table });
  await failureOf('InvalidDefinition', () => defineTable({ ...table, ...changes }));
});

test.each([undefined, 'short'])(
  'a cursor secret is asked for when connecting, not at the first page: %s',
  async (cursorSecret) => {
    const options = { client: undefined as never, tableName: 't', cursorSecret: cursorSecret as string };
    await failureOf('InvalidRequest', () => connect(table, options));
  },
);
