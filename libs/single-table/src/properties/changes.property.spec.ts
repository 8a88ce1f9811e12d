import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { createItemTable, type ItemTable } from '../../test/support/item-table.js';
import {
  createdAt,
  defineEntity,
  defineTable,
  isSingleTableError,
  list,
  number,
  string,
  stringSet,
  updatedAt,
  type Entity,
  type WriteOperation,
} from '@rollbook/single-table';
import type { EntityModel } from '../model/model.js';
import { decodeItem, encodeItem } from '../items/item-codec.js';
import type { WireItem } from '../wire/wire.js';

const RUNS = Number(process.env['ROLLBOOK_CHANGE_RUNS'] ?? 80);

/** What index keys and computed attributes can be made of: given, made by the library, hidden, null, or absent. */
const given = {
  id: string(),
  title: string().optional(),
  colour: string().optional(),
  shelf: string().default('first'),
  state: string().nullable().default(null),
  note: string().default('none').optional(),
  mark: string().default('m').optional(),
  secret: string().hidden().optional(),
  rank: number().default(7),
  tags: stringSet().optional(),
  lines: list(string()).optional(),
  hits: number().optional(),
  log: list(string()).optional(),
  created: createdAt(),
  changed: updatedAt(),
};
interface Sources {
  id: string;
  title?: string;
  colour?: string;
  shelf: string;
  secret?: string;
  tags?: Set<string>;
  lines?: string[];
  rank: number;
  created: string;
}
const computed = {
  label: string()
    .computed(['title', 'colour', 'id'], ({ title, colour, id }: Sources) =>
      // Some titles have none.
      title === 'x' ? (undefined as never) : `${title ?? 'untitled'}-${colour ?? 'plain'}-${id}`,
    )
    .optional(),
  place: string().computed(['secret', 'shelf'], ({ secret, shelf }: Sources) => `${secret ?? ''}@${shelf}`),
  since: string().computed(['created', 'rank'], ({ created, rank }: Sources) => `${rank}/${created}`),
  sum: number().computed(
    ['tags', 'lines', 'rank'],
    ({ tags, lines, rank }: Sources) => (tags?.size ?? 0) + 10 * (lines?.length ?? 0) + 100 * rank,
  ),
};
const TEMPLATES = [
  ['label:{label}', '{shelf}'],
  ['{state}', '{note}'],
  ['{shelf}', '{rank:6}'],
  ['{mark}', '{note}'],
  ['{created:iso}', '{secret}'],
  ['{sum:6}', '{changed:iso}'],
  ['{title}', '{colour}:{mark}'],
  ['{place}', '{since}'],
] as const;

const names = ['GSI1', 'GSI2'] as const;
const index = (name: string) => ({ partitionKey: `${name}PK`, sortKey: `${name}SK` });
const tableOf = (incompleteKeys: 'absent' | 'each' | 'begun') =>
  defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { GSI1: index('GSI1'), GSI2: index('GSI2') },
    incompleteKeys,
  });

const text = fc.constantFrom('x', 'y:z', 'Ünï');
const values = {
  title: text,
  colour: text,
  shelf: text,
  state: fc.option(text),
  note: text,
  mark: text,
  secret: text,
  rank: fc.nat(99),
  tags: fc.uniqueArray(text, { minLength: 1 }).map((all) => new Set(all)),
  lines: fc.array(text, { maxLength: 2 }),
};
const REMOVABLE = ['title', 'colour', 'note', 'mark', 'secret', 'tags', 'lines'];
const change = fc
  .record({
    kind: fc.constantFrom('put', 'create', 'update', 'upsert', 'upsert', 'delete'),
    way: fc.constantFrom('alone', 'transaction', 'each'),
    set: fc.record(values, { requiredKeys: [] }),
    removed: fc.subarray(REMOVABLE),
    // Of a source as well: these are refused.
    add: fc.record({ hits: fc.nat(3), rank: fc.constant(1) }, { requiredKeys: [] }),
    append: fc.record({ log: fc.array(text, { maxLength: 1 }) }, { requiredKeys: [] }),
  })
  .map(({ removed, ...rest }) => ({ ...rest, remove: removed.filter((name) => !(name in rest.set)) }));
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

const shape = fc.record({
  incompleteKeys: fc.constantFrom('absent', 'each', 'begun'),
  attributes: fc.subarray(Object.keys(computed)),
  templates: fc.shuffledSubarray([...TEMPLATES], { minLength: 1, maxLength: 2 }),
  changes: fc.array(change, { minLength: 2, maxLength: 6 }),
});

type Untyped = Entity &
  Record<'put' | 'create' | 'update' | 'upsert' | 'delete', (...args: unknown[]) => WriteOperation>;

let declared = 0;
/** An entity that has some of the computed attributes, and indexes over these and what is given. */
function entityOf(
  table: ReturnType<typeof tableOf>,
  attributes: readonly string[],
  templates: readonly (readonly [string, string])[],
): Untyped {
  const name = `thing${(declared += 1)}`;
  const has = (template: string) =>
    Object.keys(computed).every((each) => attributes.includes(each) || !template.includes(`{${each}`));
  const indexes = templates
    .filter((pair) => pair.every(has))
    .map(([PK, SK], at) => [names[at], { [`${names[at]}PK`]: `${name}:${PK}`, [`${names[at]}SK`]: SK }]);
  return defineEntity(table, {
    name,
    key: { PK: `${name}:{id}`, SK: name },
    indexes: Object.fromEntries(indexes) as never,
    attributes: {
      ...given,
      ...Object.fromEntries(Object.entries(computed).filter(([each]) => attributes.includes(each))),
    },
  }) as unknown as Untyped;
}

/** The operation, and the same sent by itself. */
function operationOf(
  entity: Untyped,
  { kind, set, remove, add, append }: Change,
): [WriteOperation, unknown[]] {
  const id = 'i';
  const args =
    kind === 'delete'
      ? [{ id }]
      : kind === 'update'
        ? [{ id }, { set, remove, add, append }]
        : kind === 'upsert'
          ? [
              { id, ...set },
              { add, append },
            ]
          : [{ id, ...set }];
  return [entity[kind](...args), args];
}

async function run({ table }: ItemTable, entity: Untyped, change: Change): Promise<void> {
  const [operation, args] = operationOf(entity, change);
  if (change.way === 'transaction') return table.transactWrite([operation]);
  if (change.way === 'each') {
    const [outcome] = await table.writeEach([operation]);
    if (outcome?.outcome === 'failed') throw outcome.error;
    return;
  }
  await (table as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[change.kind]!(
    entity,
    ...args,
  );
}

/** The item with what is computed from it, and with the keys that it would be put with. */
function wouldBePut(model: EntityModel, wire: WireItem): WireItem {
  const item = decodeItem(model, wire, { hidden: true });
  for (const [name, { settings }] of model.entries)
    if (settings.computation) item[name] = settings.computation.compute(item);
  return encodeItem(model, item);
}

/** Whether a change may have been refused: it needs an item that is or is not there, or adds to a source. */
const isRefused = ({ kind, add }: Change, error: unknown) =>
  (isSingleTableError(error, 'InvalidRequest') && add.rank !== undefined) ||
  ((kind === 'create' || kind === 'update') &&
    (isSingleTableError(error, 'ConditionFailed') || isSingleTableError(error, 'TransactionCanceled')));

describe('after any changes', () => {
  const tables = { absent: tableOf('absent'), each: tableOf('each'), begun: tableOf('begun') };
  const stores: Record<string, ItemTable> = {};
  let now = Date.parse('2026-03-03T12:00:00.000Z');
  beforeAll(async () => {
    for (const [name, table] of Object.entries(tables))
      stores[name] = await createItemTable(table, { now: () => (now += 1000) });
  });
  afterAll(() => {
    for (const store of Object.values(stores)) store.close();
  });

  test('an item has the index keys and the computed values that a fresh put would have given it', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async ({ incompleteKeys, attributes, templates, changes }) => {
        const store = stores[incompleteKeys] as ItemTable;
        const entity = entityOf(tables[incompleteKeys], attributes, templates);
        const Key = { PK: { S: `${entity.name}:i` }, SK: { S: entity.name } };
        for (const each of changes) {
          await run(store, entity, each).catch((error: unknown) => {
            if (!isRefused(each, error)) throw error;
          });
          const { Item } = await store.client.send(new GetItemCommand({ TableName: store.tableName, Key }));
          if (Item) expect(Item).toEqual(wouldBePut(entity.model, Item as WireItem));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
