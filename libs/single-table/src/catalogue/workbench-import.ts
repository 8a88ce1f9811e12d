import {
  any,
  binary,
  binarySet,
  boolean,
  list,
  number,
  numberSet,
  string,
  stringSet,
} from '../definitions/attributes.js';
import type { AnyAttribute, Attribute } from '../definitions/attribute-types.js';
import { defineEntity, type Entity } from '../entity/entity.js';
import { defineTable, keyNamesOf, keyTextOf, type TableDefinition } from '../definitions/table.js';
import type { Sharding } from '../definitions/entity-types.js';
import { shardSuffix } from '../model/model.js';
import { refuseDefinition } from '../wire/errors.js';
import { decodeUnknown, type WireItem } from '../wire/wire.js';
import { compileKeyTemplate } from '../keys/key-template.js';
import { discriminatorIn, inferTemplate } from './workbench-templates.js';
import type { WorkbenchFacet, WorkbenchModel, WorkbenchTable } from './workbench.js';

type Texts = Readonly<Record<string, string>>;

type ImportedIndex = Texts | { readonly shards: Sharding };

/** An attribute as Workbench knows it: its type, and whether some sample item lacks it. */
export interface ImportedAttribute {
  type: 'string' | 'number' | 'boolean' | 'binary' | 'list' | 'any' | 'stringSet' | 'numberSet' | 'binarySet';
  optional: boolean;
  /** It is nowhere but in the key. */
  keyOnly: boolean;
}

export interface ImportedEntity {
  name: string;
  key: Texts;
  indexes: Readonly<Record<string, ImportedIndex>>;
  attributes: Readonly<Record<string, ImportedAttribute>>;
  /** The sample items, as values. */
  items: readonly Readonly<Record<string, unknown>>[];
}

export interface ImportedTable {
  name: string;
  table: TableDefinition;
  entities: readonly ImportedEntity[];
}

const MAKERS: Record<ImportedAttribute['type'], () => Attribute<unknown>> = {
  string,
  number,
  boolean,
  binary,
  list: () => list(any()),
  any,
  stringSet,
  numberSet,
  binarySet,
};
const TYPES: Readonly<Record<string, ImportedAttribute['type']>> = {
  S: 'string',
  N: 'number',
  BOOL: 'boolean',
  B: 'binary',
  L: 'list',
  SS: 'stringSet',
  NS: 'numberSet',
  BS: 'binarySet',
};

/**
 * The tables of a model of NoSQL Workbench: each facet is an entity. Key templates are the aliases of the facets where these
 * make the keys of the sample items; otherwise, and for indexes, they are found from these.
 * Throws InvalidDefinition where no template makes a key.
 */
export function importWorkbench({ DataModel, ModelMetadata }: WorkbenchModel): ImportedTable[] {
  return DataModel.map((source) => {
    const { Description = '' } = ModelMetadata;
    const table = tableOf(source, Description);
    return {
      name: source.TableName,
      table,
      entities: (source.TableFacets ?? []).map((facet) => entityOf(source, table, facet, Description)),
    };
  });
}

function tableOf(source: WorkbenchTable, description: string): TableDefinition {
  const { KeyAttributes, GlobalSecondaryIndexes = [] } = source;
  const keys = ({ PartitionKey, SortKey }: WorkbenchTable['KeyAttributes']) => ({
    partitionKey: PartitionKey.AttributeName,
    ...(SortKey && { sortKey: SortKey.AttributeName }),
  });
  const all = [KeyAttributes, ...GlobalSecondaryIndexes.map((index) => index.KeyAttributes)];
  const numberKeys = all
    .flatMap(({ PartitionKey, SortKey }) => [PartitionKey, SortKey])
    .flatMap((key) => (key?.AttributeType === 'N' ? [key.AttributeName] : []));
  const [, timeToLive] = /Time to live: (\S+)\./.exec(description) ?? [];
  const [, stream] = /Stream: (\w+)\./.exec(description) ?? [];
  return defineTable({
    ...keys(KeyAttributes),
    indexes: Object.fromEntries(
      GlobalSecondaryIndexes.map((index) => [
        index.IndexName,
        { ...keys(index.KeyAttributes), projection: projectionOf(index.Projection) },
      ]),
    ),
    discriminator: discriminatorIn(source) ?? null,
    ...(numberKeys.length > 0 && { numberKeys: [...new Set(numberKeys)] }),
    ...(timeToLive && { timeToLive }),
    ...(stream && { stream: stream as NonNullable<TableDefinition['stream']> }),
  });
}

function projectionOf({
  ProjectionType,
  NonKeyAttributes,
}: {
  ProjectionType?: string;
  NonKeyAttributes?: string[];
}) {
  return ProjectionType === 'INCLUDE'
    ? (NonKeyAttributes ?? [])
    : ProjectionType === 'KEYS_ONLY'
      ? 'KEYS_ONLY'
      : 'ALL';
}

/** A facet with its items, and what its keys may be made of. */
interface Facet {
  name: string;
  rows: readonly WireItem[];
  given: readonly string[];
  table: TableDefinition;
  templateOf(key: string, hint?: string, rows?: readonly WireItem[]): string | undefined;
}

function facetOf(source: WorkbenchTable, table: TableDefinition, facet: WorkbenchFacet): Facet {
  const rows = rowsOf(source, table, facet);
  const names = [...(facet.NonKeyAttributes ?? []), ...rows.flatMap((row) => Object.keys(row))];
  const given = [...new Set(names)].filter(
    (each) => !keyNamesIn(table).has(each) && each !== table.discriminator,
  );
  const templateOf: Facet['templateOf'] = (key, hint, among = rows) =>
    inferTemplate({
      key,
      hint,
      rows: among.filter((row) => row[key]),
      given,
      isNumber: table.numberKeys?.includes(key) ?? false,
    });
  return { name: facet.FacetName, rows, given, table, templateOf };
}

const keyNamesIn = (table: TableDefinition) =>
  new Set([undefined, ...Object.keys(table.indexes ?? {})].flatMap((index) => keyNamesOf(table, index)));

function entityOf(
  source: WorkbenchTable,
  table: TableDefinition,
  drawn: WorkbenchFacet,
  description: string,
): ImportedEntity {
  const facet = facetOf(source, table, drawn);
  const { name, rows, given } = facet;
  const hints = [drawn.KeyAttributeAlias?.PartitionKeyAlias, drawn.KeyAttributeAlias?.SortKeyAlias];
  const key: Record<string, string> = {};
  for (const [part, each] of (keyNamesOf(table) as string[]).entries())
    key[each] = facet.templateOf(each, hints[part]) ?? plainTemplate(each, keyNamesIn(table));
  const attributes = Object.fromEntries(given.map((each) => [each, attributeOf(source, rows, each)]));
  const parts = Object.entries(key).map(
    ([each, text]) => [each, compileKeyTemplate(text, table.numberKeys?.includes(each))] as const,
  );
  for (const variable of parts.flatMap(([, template]) => template.variables))
    attributes[variable] ??= { type: 'string', optional: false, keyOnly: true };
  const items = rows.map((row) => {
    const item: Record<string, unknown> = {};
    for (const [each, template] of parts) Object.assign(item, template.parse(keyTextOf(row[each])));
    for (const each of given) if (row[each]) item[each] = decodeUnknown(row[each], each);
    return item;
  });
  return { name, key, indexes: indexesOf(facet, description), attributes, items };
}

function indexesOf(facet: Facet, description: string): ImportedEntity['indexes'] {
  const { name, table } = facet;
  const indexes: Record<string, ImportedIndex> = {};
  for (const index of Object.keys(table.indexes ?? {})) {
    const names = keyNamesOf(table, index) as string[];
    const shards = shardsOf(description, name, index);
    const rows = shards ? facet.rows.map((row) => withoutShard(row, names[0]!, shards)) : facet.rows;
    if (!rows.some((row) => names.every((each) => row[each]))) continue;
    const templates = names.map((each) => [
      each,
      facet.templateOf(each, undefined, rows) ??
        refuseDefinition(name, `has no template that makes ${each} of ${index}`),
    ]);
    const texts = Object.fromEntries(templates) as Texts;
    indexes[index] = shards ? { ...texts, shards } : texts;
  }
  return indexes;
}

function shardsOf(description: string, entity: string, index: string): Sharding | undefined {
  for (const [, of, where, count, by] of description.matchAll(/Shards of (.+?) in (\S+): (\d+) by (\S+)\./g))
    if (of === entity && where === index) return { count: Number(count), by: by as string };
  return undefined;
}

function withoutShard(row: WireItem, name: string, shards: Sharding): WireItem {
  const text = keyTextOf(row[name]);
  return row[name] ? { ...row, [name]: { S: text.slice(0, -shardSuffix(shards, 0).length) } } : row;
}

/** Where a key is made of nothing else, it is a value of its own. */
function plainTemplate(key: string, keyNames: ReadonlySet<string | undefined>): string {
  const name = key.replace(/\W/g, '').replace(/^\w/, (first) => first.toLowerCase());
  return `{${keyNames.has(name) ? `${name}Value` : name}:raw}`;
}

/** The items of a facet: those that its discriminator names, or that its key aliases match. */
function rowsOf(
  { TableData = [] }: WorkbenchTable,
  table: TableDefinition,
  facet: WorkbenchFacet,
): WireItem[] {
  const { discriminator } = table;
  if (discriminator != null)
    return TableData.filter((row) => keyTextOf(row[discriminator]) === facet.FacetName);
  if (facet.TableData?.length) return facet.TableData;
  const aliases = [facet.KeyAttributeAlias?.PartitionKeyAlias, facet.KeyAttributeAlias?.SortKeyAlias];
  return TableData.filter((row) =>
    keyNamesOf(table).every(
      (name, part) =>
        !aliases[part] || !name || compileKeyTemplate(aliases[part]).parse(keyTextOf(row[name])),
    ),
  );
}

function attributeOf(
  { NonKeyAttributes = [] }: WorkbenchTable,
  rows: readonly WireItem[],
  name: string,
): ImportedAttribute {
  const declared = NonKeyAttributes.find((each) => each.AttributeName === name)?.AttributeType ?? '';
  const tags = rows.flatMap((row) => Object.keys(row[name] ?? {}));
  const type = tags.every((tag) => tag === declared) ? TYPES[declared] : undefined;
  return { type: type ?? 'any', optional: rows.some((row) => !row[name]), keyOnly: false };
}

/** Only run time knows an imported table. */
const define = defineEntity as unknown as (table: TableDefinition, config: object) => Entity;

/** The entities of an imported table, to read and write with, or to export again. */
export function defineImported({
  table,
  entities,
}: ImportedTable): { entity: Entity; items: ImportedEntity['items'] }[] {
  return entities.map(({ items, attributes: imported, ...config }) => {
    const attributes: Record<string, AnyAttribute> = {};
    for (const [name, { type, optional, keyOnly }] of Object.entries(imported)) {
      const attribute = MAKERS[type]();
      attributes[name] = keyOnly ? attribute.keyOnly() : optional ? attribute.optional() : attribute;
    }
    return { entity: define(table, { ...config, attributes }), items };
  });
}

/** The definitions as a module, to go on with by hand. */
export function sourceOfImported({ table, entities }: ImportedTable): string {
  const used = new Set(
    entities.flatMap(({ attributes }) =>
      Object.values(attributes).flatMap(({ type }) => (type === 'list' ? ['any', type] : [type])),
    ),
  );
  const nameOf = (name: string) =>
    name
      .replace(/\W+(\w?)/g, (_, next: string) => next.toUpperCase())
      .replace(/^\w/, (first) => first.toLowerCase()) + 'Entity';
  const attribute = ({ type, optional, keyOnly }: ImportedAttribute) =>
    `${type}(${type === 'list' ? 'any()' : ''})${keyOnly ? '.keyOnly()' : optional ? '.optional()' : ''}`;
  const blocks = entities.map(
    ({ name, key, indexes, attributes }) => `export const ${nameOf(name)} = defineEntity(table, {
  name: ${JSON.stringify(name)},
  key: ${JSON.stringify(key)},
  indexes: ${JSON.stringify(indexes)},
  attributes: {
${Object.entries(attributes)
  .map(([each, type]) => `    ${JSON.stringify(each)}: ${attribute(type)},\n`)
  .join('')}  },
});
`,
  );
  return `import { ${['defineEntity', 'defineTable', ...[...used].sort()].join(', ')} } from '@rollbook/single-table';

export const table = defineTable(${JSON.stringify(table, null, 2)});

${blocks.join('\n')}`;
}
