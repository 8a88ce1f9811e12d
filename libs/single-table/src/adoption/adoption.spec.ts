/** @engines both */
import { readFileSync } from 'node:fs';
import { GetItemCommand, PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { isItemOf } from '../items/item-codec.js';
import {
  defineEntity,
  defineTable,
  string,
  type Attribute,
  type Entity,
  type TableDefinition,
} from '@rollbook/single-table';
import * as byHand from './definitions/by-hand.js';
import * as dynamodbToolbox from './definitions/dynamodb-toolbox.js';
import * as dynatable from './definitions/dynatable.js';
import * as electrodb from './definitions/electrodb.js';
import * as oneTable from './definitions/one-table.js';

type Wire = Record<string, AttributeValue>;

/** What the libraries store, as `bench/adoption/record.mjs` records it, and a table that somebody wrote by hand. */
const stored = JSON.parse(readFileSync(new URL('items.json', import.meta.url), 'utf8')) as Record<
  string,
  Wire[]
>;

interface Adopted {
  table: TableDefinition;
  customer: Entity;
  order: Entity;
}
const adopted = { byHand, dynamodbToolbox, dynatable, electrodb, oneTable } as unknown as Record<
  string,
  Adopted
>;

const keyOf = ({ partitionKey, sortKey = '' }: TableDefinition, item: Wire): Wire => ({
  [partitionKey]: item[partitionKey]!,
  [sortKey]: item[sortKey]!,
});
const without = (item: Wire, names: readonly string[]) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

describe.each(Object.keys(adopted))('a table of %s', (name) => {
  const { table: definition, customer, order } = adopted[name]!;
  const items = stored[name]!;
  const entityOf = (item: Wire) => [customer, order].find((each) => isItemOf(each.model, item as never))!;
  let opened: ItemTable;
  beforeAll(async () => {
    opened = await createItemTable(definition);
  });
  beforeEach(async () => {
    for (const Item of items)
      await opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item }));
  });
  afterAll(() => opened.close());

  const read = async (item: Wire) => {
    const input = { TableName: opened.tableName, Key: keyOf(definition, item), ConsistentRead: true };
    return (await opened.client.send(new GetItemCommand(input))).Item;
  };
  /** The item as read, with what reads do not give back. */
  const valuesOf = async (item: Wire) => {
    const entity = entityOf(item);
    const key = entity.parseKey(keyTexts(definition, item))!;
    return {
      entity,
      key,
      values: (await opened.table.get(entity, key))! as Record<string, unknown>,
    };
  };

  test('each item is read, and written again byte for byte', async () => {
    const names: string[] = [];
    for (const item of items) {
      const { entity, values } = await valuesOf(item);
      names.push(entity.name);
      await opened.table.delete(entity, values);
      expect(await read(item)).toBeUndefined();
      await opened.table.put(entity, values);
      expect(await read(item)).toEqual(item);
    }
    expect(new Set(names).size).toBe(2);
  });

  test('an update leaves everything else as it was, and index keys are those of a fresh put', async () => {
    for (const item of items) {
      const foreign = { ...item, 'written by': { S: 'somebody else' } };
      await opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: foreign }));
      const { entity, key, values } = await valuesOf(item);
      const change = entity.name === customer.name ? { email: 'New@Example.org' } : { status: 'Paid' };
      await opened.table.update(entity, key, { set: change });
      const updated = (await read(item))!;
      expect(updated['written by']).toEqual(foreign['written by']);
      const times = entity.model.entries
        .filter(([, { settings }]) => settings.generation?.on === 'write')
        .map(([each]) => each);
      await opened.table.put(entity, { ...values, ...change });
      expect(without(updated, [...times, 'written by'])).toEqual(without((await read(item))!, times));
    }
  });

  test('a value that is removed leaves what a fresh put writes without it', async () => {
    const item = items.find((each) => each['status'])!;
    const { key, values } = await valuesOf(item);
    await opened.table.update(order, key, { remove: ['status'] as never });
    const updated = await read(item);
    const { status: _, ...rest } = values;
    await opened.table.put(order, rest);
    const times = ['updatedAt', 'updated', '_md'];
    expect(without(updated!, times)).toEqual(without((await read(item))!, times));
  });

  test('the orders of a customer are a query, and so are those of a status', async () => {
    const [first] = items.filter((each) => entityOf(each).name === order.name);
    const { values } = await valuesOf(first!);
    const { customerId, status } = values;
    const page = await opened.table.query(order, { customerId } as never);
    expect(page.items).toHaveLength(2);
    const [index] = Object.keys(definition.indexes!);
    const found = await opened.table.query(order.by(index as never), { status } as never);
    expect(found.items).toEqual([values]);
  });
});

/** The key attributes of an item, as text. */
function keyTexts(definition: TableDefinition, item: Wire): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keyOf(definition, item)).map(([name, value]) => [name, value.S ?? value.N!]),
  );
}

test('a raw value that contains what follows it in its key is refused', async () => {
  const { table, close } = await createItemTable(electrodb.table);
  const item = { customerId: 'c', orderId: 'o#number_1', number: 2 };
  await failureOf('InvalidKeyValue', table.put(electrodb.order, item));
  close();
});

describe('what the options of adopted tables rule out', () => {
  const table = defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { keys: { partitionKey: 'GSI', projection: 'KEYS_ONLY' } },
  });
  const entity = (key: { PK: string; SK: string }, id: Attribute<string, 'required', 'open' | 'readOnly'>) =>
    defineEntity(table as TableDefinition, { name: 'thing', key, attributes: { id, other: string() } });

  test.each([
    ['an attribute in the key only that the key lacks', '{other:raw}'],
    ['one that the key folds', '{id:upper}'],
  ])('%s', async (_, PK) => {
    await failureOf('InvalidDefinition', () => entity({ PK, SK: 'x' }, string().keyOnly()));
  });

  test('an index of keys alone over a folded value', async () => {
    await failureOf('InvalidDefinition', () =>
      defineEntity(table, {
        name: 'folded',
        key: { PK: 'folded:{id}', SK: 'x' },
        indexes: { keys: { GSI: '{other:lower}' } },
        attributes: { id: string(), other: string() },
      }),
    );
  });

  test('a condition on what only the key holds', async () => {
    const { table: connected, close } = await createItemTable(byHand.table);
    const given = { customerId: 'c', email: 'e', since: 1 };
    await failureOf(
      'InvalidRequest',
      connected.put(byHand.customer, given, { condition: (is) => is.eq('customerId', 'c') }),
    );
    close();
  });

  test('two tenants whose names a key folds alike write over nothing of one another', async () => {
    const { table: connected, close } = await createItemTable(electrodb.table);
    const given = { email: 'e', name: 'n' };
    await connected.forTenant({ customerId: 'a' }).put(electrodb.customer, given);
    const other = connected.forTenant({ customerId: 'A' });
    await failureOf('ConditionFailed', other.put(electrodb.customer, given));
    expect(await other.get(electrodb.customer, {})).toBeUndefined();
    close();
  });

  test('what a tenant holds in its keys only is its own', async () => {
    const { table: connected, close } = await createItemTable(byHand.table);
    await connected.put(byHand.customer, { customerId: 'a', email: 'e', since: 1 });
    const tenant = connected.forTenant({ customerId: 'a' });
    expect(await tenant.get(byHand.customer, {})).toEqual({ customerId: 'a', email: 'e', since: 1 });
    close();
  });
});
