import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { createItemTable, type ItemTable } from '../../test/support/item-table.js';
import { createdAt, defineEntity, defineTable, number, string, updatedAt } from '@rollbook/single-table';

const index = <const Name extends string>(name: Name) =>
  ({ partitionKey: `${name}PK`, sortKey: `${name}SK` }) as const;
const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: index('GSI1'),
    GSI2: index('GSI2'),
    GSI3: index('GSI3'),
    GSI4: index('GSI4'),
    GSI5: index('GSI5'),
    GSI6: index('GSI6'),
  },
  numberKeys: ['GSI4SK'],
});
/** Its indexes are sparse, over several attributes, over computed ones, over times, over null, sharded and by number. */
const thing = defineEntity(definition, {
  name: 'thing',
  key: { PK: 'thing:{id}', SK: 'thing' },
  indexes: {
    GSI1: { GSI1PK: 'a:{a}', GSI1SK: '{b}:{c}' },
    GSI2: { GSI2PK: 'd:{d}', GSI2SK: '{n:6}:{id}' },
    GSI3: { GSI3PK: 'c:{c}', GSI3SK: '{changed:iso}', shards: { count: 3, by: 'c' } },
    GSI4: { GSI4PK: 'b:{b}', GSI4SK: '{score}' },
    GSI5: { GSI5PK: 'e:{e}', GSI5SK: '{created:iso}' },
    GSI6: { GSI6PK: 'day:{day}', GSI6SK: '{id}' },
  },
  attributes: {
    id: string(),
    a: string().optional(),
    b: string().optional(),
    c: string(),
    n: number(),
    score: number().optional(),
    other: string().optional(),
    e: string().nullable(),
    d: string().computed(['a', 'c'], ({ a, c }: { a?: string; c: string }) => `${a ?? 'none'}-${c}`),
    changed: updatedAt(),
    created: createdAt(),
    day: string().computed(['changed', 'created'], (at: { changed: string; created: string }) =>
      `${at.created} ${at.changed.slice(0, 19)}`.replaceAll(':', '.'),
    ),
  },
});

let store: ItemTable;
let now = Date.parse('2026-03-03T12:00:00.000Z');
beforeAll(async () => {
  store = await createItemTable(definition, { now: () => (now += 1000) });
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
  e: fc.option(text),
};
const OPTIONAL = ['a', 'b', 'score', 'other'];
const item = fc.record(values, { requiredKeys: ['c', 'n', 'e'] });
const changes = fc
  .tuple(
    fc.record(values, { requiredKeys: [] }),
    fc.subarray(OPTIONAL),
    fc.constantFrom('update', 'transaction', 'upsert'),
  )
  .map(([set, removed, way]) => ({ set, remove: removed.filter((name) => !(name in set)), way }));

/** Any subset: also those that the types refuse, which a program in JavaScript can give. */
async function change(id: string, { set, remove, way }: { set: object; remove: string[]; way: string }) {
  const { table } = store;
  if (way === 'update') await table.update(thing, { id }, { set, remove } as never);
  else if (way === 'transaction') await table.transactWrite([thing.update({ id }, { set, remove } as never)]);
  else {
    // What every item has must be given to an upsert.
    const { c, n, e } = (await table.get(thing, { id }, { consistent: true }))!;
    await table.upsert(thing, { id, c, n, e, ...set });
  }
}

async function stored(id: string) {
  const Key = { PK: { S: `thing:${id}` }, SK: { S: 'thing' } };
  return (await store.client.send(new GetItemCommand({ TableName: store.tableName, Key }))).Item;
}

test('a change of any attributes leaves what a put of the whole item would have written, index keys and all', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(item, fc.array(changes, { minLength: 1, maxLength: 3 }), async (first, updates) => {
      const id = `t${runs++}`;
      await store.table.put(thing, { id, ...first });
      for (const each of updates) {
        await change(id, each);
        const whole = (await store.table.get(thing, { id }, { consistent: true }))!;
        const { d, day, ...given } = whole;
        const { item: put, request } = thing.put(given).write(new Date(0));
        expect([put?.['d'], put?.['day']]).toEqual([d, day]);
        expect(await stored(id)).toEqual(request['Item']);
      }
    }),
    { numRuns: 60 },
  );
});
