import {
  DescribeTableCommand,
  type AttributeDefinition,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type KeySchemaElement,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { createTableInput } from '@rollbook/single-table/provisioning';
import { wrongShape, TABLE_SHAPE, type TableShape } from './table-shape.js';

/** The table exists, but is not one of Rollbook's. The message is one line that names the setting. */
export class WrongTableError extends Error {
  override readonly name = 'WrongTableError';
}

interface Wanted {
  /** False for a table restored from a backup. */
  needsStream?: boolean;
  shape?: TableShape;
  abortSignal?: AbortSignal;
}

/** What this version needs otherwise than it is in the table, in words. */
export async function tableDifferences(
  client: DynamoDBClient,
  tableName: string,
  { needsStream = true, shape = TABLE_SHAPE, abortSignal }: Wanted = {},
): Promise<string[]> {
  const describe = new DescribeTableCommand({ TableName: tableName });
  const { Table } = await client.send(describe, { abortSignal });
  const expected = createTableInput(shape.definition, tableName);
  const differences = differencesOf(Table ?? {}, expected, needsStream);
  // Of a table with another key, or one that is being created, no item can be read.
  const isReadable =
    ['ACTIVE', 'UPDATING'].includes(Table?.TableStatus ?? '') &&
    keyOf(Table?.KeySchema, Table ?? {}) === keyOf(expected.KeySchema, expected);
  return isReadable ? [...differences, ...(await wrongShape({ client, tableName, shape }))] : differences;
}

/** @throws WrongTableError that lists every difference */
export async function requireTable(
  client: DynamoDBClient,
  tableName: string,
  wanted: Wanted = {},
): Promise<void> {
  const differences = await tableDifferences(client, tableName, wanted);
  if (differences.length === 0) return;
  throw new WrongTableError(
    `The table "${tableName}" does not match Rollbook's definition: ${differences.join('; ')}. Check ROLLBOOK_TABLE and the region, deploy the table again, or run \`rollbook migrate --run\`.`,
  );
}

function differencesOf(
  table: TableDescription,
  expected: CreateTableCommandInput,
  needsStream: boolean,
): string[] {
  const differences: string[] = [];
  const compare = (what: string, found: string | undefined, expected: string | undefined) => {
    if (found !== expected) differences.push(`${what} is ${found ?? 'none'}, not ${expected}`);
  };
  if (table.TableStatus !== 'UPDATING') compare('its status', table.TableStatus, 'ACTIVE');
  compare('its key', keyOf(table.KeySchema, table), keyOf(expected.KeySchema, expected));
  for (const { IndexName, KeySchema, Projection } of expected.GlobalSecondaryIndexes ?? []) {
    const index = table.GlobalSecondaryIndexes?.find((each) => each.IndexName === IndexName);
    if (!index) differences.push(`it has no index ${IndexName}`);
    else {
      compare(`the key of its index ${IndexName}`, keyOf(index.KeySchema, table), keyOf(KeySchema, expected));
      compare(
        `the projection of its index ${IndexName}`,
        index.Projection?.ProjectionType,
        Projection?.ProjectionType,
      );
    }
  }
  if (needsStream)
    compare(
      'its stream',
      table.StreamSpecification?.StreamViewType,
      expected.StreamSpecification?.StreamViewType,
    );
  return differences;
}

/** `PK (S) + SK (S)` */
function keyOf(
  schema: KeySchemaElement[] = [],
  { AttributeDefinitions = [] }: { AttributeDefinitions?: AttributeDefinition[] | undefined },
): string {
  const typeOf = (name?: string) =>
    AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)?.AttributeType ?? '?';
  return schema.map(({ AttributeName }) => `${AttributeName} (${typeOf(AttributeName)})`).join(' + ');
}
