import type { QueryTarget } from '../definitions/entity.js';
import { encodeItem } from '../items/item-codec.js';
import { projectionOf } from '../provisioning/table-inputs.js';
import { discriminatorOf, keyNamesOf, keyTypeOf, type TableDefinition } from '../definitions/table.js';

/** Sample items of an entity, complete, as passed to `put`. */
export interface WorkbenchEntity {
  entity: QueryTarget;
  items: readonly Readonly<Record<string, unknown>>[];
}

interface NamedType {
  AttributeName: string;
  AttributeType: string;
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

function keySchema(table: TableDefinition, index?: string): { PartitionKey: NamedType; SortKey?: NamedType } {
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
): object {
  const indexes = Object.keys(definition.indexes ?? {});
  const keys = keyNamesOf(definition) as string[];
  const types = new Map<string, string>();
  const discriminator = discriminatorOf(definition);
  if (discriminator !== undefined) types.set(discriminator, 'S');
  for (const index of indexes)
    for (const key of keyNamesOf(definition, index) as string[]) types.set(key, keyTypeOf(definition, key));
  for (const { entity } of entities) {
    for (const [attribute, { codec }] of entity.model.entries) types.set(attribute, TYPES[codec.type]);
  }
  for (const key of keys) types.delete(key);
  return {
    ModelName: name,
    ModelMetadata: {
      Author: '',
      DateCreated: at.toISOString(),
      DateLastModified: at.toISOString(),
      Description: '',
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
        GlobalSecondaryIndexes: indexes.map((index) => ({
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

function facet({ entity }: WorkbenchEntity): object {
  const { model } = entity;
  const [partition, sort] = model.key.templates;
  return {
    FacetName: model.name,
    KeyAttributeAlias: {
      PartitionKeyAlias: partition.text,
      ...(sort && { SortKeyAlias: sort.text }),
    },
    TableData: [],
    NonKeyAttributes: model.entries.map(([name]) => name),
    DataAccess: { MySql: {} },
  };
}
