import type { QueryTarget, EntityModel } from '../model/model.js';
import { encodeItem } from '../items/item-codec.js';
import type { WireItem } from '../wire/wire.js';
import { projectionOf } from '../provisioning/table-inputs.js';
import {
  discriminatorOf,
  isLocal,
  keyNamesOf,
  keyTypeOf,
  type TableDefinition,
} from '../definitions/table.js';

/** Sample items of an entity, complete, as passed to `put`. */
export interface WorkbenchEntity {
  entity: QueryTarget;
  items: readonly Readonly<Record<string, unknown>>[];
}

interface NamedType {
  AttributeName: string;
  AttributeType: string;
}

interface WorkbenchKeys {
  PartitionKey: NamedType;
  SortKey?: NamedType;
}

export interface WorkbenchFacet {
  FacetName: string;
  KeyAttributeAlias?: { PartitionKeyAlias?: string; SortKeyAlias?: string };
  TableData?: WireItem[];
  NonKeyAttributes?: string[];
  DataAccess?: object;
}

export interface WorkbenchTable {
  TableName: string;
  KeyAttributes: WorkbenchKeys;
  NonKeyAttributes?: NamedType[];
  TableFacets?: WorkbenchFacet[];
  GlobalSecondaryIndexes?: {
    IndexName: string;
    KeyAttributes: WorkbenchKeys;
    Projection: { ProjectionType?: string; NonKeyAttributes?: string[] };
  }[];
  TableData?: WireItem[];
  DataAccess?: object;
  BillingMode?: string;
}

/** The part of a Workbench file that says something about tables. */
export interface WorkbenchModel {
  ModelName: string;
  ModelMetadata: Readonly<Record<string, string>>;
  DataModel: WorkbenchTable[];
}

const TYPES = {
  string: 'S',
  number: 'N',
  boolean: 'BOOL',
  binary: 'B',
  list: 'L',
  map: 'M',
  stringSet: 'SS',
  numberSet: 'NS',
  binarySet: 'BS',
  // Workbench needs one type; open JSON is mostly a map.
  any: 'M',
} as const;

function keySchema(table: TableDefinition, index?: string): WorkbenchKeys {
  const [PartitionKey, SortKey] = (keyNamesOf(table, index) as string[]).map((name) => ({
    AttributeName: name,
    AttributeType: keyTypeOf(table, name),
  }));
  return { PartitionKey: PartitionKey as NamedType, ...(SortKey && { SortKey }) };
}

/** In the import format of NoSQL Workbench for DynamoDB. `at` is its time: the same model gives the same file. */
export function workbenchModel(
  definition: TableDefinition,
  name: string,
  entities: readonly WorkbenchEntity[],
  at = new Date(0),
): WorkbenchModel {
  const indexes = Object.keys(definition.indexes ?? {});
  // Its models have no local ones.
  const global = indexes.filter((index) => !isLocal(definition, index));
  const keys = keyNamesOf(definition) as string[];
  const types = new Map<string, string>();
  const discriminator = discriminatorOf(definition);
  if (discriminator !== undefined) types.set(discriminator, 'S');
  for (const index of indexes)
    for (const key of keyNamesOf(definition, index) as string[]) types.set(key, keyTypeOf(definition, key));
  for (const {
    entity: { model },
  } of entities) {
    if (model.schema) types.set(model.versionMark, 'N');
    for (const [attribute, { codec }] of storedOf(model)) types.set(attribute, TYPES[codec.type]);
    for (const pack of model.packs?.names.keys() ?? []) types.set(pack, 'S');
  }
  for (const key of keys) types.delete(key);
  return {
    ModelName: name,
    ModelMetadata: {
      Author: '',
      DateCreated: at.toISOString(),
      DateLastModified: at.toISOString(),
      Description: describeModel(definition, entities),
      AWSService: 'Amazon DynamoDB',
      Version: '3.0',
    },
    DataModel: [
      {
        TableName: name,
        KeyAttributes: keySchema(definition),
        NonKeyAttributes: [...types].map(([AttributeName, AttributeType]) => ({
          AttributeName,
          AttributeType,
        })),
        TableFacets: entities.map(facet),
        GlobalSecondaryIndexes: global.map((index) => ({
          IndexName: index,
          KeyAttributes: keySchema(definition, index),
          Projection: projectionOf(definition, index),
        })),
        TableData: entities.flatMap(({ entity, items }) =>
          items.map((item) => encodeItem(entity.model, item)),
        ),
        DataAccess: { MySql: {} },
        BillingMode: 'PAY_PER_REQUEST',
      },
    ],
  };
}

/** What Workbench has no place for. */
function describeModel(
  { timeToLive, stream }: TableDefinition,
  entities: readonly WorkbenchEntity[],
): string {
  const shards = entities.flatMap(({ entity: { model } }) =>
    Array.from(
      model.indexes.values(),
      ({ index, shards: each }) =>
        each && `Shards of ${model.name} in ${index}: ${each.count} by ${each.by}.`,
    ),
  );
  const packs = entities.flatMap(({ entity: { model } }) =>
    [...(model.packs?.names ?? [])].map(
      ([pack, names]) => `${pack} of ${model.name}: JSON of ${names.join(', ')}.`,
    ),
  );
  return [timeToLive && `Time to live: ${timeToLive}.`, stream && `Stream: ${stream}.`, ...shards, ...packs]
    .filter(Boolean)
    .join(' ');
}

const storedOf = ({ entries }: EntityModel) =>
  entries.filter(([, { settings }]) => !settings.keyOnly && !settings.pack);

function facet({ entity }: WorkbenchEntity): WorkbenchFacet {
  const { model } = entity;
  const [partition, sort] = model.key.templates;
  return {
    FacetName: model.name,
    KeyAttributeAlias: {
      PartitionKeyAlias: partition.text,
      ...(sort && { SortKeyAlias: sort.text }),
    },
    TableData: [],
    NonKeyAttributes: [
      ...(model.schema ? [model.versionMark] : []),
      ...storedOf(model).map(([name]) => name),
      ...(model.packs?.names.keys() ?? []),
    ],
    DataAccess: { MySql: {} },
  };
}
