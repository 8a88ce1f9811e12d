import type { CallContext, Connection } from '../../connection/connection.js';
import { requireDistinctKeys } from '../../keys/distinct-keys.js';
import { SingleTableError } from '../../errors.js';
import type { EntityModel } from '../../definitions/model.js';
import { announce } from '../hooks/announce.js';
import type { ItemReference, WriteOperation } from '../operations.js';
import { itemOf } from '../../reads/read-item.js';
import { wireKey } from '../../definitions/table.js';
import type { CancellationReason } from './transaction-errors.js';
import { TransactGetItems, TransactWriteItems, type Api } from '../../connection/transport.js';
import { MAX_MIGRATIONS, migrateItem } from '../write-one.js';
import type { WireItem } from '../../items/wire.js';

/** DynamoDB's limit on the operations of one transaction. */
export const MAX_TRANSACTION = 100;

export interface TransactOptions {
  /** Makes repeating the same transaction within ten minutes safe. */
  clientRequestToken?: string;
  signal?: AbortSignal;
}

interface Part {
  kind: CancellationReason['kind'];
  model: EntityModel;
  key: Record<string, string>;
  item?: Record<string, unknown> | undefined;
  wire: unknown;
}

/** Sends the parts of a transaction; if it is cancelled, says which of them caused it. */
async function send(
  connection: Connection,
  api: Api,
  parts: readonly Part[],
  input: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  const count = parts.length;
  if (count > MAX_TRANSACTION) {
    throw new SingleTableError(
      'TooManyOperations',
      `A transaction can have at most ${MAX_TRANSACTION} operations, not ${count}.`,
      { count, limit: MAX_TRANSACTION },
    );
  }
  const keys = parts.map(({ key }) => key);
  requireDistinctKeys(keys);
  const context: CallContext = { entities: parts.map(({ model }) => model.name), keys, signal };
  const request = { TransactItems: parts.map(({ wire }) => wire), ...input };
  for (let attempt = 0; ; attempt++) {
    try {
      return (await connection.call(api, request, context)).output;
    } catch (error) {
      const { name, CancellationReasons: reasons = [] } = error as {
        name?: string;
        CancellationReasons?: SdkReason[];
      };
      if (name !== 'TransactionCanceledException') throw error;
      if (attempt < MAX_MIGRATIONS && (await migrated(connection, parts, reasons))) continue;
      throw cancelled(connection, parts, reasons, error);
    }
  }
}

/** False if there is another reason as well: the transaction would be cancelled again. */
async function migrated(
  connection: Connection,
  parts: readonly Part[],
  reasons: readonly SdkReason[],
): Promise<boolean> {
  const failed = parts.flatMap((part, operation) => {
    const reason = reasons[operation];
    return reason?.Code && reason.Code !== 'None' ? [{ ...part, Item: reason.Item }] : [];
  });
  const migrations = failed.map(({ kind, model, Item }) => ({
    model,
    migration: CHANGES.includes(kind) && Item ? model.schema?.migration(model, Item) : undefined,
  }));
  if (migrations.length === 0 || migrations.some(({ migration }) => !migration)) return false;
  for (const { model, migration } of migrations) await migrateItem(connection, model, migration!);
  return true;
}

/** The operations that meet an item in an older shape; a put replaces it, and a delete takes it as it is. */
const CHANGES = ['update', 'upsert'];

interface SdkReason {
  Code?: string;
  Message?: string;
  Item?: WireItem;
}

function cancelled(
  connection: Connection,
  parts: readonly Part[],
  given: readonly SdkReason[],
  cause: unknown,
): SingleTableError {
  const reasons: CancellationReason[] = [];
  for (const [operation, { kind, model }] of parts.entries()) {
    const { Code: code = 'None', Message: message, Item } = given[operation] ?? {};
    if (code === 'None') continue;
    reasons.push({
      operation,
      entity: model.name,
      kind,
      code: code.replace(/Exception$/, ''),
      message,
      item: itemOf(connection, model, Item),
    });
  }
  const why = reasons.map(({ kind, entity, code }) => `${kind} ${entity}: ${code}`).join(', ');
  const message = `The transaction was cancelled (${why}).`;
  return new SingleTableError('TransactionCanceled', message, { reasons }, { cause });
}

/** Up to 100 operations on distinct items, atomically. Throws TransactionCanceled with a reason for each that caused it. */
export async function transactWrite(
  connection: Connection,
  operations: readonly WriteOperation[],
  // Without a token, the SDK's retry of a transaction that had succeeded would fail its own conditions.
  { clientRequestToken: ClientRequestToken = crypto.randomUUID(), signal }: TransactOptions = {},
): Promise<void> {
  const { tableName: TableName } = connection;
  const now = connection.clock();
  const parts = operations.map(({ kind, model, write }): Part => {
    const { action, key, request, item } = write(now);
    return { kind, model, key, item, wire: { [action]: { TableName, ...request } } };
  });
  await announce(connection, parts);
  await send(connection, TransactWriteItems, parts, { ClientRequestToken }, signal);
}

export async function transactGet(
  connection: Connection,
  references: readonly ItemReference[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<(Record<string, unknown> | undefined)[]> {
  const { tableName: TableName, definition } = connection;
  const parts = references.map(({ model, key }): Part => ({
    kind: 'get',
    model,
    key,
    wire: { Get: { TableName, Key: wireKey(definition, key) } },
  }));
  const { Responses } = (await send(connection, TransactGetItems, parts, {}, signal)) as {
    Responses?: { Item?: WireItem }[];
  };
  return references.map(({ model }, index) => itemOf(connection, model, Responses?.[index]?.Item));
}
