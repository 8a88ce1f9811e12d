import type { CallContext, Connection } from '../../connection/connection.js';
import { requireDistinctKeys } from '../../keys/distinct-keys.js';
import { isSingleTableError, SingleTableError } from '../../wire/errors.js';
import { hasMoved, isFlat, made, MAX_READINGS, type Made } from '../current-item.js';
import type { EntityModel } from '../../model/model.js';
import { announce } from '../announce.js';
import type { ItemReference, WriteOperation } from '../operations.js';
import { itemOf } from '../../reads/read-item.js';
import { wireKey } from '../../definitions/table.js';
import type { CancellationReason } from '../../wire/transaction-errors.js';
import { TransactGetItems, TransactWriteItems, type Api } from '../../transport/transport.js';
import { MAX_MIGRATIONS } from '../write-one.js';
import { withBinariesAsText, type WireItem } from '../../wire/wire.js';

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
  if (count === 0) return {};
  const keys = parts.map(({ key }) => key);
  requireDistinctKeys(keys);
  const context: CallContext = { entities: parts.map(({ model }) => model.name), keys, signal };
  const request = { TransactItems: parts.map(({ wire }) => wire), ...input };
  for (let attempt = 0; ; attempt++) {
    try {
      return (await connection.call(api, request, context)).output;
    } catch (error) {
      const { name, CancellationReasons = [] } = error as Canceled;
      if (name !== 'TransactionCanceledException') throw error;
      const failed = failedOf(parts, withBinariesAsText(CancellationReasons));
      const { schema } = failed.find(({ model }) => model.schema)?.model ?? {};
      if (attempt < MAX_MIGRATIONS && (await schema?.migrate(connection, failed))) continue;
      throw cancelled(connection, failed, error);
    }
  }
}

interface Canceled {
  name?: string;
  CancellationReasons?: SdkReason[];
}

interface SdkReason {
  Code?: string;
  Message?: string;
  Item?: WireItem;
}

type Failed = ReturnType<typeof failedOf>;

function failedOf(parts: readonly Part[], reasons: readonly SdkReason[]) {
  return parts.flatMap(({ kind, model }, operation) => {
    const { Code: code = 'None', Message: message, Item: item } = reasons[operation] ?? {};
    return code === 'None' ? [] : [{ operation, kind, model, code, message, item }];
  });
}

function cancelled(connection: Connection, failed: Failed, cause: unknown): SingleTableError {
  const reasons = failed.map(({ model, code, item, ...rest }): CancellationReason => ({
    ...rest,
    entity: model.name,
    code: code.replace(/Exception$/, ''),
    item: itemOf(connection, model, item),
  }));
  const why = reasons.map(({ kind, entity, code }) => `${kind} ${entity}: ${code}`).join(', ');
  const message = `The transaction was cancelled (${why}).`;
  return new SingleTableError('TransactionCanceled', message, { reasons }, { cause });
}

/**
 * Up to 100 operations on distinct items, atomically. Throws TransactionCanceled with a reason for each that caused it.
 * A change whose index keys are made of more than it is given reads its item first, again when that has changed; not with a
 * token of the caller's, which stands for one content.
 */
export async function transactWrite(
  connection: Connection,
  operations: readonly WriteOperation[],
  { clientRequestToken, signal }: TransactOptions = {},
): Promise<void> {
  const now = new Date(connection.now());
  const make = async (): Promise<Made[]> =>
    clientRequestToken === undefined
      ? Promise.all(operations.map((operation) => made(connection, operation, now)))
      : Promise.all(
          operations.map(async (operation) => ({
            operation,
            written: operation.write(now, await isFlat(connection, operation)),
          })),
        );
  for (let reading = 1; ; reading += 1) {
    const all = await make();
    const parts = all.map((each) => partOf(connection, each));
    if (reading === 1) await announce(connection, parts);
    // Without a token, the SDK's retry of a transaction that had succeeded would fail its own conditions.
    const ClientRequestToken = clientRequestToken ?? connection.id();
    try {
      await send(connection, TransactWriteItems, parts, { ClientRequestToken }, signal);
      return;
    } catch (error) {
      if (reading === MAX_READINGS || !isOvertaken(connection, all, error)) throw error;
    }
  }
}

function partOf({ tableName: TableName }: Connection, { operation, written }: Made): Part {
  const { action, key, request, item } = written;
  return {
    kind: operation.kind,
    model: operation.model,
    key,
    item,
    wire: { [action]: { TableName, ...request } },
  };
}

/** Whether it was cancelled only because items changed after they were read for it. */
function isOvertaken(connection: Connection, all: readonly Made[], error: unknown): boolean {
  if (!isSingleTableError(error, 'TransactionCanceled')) return false;
  const { CancellationReasons = [] } = error.cause as Canceled;
  const stored = withBinariesAsText(CancellationReasons);
  return error.details.reasons.every(
    ({ code, operation }) =>
      code === 'ConditionalCheckFailed' &&
      hasMoved(connection, all[operation] as Made, stored[operation]?.Item),
  );
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
