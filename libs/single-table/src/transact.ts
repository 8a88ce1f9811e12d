import { keyText } from './batch.js';
import { call, type Connection } from './connection.js';
import { SingleTableError } from './errors.js';
import { itemOf } from './read-item.js';
import type { EntityModel } from './model.js';
import { wireKey, type ItemReference, type WriteOperation } from './operations.js';
import type { CancellationReason } from './transaction-errors.js';
import type { WireItem } from './wire.js';

/** DynamoDB's limit on the operations of one transaction. */
export const MAX_TRANSACTION = 100;

export interface TransactOptions {
  /** Makes repeats of the same transaction within ten minutes safe. */
  clientRequestToken?: string;
  signal?: AbortSignal;
}

function checkTransaction(keys: readonly Readonly<Record<string, string>>[]): void {
  if (keys.length > MAX_TRANSACTION) {
    throw new SingleTableError(
      'TooManyOperations',
      `A transaction takes ${MAX_TRANSACTION} operations, not ${keys.length}.`,
      {
        count: keys.length,
        limit: MAX_TRANSACTION,
      },
    );
  }
  const seen = new Map<string, number>();
  for (const [second, key] of keys.entries()) {
    const first = seen.get(keyText(key));
    if (first !== undefined) {
      throw new SingleTableError('DuplicateKey', `Operations ${first} and ${second} are on the same item.`, {
        first,
        second,
      });
    }
    seen.set(keyText(key), second);
  }
}

interface SdkReason {
  Code?: string;
  Message?: string;
  Item?: Record<string, Record<string, unknown>>;
}

/** The reasons of a cancelled transaction, each with the operation it belongs to; throws other errors on. */
function rethrow(
  connection: Connection,
  error: unknown,
  operations: readonly { kind: CancellationReason['kind']; model: EntityModel }[],
): never {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') throw error;
  const { CancellationReasons: given = [] } = error as { CancellationReasons?: SdkReason[] };
  const reasons = given.flatMap((reason, index): CancellationReason[] => {
    const operation = operations[index];
    if (!operation || reason.Code === undefined || reason.Code === 'None') return [];
    const { kind, model } = operation;
    return [
      {
        operation: index,
        entity: model.name,
        kind,
        code: reason.Code.replace(/Exception$/, ''),
        message: reason.Message,
        item: itemOf(connection, model, reason.Item as WireItem | undefined),
      },
    ];
  });
  const why = reasons.map((reason) => `${reason.kind} ${reason.entity}: ${reason.code}`).join(', ');
  throw new SingleTableError(
    'TransactionCanceled',
    `The transaction was cancelled (${why}).`,
    { reasons },
    { cause: error },
  );
}

/**
 * Writes up to 100 operations wholly or not at all. More than 100, and two operations on one item, are refused before
 * the call. Throws TransactionCanceled with a reason for each operation that caused it.
 */
export async function transactWrite(
  connection: Connection,
  operations: readonly WriteOperation[],
  options: TransactOptions,
): Promise<void> {
  const { tableName } = connection;
  const now = connection.clock();
  const written = operations.map((operation) => operation.write(now));
  const keys = written.map((each) => each.key);
  checkTransaction(keys);
  const items = written.map(({ action, request }) => ({ [action]: { TableName: tableName, ...request } }));
  const context = { entities: operations.map((each) => each.model.name), keys, signal: options.signal };
  const token = options.clientRequestToken;
  try {
    await call(
      connection,
      'TransactWriteItems',
      // Without a token a repeat by the SDK of a transaction that did succeed would fail its own conditions.
      { TransactItems: items, ClientRequestToken: token ?? crypto.randomUUID() },
      context,
    );
  } catch (error) {
    rethrow(connection, error, operations);
  }
}

/** Reads up to 100 items as of one moment. */
export async function transactGet(
  connection: Connection,
  references: readonly ItemReference[],
  options: { signal?: AbortSignal | undefined },
): Promise<(Record<string, unknown> | undefined)[]> {
  const keys = references.map((reference) => reference.key);
  checkTransaction(keys);
  const { tableName } = connection;
  const items = keys.map((key) => ({ Get: { TableName: tableName, Key: wireKey(key) } }));
  try {
    const { output } = await call(
      connection,
      'TransactGetItems',
      { TransactItems: items },
      { entities: references.map((reference) => reference.model.name), keys, signal: options.signal },
    );
    const responses = (output['Responses'] as { Item?: WireItem }[] | undefined) ?? [];
    return references.map(({ model }, index) => itemOf(connection, model, responses[index]?.Item));
  } catch (error) {
    return rethrow(
      connection,
      error,
      references.map(({ model }) => ({ kind: 'get', model })),
    );
  }
}
