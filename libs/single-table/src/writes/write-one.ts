import type { Connection } from '../connection/connection.js';
import { SingleTableError } from '../errors.js';
import type { EntityModel, Migration } from '../definitions/model.js';
import { announce } from './hooks/announce.js';
import type { WriteOperation, WrittenOperation } from './operations.js';
import { failedCondition, itemOf } from '../reads/read-item.js';
import { UpdateItem, type Api } from '../connection/transport.js';
import type { WireItem } from '../items/wire.js';
import { throughConflicts } from './through-conflicts.js';

/** An item that keeps being rewritten in an old version while it is migrated; other writers must be stopped. */
export const MAX_MIGRATIONS = 5;

/**
 * Sends one write. Throws ConditionFailed, with the stored item if there is one, when its condition does not hold.
 * One that meets a transaction on its item is repeated. An update that meets an item of an older schema version migrates that item
 * first. `returns` asks for the item before
 * (`ALL_OLD`) or after (`ALL_NEW`) the write.
 */
export async function writeOne(
  connection: Connection,
  api: Api,
  operation: WriteOperation,
  returns?: 'ALL_OLD' | 'ALL_NEW',
): Promise<{ written: WrittenOperation; returned: Record<string, unknown> | undefined }> {
  const written = operation.write(connection.clock());
  const { kind, model } = operation;
  await announce(connection, [{ kind, model, ...written }]);
  const context = { entities: [model.name], keys: [written.key] };
  for (let migrations = 0; ; migrations++) {
    try {
      const input = {
        TableName: connection.tableName,
        ...written.request,
        ...(returns && { ReturnValues: returns }),
      };
      const { output } = await throughConflicts(() => connection.call(api, input, context));
      return { written, returned: itemOf(connection, model, output['Attributes'] as WireItem | undefined) };
    } catch (error) {
      const stored = failedCondition(error);
      if (!stored) throw error;
      const { item } = stored;
      const isChange = written.action === 'Update' && migrations < MAX_MIGRATIONS;
      const migration = isChange && item && model.schema?.migration(model, item);
      if (migration) {
        await migrateItem(connection, model, migration);
        continue;
      }
      throw new SingleTableError(
        'ConditionFailed',
        `The condition of the ${kind} of ${model.name} did not hold.`,
        { entity: model.name, item: itemOf(connection, model, item) },
        { cause: error },
      );
    }
  }
}

export async function migrateItem(
  connection: Connection,
  { name }: EntityModel,
  { key, request }: Migration,
): Promise<boolean> {
  const input = { TableName: connection.tableName, ...request };
  try {
    await throughConflicts(() => connection.call(UpdateItem, input, { entities: [name], keys: [key] }));
    return true;
  } catch (error) {
    if (failedCondition(error)) return false;
    throw error;
  }
}
