import { rawCondition } from './condition.js';
import { call, type CallResult, type Connection } from './connection.js';
import { SingleTableError } from './errors.js';
import { ExpressionScope } from './expression.js';
import { decodeItem, encodeItem } from './item-codec.js';
import { primaryKeyOf, type EntityModel } from './model.js';
import type { WriteOperation, WrittenOperation } from './operations.js';
import { itemOf } from './read-item.js';
import { storedVersion } from './upcast.js';
import type { WireItem } from './wire.js';

const APIS = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem' } as const;

/** An item that keeps being rewritten in an old version while it is migrated; other writers must be stopped. */
const MAX_MIGRATIONS = 5;

/**
 * Sends one write. Throws ConditionFailed, with the stored item if there is one, when its condition does not hold.
 * An update that meets an item of an older schema version migrates that item first. `returns` asks for the item before
 * (`ALL_OLD`) or after (`ALL_NEW`) the write.
 */
export async function writeOne(
  connection: Connection,
  operation: WriteOperation,
  returns?: 'ALL_OLD' | 'ALL_NEW',
  signal?: AbortSignal,
): Promise<{ written: WrittenOperation; returned: Record<string, unknown> | undefined }> {
  const written = operation.write(connection.clock());
  const { model } = operation;
  const { action, request, key } = written;
  if (action === 'ConditionCheck') {
    throw new SingleTableError('InvalidRequest', 'A check is part of a transaction.', {
      operation: 'ConditionCheck',
    });
  }
  const input = { TableName: connection.tableName, ...request, ...(returns && { ReturnValues: returns }) };
  for (let migrations = 0; ; migrations++) {
    try {
      const { output } = await call(
        connection,
        APIS[action],
        { ...input },
        { entities: [model.name], keys: [key], signal },
      );
      return { written, returned: itemOf(connection, model, output['Attributes'] as WireItem | undefined) };
    } catch (error) {
      const stored = storedItemOf(error);
      if (stored === undefined) throw error;
      const old = action === 'Update' && isOld(model, stored.item) && migrations < MAX_MIGRATIONS;
      if (!old) {
        throw new SingleTableError(
          'ConditionFailed',
          `The condition of the ${operation.kind} of ${model.name} did not hold.`,
          { entity: model.name, item: itemOf(connection, model, stored.item) },
          { cause: error },
        );
      }
      await migrateItem(connection, model, stored.item as WireItem);
    }
  }
}

/** What a failed condition found, or undefined for any other error. */
function storedItemOf(error: unknown): { item: WireItem | undefined } | undefined {
  if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') return undefined;
  return { item: (error as { Item?: WireItem }).Item };
}

function isOld(model: EntityModel, wire: WireItem | undefined): boolean {
  return (
    model.schema !== undefined && wire !== undefined && storedVersion(model, wire) < model.schema.version
  );
}

/**
 * Rewrites a stored item in its present shape, with its index keys. Conditional on every attribute being as it was
 * read: a writer in between wins, and false is returned.
 */
export async function migrateItem(
  connection: Connection,
  model: EntityModel,
  wire: WireItem,
): Promise<boolean> {
  const values = decodeItem(model, wire, { hidden: true });
  const scope = new ExpressionScope();
  const unchanged = unchangedCondition(wire).write(scope, model.attributes);
  const sent = call(
    connection,
    'PutItem',
    {
      TableName: connection.tableName,
      Item: encodeItem(model, values),
      ConditionExpression: unchanged,
      ...scope.toRequest(),
    },
    { entities: [model.name], keys: [primaryKeyOf(model, values)] },
  );
  return (await unlessConditionFails(sent)) !== undefined;
}

/** That an item still has every attribute it was read with, unchanged. */
export function unchangedCondition(wire: WireItem) {
  return rawCondition((scope) =>
    Object.entries(wire)
      .map(([name, value]) => `${scope.name(name)} = ${scope.value(value)}`)
      .join(' AND '),
  );
}

/** The result of a call whose only expected failure is its condition: undefined when that did not hold. */
export async function unlessConditionFails(sent: Promise<CallResult>): Promise<CallResult | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (storedItemOf(error)) return undefined;
    throw error;
  }
}
