/** @engines both */
import fc from 'fast-check';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  connectTable,
  defineEntity,
  defineTable,
  map,
  number,
  string,
  stringSet,
  updatedAt,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  },
});
/** Its indexes are over attributes computed from others, and over those the library sets at each write. */
const person = defineEntity(definition, {
  name: 'person',
  key: { PK: 'person:{personId}', SK: 'person' },
  indexes: {
    GSI1: { GSI1PK: 'email:{folded}', GSI1SK: 'person:{personId}' },
    GSI2: { GSI2PK: 'team:{team}', GSI2SK: '{updatedAt:iso}' },
  },
  attributes: {
    personId: string(),
    email: string(),
    team: string(),
    name: string().optional(),
    folded: string().computed(['email'], ({ email }: { email: string }) => email.toLowerCase()),
    updatedAt: updatedAt(),
  },
});
/** The same, in the index only while it has a team. */
const guest = defineEntity(definition, {
  name: 'guest',
  key: { PK: 'guest:{guestId}', SK: 'guest' },
  indexes: { GSI2: { GSI2PK: 'guests:{team}', GSI2SK: '{updatedAt:iso}' } },
  attributes: {
    guestId: string(),
    team: string().optional(),
    name: string().optional(),
    updatedAt: updatedAt(),
  },
});
const box = defineEntity(definition, {
  name: 'box',
  key: { PK: 'box:{boxId}', SK: 'box' },
  attributes: {
    boxId: string(),
    size: map({ width: number(), height: number() }),
    count: number(),
    labels: stringSet(),
    area: number().computed(
      ['size', 'count'],
      ({ size, count }: { size: { width: number; height: number }; count: number }) =>
        size.width * size.height * count,
    ),
  },
});

let store: ItemTable;
let now = new Date('2026-03-03T12:00:00.000Z');
beforeAll(async () => {
  store = await createItemTable(definition, { now: () => now.getTime() });
});
afterAll(() => store.close());

async function stored(PK: string, SK: string): Promise<Record<string, string | undefined>> {
  const { Item = {} } = await store.client.send(
    new GetItemCommand({ TableName: store.tableName, Key: { PK: { S: PK }, SK: { S: SK } } }),
  );
  return Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, value.S]));
}

describe('index keys follow what they are made from', () => {
  test('a computed attribute, when what it is computed from is set', async () => {
    const { table } = store;
    await table.put(person, { personId: 'p', email: 'Ada@Example.com', team: 'red' });
    await table.update(person, { personId: 'p' }, { set: { email: 'Lovelace@Example.com' } });
    expect(await stored('person:p', 'person')).toMatchObject({
      folded: 'lovelace@example.com',
      GSI1PK: 'email:lovelace@example.com',
      GSI1SK: 'person:p',
    });
    const found = await table.query(person.by('GSI1'), { folded: 'lovelace@example.com' });
    expect(found.items).toHaveLength(1);
    expect((await table.query(person.by('GSI1'), { folded: 'ada@example.com' })).items).toEqual([]);
  });

  test('a time that every write sets, alone, while the item is in the index for certain', async () => {
    const { table } = store;
    await table.put(person, { personId: 'q', email: 'q@example.com', team: 'blue' });
    now = new Date('2026-03-04T12:00:00.000Z');
    await table.update(person, { personId: 'q' }, { set: { name: 'Q' } });
    expect(await stored('person:q', 'person')).toMatchObject({
      updatedAt: '2026-03-04T12:00:00.000Z',
      GSI2PK: 'team:blue',
      GSI2SK: '2026-03-04T12:00:00.000Z',
    });
  });

  test('also where the item may be out of the index', async () => {
    const { table } = store;
    await table.put(guest, { guestId: 'g' });
    expect((await table.update(guest, { guestId: 'g' }, { set: { name: 'G' } })).name).toBe('G');
    const item = await stored('guest:g', 'guest');
    expect([item['GSI2PK'], item['GSI2SK']]).toEqual([undefined, undefined]);
    await table.update(
      guest,
      { guestId: 'g' },
      { set: { team: 'red', updatedAt: '2026-03-05T00:00:00.000Z' } },
    );
    now = new Date('2026-03-06T00:00:00.000Z');
    await table.update(guest, { guestId: 'g' }, { set: { name: 'H' } });
    expect(await stored('guest:g', 'guest')).toMatchObject({
      GSI2PK: 'guests:red',
      GSI2SK: '2026-03-06T00:00:00.000Z',
    });
  });
});

/** In two indexes, of several attributes each, while it has all of them. */
const parcel = defineEntity(definition, {
  name: 'parcel',
  key: { PK: 'parcel:{parcelId}', SK: 'parcel' },
  indexes: {
    GSI1: { GSI1PK: 'depot:{depot}', GSI1SK: '{status}:{due}' },
    GSI2: { GSI2PK: 'carrier:{carrier}:{status}', GSI2SK: '{due}' },
  },
  attributes: {
    parcelId: string(),
    depot: string().optional(),
    status: string().optional(),
    due: string().optional(),
    carrier: string().optional(),
    note: string().optional(),
  },
});

describe('an index key of several variables', () => {
  const names = ['depot', 'status', 'due', 'carrier'] as const;
  type Values = Partial<Record<(typeof names)[number], string>>;
  const untyped = () => store.table as unknown as { update(...args: unknown[]): Promise<unknown> };
  const values = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('a', 'b')])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Values>;
  const subset = fc.subarray([...names]);

  test('is what a fresh put would have made it, after any update of some of them', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(values, values, subset, async (before, set, unwanted) => {
        const [changed, fresh] = [`c${(count += 1)}`, `f${count}`];
        const remove = unwanted.filter((name) => set[name] === undefined);
        const after: Values = { ...before, ...set };
        for (const name of remove) delete after[name];
        await store.table.put(parcel, { parcelId: changed, ...before });
        await untyped().update(parcel, { parcelId: changed }, { set: { ...set, note: 'n' }, remove });
        await store.table.put(parcel, { parcelId: fresh, ...after, note: 'n' });
        const [found, made] = [
          await stored(`parcel:${changed}`, 'parcel'),
          await stored(`parcel:${fresh}`, 'parcel'),
        ];
        expect({ ...found, parcelId: '', PK: '' }).toEqual({ ...made, parcelId: '', PK: '' });
      }),
      { numRuns: 100 },
    );
  });

  test('follows two writers who change different parts at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = { parcelId: `race${round}` };
      await store.table.put(parcel, { ...key, depot: 'a', status: 'a', due: 'a' });
      await Promise.all([
        untyped().update(parcel, key, { set: { depot: 'b' } }),
        untyped().update(parcel, key, { set: { status: 'b' } }),
      ]);
      expect(await stored(`parcel:race${round}`, 'parcel')).toMatchObject({
        GSI1PK: 'depot:b',
        GSI1SK: 'b:a',
      });
    }
  });

  test('in a transaction is made of the item that is read for it, again when another writer changes that', async () => {
    const key = { parcelId: 'read-in-transaction' };
    await store.table.put(parcel, { ...key, depot: 'a', status: 'a', due: 'a' });
    let readings = 0;
    store.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args);
          if (commandName === 'GetItemCommand' && (readings += 1) === 1)
            await untyped().update(parcel, key, { set: { due: 'b', status: 'a' } });
          return result;
        },
      { step: 'initialize', name: 'otherWriter' },
    );
    const table = connectTable(definition, { ...store, cursorSecret: 'a secret of the tests, long enough' });
    await table.transactWrite([parcel.update(key, { set: { status: 'b' } } as never)]);
    store.client.middlewareStack.remove('otherWriter');
    expect(readings).toBe(2);
    expect(await stored('parcel:read-in-transaction', 'parcel')).toMatchObject({ GSI1SK: 'b:b' });
  });

  test('in a transaction is made of the item that is given, while it is still so', async () => {
    const key = { parcelId: 'in-transaction' };
    const current = await store.table.put(parcel, { ...key, depot: 'a', status: 'a', due: 'a' });
    const setStatus = (given?: object) =>
      parcel.update(key, { set: { status: 'b' }, current: given } as never);
    // A token stands for one content, whatever is stored when it is sent again.
    const clientRequestToken = 'of-the-caller';
    await failureOf('InvalidRequest', store.table.transactWrite([setStatus()], { clientRequestToken }));
    await store.table.transactWrite([setStatus(current)]);
    expect(await stored('parcel:in-transaction', 'parcel')).toMatchObject({ GSI1SK: 'b:a' });
    await untyped().update(parcel, key, { set: { due: 'b' } });
    await failureOf('TransactionCanceled', store.table.transactWrite([setStatus(current)]));
  });

  test('an update of what is not there fails as others do', async () => {
    await failureOf('ConditionFailed', untyped().update(parcel, { parcelId: 'none' }, { set: { due: 'b' } }));
  });
});

describe('a computed value', () => {
  beforeEach(() =>
    store.table.put(box, { boxId: 'b', size: { width: 2, height: 3 }, count: 1, labels: new Set(['x']) }),
  );

  test('is made of what is stored, where an update sets only some of what it is computed from', async () => {
    const { table } = store;
    expect(await table.update(box, { boxId: 'b' }, { set: { count: 2 } })).toMatchObject({ area: 12 });
    const change = box.update({ boxId: 'b' }, { set: { count: 3 } });
    const clientRequestToken = 'of-the-caller';
    const { missing } = await failureOf(
      'InvalidRequest',
      table.transactWrite([change], { clientRequestToken }),
    );
    expect(missing).toEqual(['size']);
    await table.transactWrite([change]);
    expect(await table.get(box, { boxId: 'b' })).toMatchObject({ area: 18 });
  });

  test('is never left behind by a change inside of what it is computed from', async () => {
    const { table } = store;
    await failureOf('InvalidRequest', table.update(box, { boxId: 'b' }, { set: { 'size.width': 9 } }));
    await failureOf('InvalidRequest', table.update(box, { boxId: 'b' }, { add: { count: 1 } }));
    const changed = await table.update(
      box,
      { boxId: 'b' },
      { set: { size: { width: 9, height: 3 }, count: 2 } },
    );
    expect(changed.area).toBe(54);
  });

  test('a required set whose last entry is taken out reads as an empty one', async () => {
    const { table } = store;
    const emptied = await table.update(box, { boxId: 'b' }, { delete: { labels: new Set(['x']) } });
    expect(emptied.labels).toEqual(new Set());
    expect((await table.get(box, { boxId: 'b' }))?.labels).toEqual(new Set());
  });
});
