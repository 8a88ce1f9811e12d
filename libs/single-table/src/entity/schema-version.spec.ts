/** @engines both */
import { GetItemCommand, PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  bigInteger,
  binary,
  binarySet,
  date,
  defineEntity,
  defineTable,
  list,
  map,
  number,
  oneOf,
  string,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});

const customer = defineEntity(definition, {
  name: 'customer',
  key: { PK: 'customer:{customerId}', SK: 'customer' },
  indexes: { GSI1: { GSI1PK: 'tier:{tier}', GSI1SK: '{customerId}' } },
  attributes: {
    customerId: string(),
    firstName: string(),
    lastName: string(),
    tier: oneOf('basic', 'gold'),
    since: date(),
    visits: number().default(0),
  },
  schema: {
    version: 3,
    upcasters: {
      1: ({ name, ...rest }: { name: string }) => {
        const [firstName = '', lastName = ''] = name.split(' ');
        return { ...rest, firstName, lastName };
      },
      2: (stored: { points: number }) => ({
        ...stored,
        tier: stored.points > 100 ? 'gold' : 'basic',
        points: undefined,
      }),
    },
  },
});

/** Items exactly as each version of the program wrote them. Never changed; each new version adds one. */
const golden: Record<number, Record<string, AttributeValue>> = {
  1: { name: { S: 'Ada Lovelace' }, points: { N: '500' }, since: { S: '2024-01-01T00:00:00.000Z' } },
  2: {
    _v: { N: '2' },
    firstName: { S: 'Ada' },
    lastName: { S: 'Lovelace' },
    points: { N: '500' },
    since: { S: '2024-01-01T00:00:00.000Z' },
  },
  3: {
    _v: { N: '3' },
    firstName: { S: 'Ada' },
    lastName: { S: 'Lovelace' },
    tier: { S: 'gold' },
    since: { S: '2024-01-01T00:00:00.000Z' },
    visits: { N: '0' },
  },
};

const present = {
  customerId: 'c',
  firstName: 'Ada',
  lastName: 'Lovelace',
  tier: 'gold' as const,
  since: new Date('2024-01-01T00:00:00.000Z'),
  visits: 0,
};

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(definition);
});
afterEach(() => {
  items.close();
});

async function store(version: number, extra: Record<string, AttributeValue> = {}): Promise<void> {
  const Item = {
    PK: { S: 'customer:c' },
    SK: { S: 'customer' },
    entity: { S: 'customer' },
    customerId: { S: 'c' },
    ...golden[version],
    ...extra,
  };
  await items.client.send(new PutItemCommand({ TableName: items.tableName, Item }));
}

async function stored(): Promise<Record<string, AttributeValue> | undefined> {
  const Key = { PK: { S: 'customer:c' }, SK: { S: 'customer' } };
  return (await items.client.send(new GetItemCommand({ TableName: items.tableName, Key }))).Item;
}

describe('items of older versions', () => {
  test.each([1, 2, 3])('a golden item of version %i reads as one of the present', async (version) => {
    await store(version);
    expect(await items.table.get(customer, { customerId: 'c' })).toEqual(present);
    const { items: found } = await items.table.query(customer, { customerId: 'c' }, { select: ['tier'] });
    expect(found).toEqual([{ tier: 'gold' }]);
  });

  test.each([1, 2])(
    'an update of an item of version %i migrates it first, index keys and all',
    async (version) => {
      await store(version);
      const changed = await items.table.update(customer, { customerId: 'c' }, { add: { visits: 1 } });
      expect(changed).toEqual({ ...present, visits: 1 });
      expect(await stored()).toMatchObject({
        _v: { N: '3' },
        GSI1PK: { S: 'tier:gold' },
        visits: { N: '1' },
      });
      expect(await stored()).not.toHaveProperty('name');
    },
  );

  test('a migration never overwrites what another writer changed in between', async () => {
    await store(1);
    const send = items.client.middlewareStack;
    let updates = 0;
    send.add(
      (next, context) => async (args) => {
        // The first is refused, the second migrates.
        if (context.commandName === 'UpdateItemCommand' && (updates += 1) === 2)
          await store(1, { points: { N: '1' } });
        return next(args);
      },
      { step: 'initialize', name: 'otherWriter' },
    );
    await items.table.update(customer, { customerId: 'c' }, { add: { visits: 1 } });
    expect(updates).toBeGreaterThan(2);
    expect((await items.table.get(customer, { customerId: 'c' }))?.tier).toBe('basic');
  });

  test.each([1, 2])('a transaction that changes an item of version %i migrates it first', async (version) => {
    await store(version);
    const { table } = items;
    await table.transactWrite([
      customer.update({ customerId: 'c' }, { add: { visits: 1 } }),
      customer.create({ ...present, customerId: 'd' }),
    ]);
    expect(await table.get(customer, { customerId: 'c' })).toEqual({ ...present, visits: 1 });
    expect(await stored()).toMatchObject({ _v: { N: '3' }, GSI1PK: { S: 'tier:gold' } });
    expect(await table.get(customer, { customerId: 'd' })).toBeDefined();
  });

  test('a transaction that fails for another reason as well leaves an older item alone', async () => {
    await store(1);
    const { table } = items;
    await table.create(customer, { ...present, customerId: 'd' });
    const before = await stored();
    const { reasons } = await failureOf(
      'TransactionCanceled',
      table.transactWrite([
        customer.update({ customerId: 'c' }, { add: { visits: 1 } }),
        customer.create({ ...present, customerId: 'd' }),
      ]),
    );
    expect(reasons.map(({ operation }) => operation)).toContain(1);
    expect(await stored()).toEqual(before);
  });

  test('a transaction whose own condition fails is cancelled for that, whatever the version was', async () => {
    await store(1);
    const update = customer.update(
      { customerId: 'c' },
      { add: { visits: 1 }, condition: (c) => c.eq('tier', 'basic') },
    );
    const { reasons } = await failureOf('TransactionCanceled', items.table.transactWrite([update]));
    expect(reasons).toMatchObject([{ operation: 0, item: present }]);
  });

  test('a version from the future is refused, loudly', async () => {
    await store(3, { _v: { N: '4' } });
    expect(await failureOf('UnknownSchemaVersion', items.table.get(customer, { customerId: 'c' }))).toEqual({
      entity: 'customer',
      version: 4,
    });
  });

  test('an item that lacks what the types promise is refused, not returned', async () => {
    await store(3);
    const { attribute } = await failureOf('MissingAttribute', async () => {
      await store(3, { visits: { N: '1' }, firstName: { NULL: true } });
      const Item = {
        PK: { S: 'customer:c' },
        SK: { S: 'customer' },
        entity: { S: 'customer' },
        _v: { N: '3' },
      };
      await items.client.send(new PutItemCommand({ TableName: items.tableName, Item }));
      await items.table.get(customer, { customerId: 'c' });
    });
    expect(attribute).toBe('firstName');
  });

  test('a schema with a gap in its upcasters is refused', async () => {
    await failureOf('InvalidDefinition', () =>
      defineEntity(definition, {
        name: 'hole',
        key: { PK: 'hole:{id}', SK: 'hole' },
        attributes: { id: string() },
        schema: { version: 3, upcasters: { 1: (stored: object) => ({ ...stored }) } },
      }),
    );
  });
});

describe('an upcast leaves what it does not name as it was', () => {
  const large = 12345678901234567890123456789012345678n;
  const bytes = (first: number) => new Uint8Array([first, 255, 0, 1]);
  const picture = defineEntity(definition, {
    name: 'picture',
    key: { PK: 'picture:{pictureId}', SK: 'picture' },
    attributes: {
      pictureId: string(),
      title: string(),
      body: binary(),
      hashes: binarySet(),
      sizes: list(map({ thumbnail: binary() })),
      pixels: bigInteger(),
      views: number().default(0),
    },
    schema: {
      version: 2,
      upcasters: { 1: ({ name, ...rest }: { name: string }) => ({ ...rest, title: name }) },
    },
  });
  const shown = {
    pictureId: 'p',
    title: 'Sea',
    body: bytes(1),
    hashes: new Set([bytes(2), bytes(3)]),
    sizes: [{ thumbnail: bytes(4) }],
    pixels: large,
    views: 0,
  };
  const undeclared = { camera: { B: bytes(5) }, serial: { N: String(large) } };

  beforeEach(async () => {
    const Item = {
      PK: { S: 'picture:p' },
      SK: { S: 'picture' },
      entity: { S: 'picture' },
      pictureId: { S: 'p' },
      name: { S: 'Sea' },
      body: { B: bytes(1) },
      hashes: { BS: [bytes(2), bytes(3)] },
      sizes: { L: [{ M: { thumbnail: { B: bytes(4) } } }] },
      pixels: { N: String(large) },
      ...undeclared,
    };
    await items.client.send(new PutItemCommand({ TableName: items.tableName, Item }));
  });

  async function expectMigrated(): Promise<void> {
    const Key = { PK: { S: 'picture:p' }, SK: { S: 'picture' } };
    const { Item } = await items.client.send(new GetItemCommand({ TableName: items.tableName, Key }));
    expect(Item).toMatchObject({ ...undeclared, _v: { N: '2' } });
    expect(await items.table.get(picture, { pictureId: 'p' })).toEqual({ ...shown, views: 1 });
  }

  test('in a read', async () => {
    expect(await items.table.get(picture, { pictureId: 'p' })).toEqual(shown);
  });

  test('in an update, which migrates the item', async () => {
    await items.table.update(picture, { pictureId: 'p' }, { add: { views: 1 } });
    await expectMigrated();
  });

  test('in a transaction, which migrates the item', async () => {
    await items.table.transactWrite([picture.update({ pictureId: 'p' }, { add: { views: 1 } })]);
    await expectMigrated();
  });
});
