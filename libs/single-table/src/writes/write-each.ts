import type { Connection } from '../connection/connection.js';
import { DeleteItem, PutItem, UpdateItem, type Api } from '../transport/transport.js';
import { primaryKeyOf } from '../model/model.js';
import { isSingleTableError, refuseRequest } from '../wire/errors.js';
import { requireDistinctKeys } from '../keys/distinct-keys.js';
import type { WriteOperation } from './operations.js';
import { concurrently } from './retry-unprocessed.js';
import { isFlat } from './current-item.js';
import { writeOne } from './write-one.js';

/** What became of one operation, before types. */
type UntypedOutcome =
  | { outcome: 'written' }
  | { outcome: 'refused'; found: Record<string, unknown> | undefined }
  | { outcome: 'failed'; error: unknown };

const APIS: Partial<Record<WriteOperation['kind'], Api>> = {
  put: PutItem,
  create: PutItem,
  update: UpdateItem,
  upsert: UpdateItem,
  delete: DeleteItem,
};
const CONCURRENT_WRITES = 16;

/**
 * Sends any number of writes, each by itself and with its own condition, a few at once. A failure of one does not stop the others: there is
 * an outcome for each, in their order. Throws only for operations that no call could send together: two on one item, a check.
 */
export async function writeEach(
  connection: Connection,
  operations: readonly WriteOperation[],
  {
    concurrency = CONCURRENT_WRITES,
    signal,
  }: { concurrency?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<UntypedOutcome[]> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    refuse('The concurrency must be a whole number of at least 1.');
  if (operations.some(({ kind }) => !APIS[kind]))
    refuse('A check is part of a transaction: by itself it writes nothing.');
  const now = new Date(connection.now());
  const rows = await Promise.all(operations.map((operation) => rowOf(connection, operation, now)));
  requireDistinctKeys(rows.map(({ key }) => key));
  const outcomes: UntypedOutcome[] = [];
  await concurrently(rows, concurrency, async ({ operation }, at) => {
    outcomes[at] = await outcomeOf(connection, operation, signal);
  });
  return outcomes;
}

function refuse(why: string): never {
  return refuseRequest('writeEach', why);
}

/** With its key, if it has one; a put is written once, so that an id made for it stays the same. */
async function rowOf(connection: Connection, operation: WriteOperation, now: Date) {
  const { change, model, write } = operation;
  try {
    if (change) return { operation, key: primaryKeyOf(model, change.values) };
    const written = write(now, await isFlat(connection, operation));
    return { operation: { ...operation, write: () => written }, key: written.key };
  } catch {
    // It throws again when it is sent, and is the outcome of this operation alone.
    return { operation, key: undefined };
  }
}

async function outcomeOf(
  connection: Connection,
  operation: WriteOperation,
  signal: AbortSignal | undefined,
): Promise<UntypedOutcome> {
  try {
    signal?.throwIfAborted();
    await writeOne(connection, APIS[operation.kind] as Api, operation);
    return { outcome: 'written' };
  } catch (error) {
    return isSingleTableError(error, 'ConditionFailed')
      ? { outcome: 'refused', found: error.details.item }
      : { outcome: 'failed', error };
  }
}
