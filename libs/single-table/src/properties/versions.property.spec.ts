import fc from 'fast-check';
import { createItemTable, type ItemTable } from '../../test/support/item-table.js';
import {
  defineEntity,
  defineTable,
  isSingleTableError,
  number,
  string,
  type Table,
} from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const page = defineEntity(definition, {
  name: 'page',
  key: { PK: 'page:{id}', SK: 'page' },
  attributes: { id: string(), text: string(), version: number() },
  versionAttribute: 'version',
});

let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(definition);
});
afterAll(() => store.close());

type Seen = { id: string; text: string; version: number };

/** Every way to write over a version that was read. */
const WAYS: Record<string, (table: Table, seen: Seen, text: string) => Promise<unknown>> = {
  put: (table, { id, version }, text) => table.put(page, { id, text, version }, { expectedVersion: version }),
  'put the next version': (table, { id, version }, text) =>
    table.put(page, { id, text, version: version + 1 }),
  update: (table, { id, version }, text) =>
    table.update(page, { id }, { set: { text }, expectedVersion: version }),
  'update in a transaction': (table, { id, version }, text) =>
    table.transactWrite([page.update({ id }, { set: { text }, expectedVersion: version })]),
  'put in a transaction': (table, { id, version }, text) =>
    table.transactWrite([page.put({ id, text, version: version + 1 })]),
};

function isLoss(reason: unknown): boolean {
  return (
    isSingleTableError(reason, 'ConditionFailed') ||
    isSingleTableError(reason, 'TransactionCanceled') ||
    (reason as Error).name === 'TransactionConflictException'
  );
}

test('of writers that have read the same version, one wins and the others are refused', async () => {
  let runs = 0;
  const ways = fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(ways, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const id = `p${runs++}`;
      let seen: Seen = await store.table.create(page, { id, text: 'new', version: 1 });
      for (const writers of rounds) {
        const outcomes = await Promise.allSettled(
          writers.map((way, at) => WAYS[way]!(store.table, seen, `${way} ${at}`)),
        );
        const after = (await store.table.get(page, { id }, { consistent: true }))!;
        const won = outcomes.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
        for (const outcome of outcomes)
          if (outcome.status === 'rejected' && !isLoss(outcome.reason)) throw outcome.reason;
        // Transactions that meet may cancel each other.
        expect(won.length).toBeLessThanOrEqual(1);
        const [winner] = won;
        expect(after).toEqual(
          winner === undefined
            ? seen
            : { id, text: `${writers[winner]} ${winner}`, version: seen.version + 1 },
        );
        seen = after;
      }
    }),
    { numRuns: 40 },
  );
});
