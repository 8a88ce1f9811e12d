import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { createItemTable, type ItemTable } from '../../../../test/support/engines/item-table.js';
import { defineEntity, defineTable, number, string, updatedAt } from '../index.js';

const index = <const Name extends string>(name: Name) =>
  ({ partitionKey: `${name}PK`, sortKey: `${name}SK` }) as const;
const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: index('GSI1'), GSI2: index('GSI2'), GSI3: index('GSI3'), GSI4: index('GSI4') },
  numberKeys: ['GSI4SK'],
});
/** Its indexes are sparse, over several attributes, over computed ones, over times of writing, sharded and by number. */
const thing = defineEntity(definition, {
  name: 'thing',
  key: { PK: 'thing:{id}', SK: 'thing' },
  indexes: {
    GSI1: { GSI1PK: 'a:{a}', GSI1SK: '{b}:{c}' },
    GSI2: { GSI2PK: 'd:{d}', GSI2SK: '{n:6}:{id}' },
    GSI3: { GSI3PK: 'c:{c}', GSI3SK: '{changed:iso}', shards: { count: 3, by: 'c' } },
    GSI4: { GSI4PK: 'b:{b}', GSI4SK: '{score}' },
  },
  attributes: {
    id: string(),
    a: string().optional(),
    b: string().optional(),
    c: string(),
    n: number(),
    score: number().optional(),
    other: string().optional(),
    d: string().computed(['a', 'c'], ({ a, c }: { a?: string; c: string }) => `${a ?? 'none'}-${c}`),
    changed: updatedAt(),
  },
});

let store: ItemTable;
let now = Date.parse('2026-03-03T12:00:00.000Z');
beforeAll(async () => {
  store = await createItemTable(definition, { clock: () => new Date((now += 1000)) });
});
afterAll(() => store.close());

const text = fc.constantFrom('x', 'y:z', '%', '𝒳', 'a#b|c', 'Ünï', '0');
const values = {
  a: text,
  b: text,
  c: text,
  n: fc.nat(999_999),
  score: fc.oneof(fc.integer(), fc.constantFrom(0.1, -2.5, Number.MAX_SAFE_INTEGER)),
  other: text,
};
const OPTIONAL = ['a', 'b', 'score', 'other'];
const item = fc.record(values, { requiredKeys: ['c', 'n'] });
const changes = fc
  .tuple(fc.record(values, { requiredKeys: [] }), fc.subarray(OPTIONAL))
  .map(([set, removed]) => ({ set, remove: removed.filter((name) => !(name in set)) }));

async function stored(id: string) {
  const Key = { PK: { S: `thing:${id}` }, SK: { S: 'thing' } };
  return (await store.client.send(new GetItemCommand({ TableName: store.tableName, Key }))).Item;
}

test('an update of any attributes leaves what a put of the whole item would have written, index keys and all', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(item, fc.array(changes, { minLength: 1, maxLength: 3 }), async (first, updates) => {
      const id = `t${runs++}`;
      await store.table.put(thing, { id, ...first });
      for (const each of updates) {
        // Any subset: also those that the types refuse, which a program in JavaScript can give.
        await store.table.update(thing, { id }, each as never);
        const whole = (await store.table.get(thing, { id }, { consistent: true }))!;
        const { d, ...given } = whole;
        const { item: put, request } = thing.put(given).write(new Date(0));
        expect(put?.['d']).toBe(d);
        expect(await stored(id)).toEqual(request['Item']);
      }
    }),
    { numRuns: 60 },
  );
});
