/** @engines both */
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { defineEntity, defineTable, number, string } from '@rollbook/single-table';
import { cdkTableProps, createTableInput } from '@rollbook/single-table/provisioning';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { ByScore: { partitionKey: 'game', sortKey: 'points' } },
  numberKeys: ['SK', 'points'],
});
const reading = defineEntity(definition, {
  name: 'reading',
  key: { PK: 'sensor:{sensorId}', SK: '{at}' },
  attributes: { sensorId: string(), at: number(), celsius: number() },
});
const score = defineEntity(definition, {
  name: 'score',
  key: { PK: 'player:{playerId}', SK: '{round}' },
  indexes: { ByScore: { game: 'game:{gameId}', points: '{score}', shards: { count: 3, by: 'playerId' } } },
  attributes: { playerId: string(), round: number(), gameId: string(), score: number() },
});

/** In an order in which their texts do not sort. */
const TIMES = [-20, -3, -0.5, 0, 0.0000001, 2, 10, 100, 9007199254740991];

describe('key attributes of type number', () => {
  let store: ItemTable;
  beforeAll(async () => {
    store = await createItemTable(definition);
    await store.table.batchWrite(TIMES.map((at) => reading.put({ sensorId: 's', at, celsius: at })));
  });
  afterAll(() => store.close());
  const at = (items: { at: number }[]) => items.map((each) => each.at);

  test('are declared to DynamoDB and to CDK as numbers', () => {
    const types = createTableInput(definition, 't').AttributeDefinitions?.map(
      ({ AttributeName, AttributeType }) => `${AttributeName} ${AttributeType}`,
    );
    expect(types).toEqual(['PK S', 'SK N', 'game S', 'points N']);
    expect(cdkTableProps(definition).sortKey).toEqual({ name: 'SK', type: 'N' });
  });

  test('find items one by one, in batches and in transactions', async () => {
    const { table } = store;
    expect(await table.get(reading, { sensorId: 's', at: 0.0000001 })).toMatchObject({ at: 0.0000001 });
    const references = TIMES.map((time) => reading.at({ sensorId: 's', at: time }));
    expect((await table.batchGet(references)).map((item) => item?.at)).toEqual(TIMES);
    expect((await table.transactGet(references)).map((item) => item?.at)).toEqual(TIMES);
    await table.update(reading, { sensorId: 's', at: 2 }, { set: { celsius: 5 } });
    expect(await table.delete(reading, { sensorId: 's', at: 2 })).toMatchObject({ celsius: 5 });
    await table.put(reading, { sensorId: 's', at: 2, celsius: 2 });
  });

  test('sort and bound by value, not by text', async () => {
    const { table } = store;
    const query = async (options: object) =>
      at((await table.query(reading, { sensorId: 's' }, options)).items);
    expect(await query({})).toEqual(TIMES);
    expect(await query({ order: 'descending' })).toEqual([...TIMES].reverse());
    expect(await query({ between: [{ at: -3 }, { at: 10 }] })).toEqual([-3, -0.5, 0, 0.0000001, 2, 10]);
    expect(await query({ greaterThan: { at: 2 }, lessThan: { at: 100 } })).toEqual([10]);
    expect(await query({ atLeast: { at: 100 } })).toEqual([100, 9007199254740991]);
    expect(await query({ lessThan: { at: -3 } })).toEqual([-20]);
    expect(await query({ between: [{ at: 3 }, { at: 2 }] })).toEqual([]);
    expect(at((await table.query(reading, { sensorId: 's', at: 10 })).items)).toEqual([10]);
  });

  test('page with a cursor', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.table.query(reading, { sensorId: 's' }, { limit: 2, cursor });
      seen.push(...at(page.items));
      ({ cursor } = page);
    } while (cursor);
    expect(seen).toEqual(TIMES);
  });

  test('merge the shards of an index in order', async () => {
    const scores = [3, 100, 20, -1, 7];
    await store.table.batchWrite(
      scores.map((points) => score.put({ playerId: `p${points}`, round: 1, gameId: 'g', score: points })),
    );
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.table.query(
        score.by('ByScore'),
        { gameId: 'g' },
        { limit: 2, cursor, order: 'descending' },
      );
      seen.push(...page.items.map((item) => item.score));
      ({ cursor } = page);
    } while (cursor);
    expect(seen).toEqual([100, 20, 7, 3, -1]);
    await store.table.update(score, { playerId: 'p3', round: 1 }, { set: { gameId: 'g', score: 50 } });
    const { items } = await store.table.query(
      score.by('ByScore'),
      { gameId: 'g' },
      { atLeast: { score: 50 } },
    );
    expect(items.map((item) => item.score)).toEqual([50, 100]);
  });

  test('parse back', () => {
    expect(reading.parseKey({ PK: 'sensor:s', SK: '0.5' })).toEqual({ sensorId: 's', at: 0.5 });
  });

  test('are refused if they are not a number, two for one item, or mixed with text', async () => {
    const put = (time: unknown) =>
      store.table.put(reading, { sensorId: 's', at: time as number, celsius: 0 });
    await failureOf('InvalidKeyValue', () => put('1'));
    await failureOf('InvalidAttribute', () => put(NaN));
    await failureOf('NumberNotExact', () => put(2 ** 60));
    await failureOf('DuplicateKey', () =>
      store.table.transactWrite([
        reading.delete({ sensorId: 's', at: 0 }),
        reading.delete({ sensorId: 's', at: -0 }),
      ]),
    );
    const broken = (SK: string) => () =>
      defineEntity(definition, {
        name: 'broken',
        key: { PK: 'a:{id}', SK },
        attributes: { id: string(), n: number() },
      });
    await failureOf('InvalidDefinition', broken('v:{n}'));
    await failureOf('InvalidDefinition', broken('{n}{id}'));
    await failureOf('InvalidDefinition', broken('42'));
  });
});
