import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  connectTable,
  isSingleTableError,
  type CallReport,
  type ErrorCode,
  type ErrorDetails,
  type Table,
  type TableDefinition,
  type TableOptions,
} from '@rollbook/single-table';
import { createTableInput } from '@rollbook/single-table/provisioning';
import { engineClient, uniqueTableName } from '../../../../test/support/engines/engine.js';

export interface ItemTable {
  table: Table;
  client: DynamoDBClient;
  tableName: string;
  /** Every call since the last `calls.length = 0`. */
  calls: CallReport[];
  close(): void;
}

/** A fresh table of a definition on the run's engine, with a record of its calls. */
export async function createItemTable(
  definition: TableDefinition,
  options: Partial<TableOptions> = {},
): Promise<ItemTable> {
  const client = engineClient();
  const tableName = uniqueTableName();
  await client.send(new CreateTableCommand(createTableInput(definition, tableName)));
  const calls: CallReport[] = [];
  const table = connectTable(definition, {
    client,
    tableName,
    cursorSecret: 'a secret of the tests, long enough',
    onCall: (report) => calls.push(report),
    ...options,
  });
  return { table, client, tableName, calls, close: () => client.destroy() };
}

/** Asserts that something fails with a code of the library, and returns the error's details. */
export async function failureOf<Code extends ErrorCode>(
  code: Code,
  action: Promise<unknown> | (() => unknown),
): Promise<ErrorDetails[Code]> {
  let error: unknown = 'nothing was thrown';
  try {
    await (typeof action === 'function' ? action() : action);
  } catch (thrown) {
    error = thrown;
  }
  if (!isSingleTableError(error, code))
    throw new Error(`expected ${code}, got ${String(error)}`, { cause: error });
  return error.details;
}
