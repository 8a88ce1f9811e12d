import { call, type Connection } from './connection.js';
import { SingleTableError } from './errors.js';
import { decodeItem } from './item-codec.js';
import type { WriteOperation, WrittenOperation } from './operations.js';
import { oldItemOf } from './transact.js';
import type { WireItem } from './wire.js';

const APIS = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem' } as const;

/**
 * Sends one write. Throws ConditionFailed, with the stored item if there is one, when its condition does not hold.
 * `returns` asks for the item before (`ALL_OLD`) or after (`ALL_NEW`) the write.
 */
export async function writeOne(
  connection: Connection,
  operation: WriteOperation,
  returns?: 'ALL_OLD' | 'ALL_NEW',
  signal?: AbortSignal,
): Promise<{ written: WrittenOperation; returned: Record<string, unknown> | undefined }> {
  const written = operation.write(connection.clock());
  const { model } = operation;
  if (written.action === 'ConditionCheck') {
    throw new SingleTableError('InvalidRequest', 'A check is part of a transaction.', {
      operation: 'ConditionCheck',
    });
  }
  try {
    const { output } = await call(
      connection,
      APIS[written.action],
      { TableName: connection.tableName, ...written.request, ...(returns && { ReturnValues: returns }) },
      { entities: [model.name], keys: [written.key], signal },
    );
    const attributes = output['Attributes'] as WireItem | undefined;
    return { written, returned: attributes && decodeItem(model, attributes) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    const { Item } = error as { Item?: Record<string, Record<string, unknown>> };
    throw new SingleTableError(
      'ConditionFailed',
      `The condition of the ${operation.kind} of ${model.name} did not hold.`,
      { entity: model.name, item: oldItemOf(model, Item) },
      { cause: error },
    );
  }
}
