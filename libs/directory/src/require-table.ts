import {
  DescribeTableCommand,
  type AttributeDefinition,
  type DynamoDBClient,
  type KeySchemaElement,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { createTableInput } from '#libs/single-table';
import { rollbookTable } from './table.js';

/** The table exists, but is not one of Rollbook's. The message is one line that names the setting. */
export class WrongTableError extends Error {
  override readonly name = 'WrongTableError';
}

const EXPECTED = createTableInput(rollbookTable, 'expected');

/** @param needsStream false for a table restored from a backup @throws WrongTableError that lists every difference */
export async function requireTable(
  client: DynamoDBClient,
  tableName: string,
  { needsStream = true } = {},
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const differences = differencesOf(Table ?? {}, needsStream);
  if (differences.length === 0) return;
  throw new WrongTableError(
    `The table "${tableName}" does not match Rollbook's definition: ${differences.join('; ')}. Check ROLLBOOK_TABLE and the region, or deploy the table again.`,
  );
}

function differencesOf(table: TableDescription, needsStream: boolean): string[] {
  const differences: string[] = [];
  const compare = (what: string, found: string | undefined, expected: string | undefined) => {
    if (found !== expected) differences.push(`${what} is ${found ?? 'none'}, not ${expected}`);
  };
  if (table.TableStatus !== 'UPDATING') compare('its status', table.TableStatus, 'ACTIVE');
  compare('its key', keyOf(table.KeySchema, table), keyOf(EXPECTED.KeySchema, EXPECTED));
  for (const { IndexName, KeySchema, Projection } of EXPECTED.GlobalSecondaryIndexes ?? []) {
    const index = table.GlobalSecondaryIndexes?.find((each) => each.IndexName === IndexName);
    if (!index) differences.push(`it has no index ${IndexName}`);
    else {
      compare(`the key of its index ${IndexName}`, keyOf(index.KeySchema, table), keyOf(KeySchema, EXPECTED));
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
      EXPECTED.StreamSpecification?.StreamViewType,
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
