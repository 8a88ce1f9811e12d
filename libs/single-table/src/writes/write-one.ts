import type { Connection } from '../connection/connection.js';
import { SingleTableError } from '../wire/errors.js';
import { hasMoved, made, MAX_READINGS } from './current-item.js';
import { announce } from './announce.js';
import type { WriteOperation, WrittenOperation } from './operations.js';
import { failedCondition, itemOf } from '../reads/read-item.js';
import type { Api } from '../transport/transport.js';
import type { WireItem } from '../wire/wire.js';
import { throughConflicts } from '../connection/through-conflicts.js';

/** An item that keeps being rewritten in an old version while it is migrated; other writers must be stopped. */
export const MAX_MIGRATIONS = 5;

/**
 * Sends one write. Throws ConditionFailed, with the stored item if there is one, when its condition does not hold.
 * One that meets a transaction on its item is repeated. An update that meets an item of an older schema version migrates that
 * item first, and one whose index keys are made of more than it is given reads the item first, again when it has changed.
 * `returns` asks for the item before (`ALL_OLD`) or after (`ALL_NEW`) the write.
 */
export async function writeOne(
  connection: Connection,
  api: Api,
  operation: WriteOperation,
  returns?: 'ALL_OLD' | 'ALL_NEW',
): Promise<{ written: WrittenOperation; returned: Record<string, unknown> | undefined }> {
  const { kind, model } = operation;
  let ready = await made(connection, operation, new Date(connection.now()));
  await announce(connection, [{ kind, model, ...ready.written }]);
  for (let migrations = 0, readings = 1; ;) {
    const { written } = ready;
    try {
      const input = {
        TableName: connection.tableName,
        ...written.request,
        ...(returns && { ReturnValues: returns }),
      };
      const context = { entities: [model.name], keys: [written.key] };
      const { output } = await throughConflicts(connection, () => connection.call(api, input, context));
      return { written, returned: itemOf(connection, model, output['Attributes'] as WireItem | undefined) };
    } catch (error) {
      const stored = failedCondition(error);
      if (!stored) throw error;
      const item = itemOf(connection, model, stored.item);
      const failed = [{ kind, model, item: stored.item }];
      if (migrations < MAX_MIGRATIONS && (await model.schema?.migrate(connection, failed))) migrations += 1;
      else if (readings < MAX_READINGS && hasMoved(connection, ready, stored.item)) {
        ready = await made(connection, operation, new Date(connection.now()));
        readings += 1;
      } else
        throw new SingleTableError(
          'ConditionFailed',
          `The condition of the ${kind} of ${model.name} did not hold.`,
          { entity: model.name, item },
          { cause: error },
        );
    }
  }
}
