import fc from 'fast-check';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { readCursor, writeCursor, type Position } from '../connection/cursor.js';
import {
  defineEntity,
  defineTable,
  isSingleTableError,
  number,
  string,
  type ConditionBuilder,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const entry = defineEntity(definition, {
  name: 'entry',
  key: { PK: 'list:{listId}', SK: 'entry:{at:6}' },
  indexes: { GSI1: { GSI1PK: 'all', GSI1SK: '{at:6}', shards: { count: 3, by: 'at' } } },
  attributes: { listId: string(), at: number(), size: number() },
});
/** Is located between the entries, so that every page contains items of another entity. */
const note = defineEntity(definition, {
  name: 'note',
  key: { PK: 'list:{listId}', SK: 'entry:{at:6}:note' },
  attributes: { listId: string(), at: number() },
});

type Attributes = (typeof entry)['~types']['attributes'];

let items: ItemTable;

beforeAll(async () => {
  items = await createItemTable(definition);
  await items.table.batchWrite(
    Array.from({ length: 60 }, (_, at) => entry.put({ listId: 'a', at: at * 3, size: (at * 7) % 11 })),
  );
  await items.table.batchWrite(Array.from({ length: 60 }, (_, at) => note.put({ listId: 'a', at: at * 3 })));
});
afterAll(() => {
  items.close();
});

const settings = fc.record({
  limit: fc.integer({ min: 1, max: 70 }),
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  below: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined }),
  from: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
  maxPages: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
  sharded: fc.boolean(),
});

describe('pages', () => {
  test('put together are the whole result, whatever the limit, order, filter, range, cap or shards', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async ({ limit, order, below, from, maxPages, sharded }) => {
        const filter =
          below === undefined ? undefined : (c: ConditionBuilder<Attributes>) => c.lt('size', below);
        const query = (paging: { limit?: number; cursor?: string | undefined; maxPages?: number }) => {
          const options = {
            order,
            ...paging,
            ...(filter && { filter }),
            ...(from !== undefined && { atLeast: { at: from } }),
          };
          return sharded
            ? items.table.query(entry.by('GSI1'), {}, options)
            : items.table.query(entry, { listId: 'a' }, options);
        };
        const expected = Array.from({ length: 60 }, (_, at) => ({ at: at * 3, size: (at * 7) % 11 }))
          .filter(({ at, size }) => at >= (from ?? 0) && (below === undefined || size < below))
          .map(({ at }) => at);
        if (order === 'descending') expected.reverse();
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await query({ limit, cursor, ...(maxPages !== undefined && { maxPages }) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          // Without a cap, every page but the last is full.
          if (maxPages === undefined && page.cursor !== undefined) expect(page.items).toHaveLength(limit);
          seen.push(...page.items.map((item) => item.at));
          cursor = page.cursor;
        } while (cursor);
        expect(seen).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('iteration gives the same items, without holding more than pages', async () => {
    const seen: number[] = [];
    for await (const { at } of items.table.each(entry, { listId: 'a' }, { filter: (c) => c.gt('size', 3) }))
      seen.push(at);
    const { items: all } = await items.table.query(
      entry,
      { listId: 'a' },
      { filter: (c) => c.gt('size', 3) },
    );
    expect(seen).toEqual(all.map((item) => item.at));
    items.calls.length = 0;
    for await (const { at } of items.table.each(entry, { listId: 'a' }, { limit: 5 })) seen.push(at);
    expect(items.calls.length).toBeGreaterThan(0);
  });

  test('a cap on read units stops early, with a cursor to go on', async () => {
    const page = await items.table.query(
      entry,
      { listId: 'a' },
      { limit: 50, filter: (c) => c.eq('size', 99), maxReadUnits: 0.5 },
    );
    expect(page.items).toEqual([]);
    expect(page.cursor).toBeDefined();
    expect(page.capacity?.read).toBeGreaterThanOrEqual(0.5);
  });
});

describe('cursors', () => {
  const secret = 'a secret of thirty-two characters';
  const position: fc.Arbitrary<Position> = fc.oneof(
    fc.constant(null),
    fc.constant('done' as const),
    fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }),
  );
  const positions = fc.array(position, { minLength: 1, maxLength: 5 });

  test('read back as they were written', () => {
    fc.assert(
      fc.property(positions, fc.string(), (at, binding) => {
        expect(readCursor(secret, binding, writeCursor(secret, binding, at), at.length)).toEqual(at);
      }),
    );
  });

  test('show nothing of what they hold, and are the same for the same', () => {
    const [at, other] = ['a name', 'b name'].map((name) =>
      writeCursor(secret, 'a query', [['LIST#secret', name]]),
    );
    expect(Buffer.from(at!, 'base64url').toString('latin1')).not.toMatch(/secret|name/);
    expect(writeCursor(secret, 'a query', [['LIST#secret', 'a name']])).toBe(at);
    // Only the version in common: neither nonce nor text.
    expect(Buffer.from(at!, 'base64url').subarray(1, 13)).not.toEqual(
      Buffer.from(other!, 'base64url').subarray(1, 13),
    );
  });

  test('are refused with any character changed, cut, added, with another binding or secret', () => {
    const refused = (read: () => unknown) => {
      try {
        read();
        return false;
      } catch (error) {
        return isSingleTableError(error, 'InvalidCursor');
      }
    };
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ';
    fc.assert(
      fc.property(
        positions,
        fc.string(),
        fc.string(),
        fc.nat(),
        fc.constantFrom(...characters),
        (at, binding, other, where, character) => {
          const cursor = writeCursor(secret, binding, at);
          const read = (text: string, key = secret, bound = binding) =>
            refused(() => readCursor(key, bound, text, at.length));
          const index = where % cursor.length;
          if (cursor[index] !== character)
            expect(read(cursor.slice(0, index) + character + cursor.slice(index + 1))).toBe(true);
          expect(read(cursor.slice(0, index))).toBe(true);
          expect(read(cursor + character)).toBe(true);
          expect(read(cursor, `${secret}!`)).toBe(true);
          if (other !== binding) expect(read(cursor, secret, other)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are bound to their query: key, index, order, filter, range and entity', async () => {
    const { table } = items;
    const { cursor } = await table.query(entry, { listId: 'a' }, { limit: 1 });
    const attempts = [
      table.query(entry, { listId: 'b' }, { limit: 1, cursor }),
      table.query(entry.by('GSI1'), {}, { limit: 1, cursor }),
      table.query(entry, { listId: 'a' }, { limit: 1, cursor, order: 'descending' }),
      table.query(entry, { listId: 'a' }, { limit: 1, cursor, filter: (c) => c.eq('size', 1) }),
      table.query(entry, { listId: 'a' }, { limit: 1, cursor, atLeast: { at: 0 } }),
      table.query(note, { listId: 'a' }, { limit: 1, cursor }),
    ];
    for (const attempt of attempts) await failureOf('InvalidCursor', attempt);
    expect((await table.query(entry, { listId: 'a' }, { limit: 1, cursor })).items).toHaveLength(1);
  });
});
