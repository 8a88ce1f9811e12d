import { call, type Connection } from './connection.js';
import { SingleTableError } from './errors.js';
import { itemOf } from './read-item.js';
import { wireKey, type ItemReference, type WriteOperation } from './operations.js';
import { backoffMs, chunksOf, inParallel, MAX_BATCH_ROUNDS, pause } from './retry-unprocessed.js';
import type { WireItem } from './wire.js';

const KEYS_PER_GET = 100;
const ITEMS_PER_WRITE = 25;
const PARALLEL_BATCHES = 4;

type KeyText = string;

/** One text for each key, to compare keys by. */
export function keyText(key: Readonly<Record<string, string>>): KeyText {
  return JSON.stringify(
    Object.keys(key)
      .sort()
      .map((name) => key[name]),
  );
}

function unprocessed(operation: string, keys: readonly string[]): never {
  throw new SingleTableError(
    'Unprocessed',
    `${operation} left ${keys.length} unprocessed after ${MAX_BATCH_ROUNDS} rounds.`,
    {
      count: keys.length,
      keys,
    },
  );
}

/**
 * Reads items by key, 100 to a call, in the order asked for; what is not there is undefined. Keys asked for twice are
 * read once. Unprocessed keys are asked for again with backoff, then reported as an error.
 */
export async function batchGet(
  connection: Connection,
  references: readonly ItemReference[],
  options: { consistent?: boolean | undefined; signal?: AbortSignal | undefined },
): Promise<(Record<string, unknown> | undefined)[]> {
  const wanted = new Map(references.map((reference) => [keyText(reference.key), reference]));
  const found = new Map<KeyText, WireItem>();
  await inParallel(chunksOf([...wanted.values()], KEYS_PER_GET), PARALLEL_BATCHES, (chunk) =>
    getChunk(connection, chunk, options, found),
  );
  return references.map(({ key, model }) => {
    const wire = found.get(keyText(key));
    return itemOf(connection, model, wire);
  });
}

async function getChunk(
  connection: Connection,
  chunk: readonly ItemReference[],
  options: { consistent?: boolean | undefined; signal?: AbortSignal | undefined },
  found: Map<KeyText, WireItem>,
): Promise<void> {
  const { tableName } = connection;
  const names = Object.keys(chunk[0]?.key ?? {});
  const textOf = (wire: WireItem) =>
    keyText(Object.fromEntries(names.map((name) => [name, (wire[name] as { S: string }).S])));
  let keys = chunk.map((reference) => wireKey(reference.key));
  for (let round = 0; keys.length > 0; round++) {
    if (round === MAX_BATCH_ROUNDS) unprocessed('BatchGetItem', keys.map(textOf));
    if (round > 0) await pause(backoffMs(round));
    const { output } = await call(
      connection,
      'BatchGetItem',
      { RequestItems: { [tableName]: { Keys: keys, ...(options.consistent && { ConsistentRead: true }) } } },
      {
        entities: [...new Set(chunk.map((reference) => reference.model.name))],
        keys: chunk.map((reference) => reference.key),
        signal: options.signal,
      },
    );
    const responses = output['Responses'] as Record<string, WireItem[]> | undefined;
    for (const wire of responses?.[tableName] ?? []) found.set(textOf(wire), wire);
    keys =
      (output['UnprocessedKeys'] as Record<string, { Keys: WireItem[] }> | undefined)?.[tableName]?.Keys ??
      [];
  }
}

/**
 * Puts and deletes, 25 to a call, without conditions and not as a whole. Unprocessed items are sent again with
 * backoff, then reported as an error.
 */
export async function batchWrite(
  connection: Connection,
  operations: readonly WriteOperation[],
  signal?: AbortSignal,
): Promise<void> {
  const now = connection.clock();
  const seen = new Map<KeyText, number>();
  const requests = operations.map((operation, index) => {
    const { action, request, key } = operation.write(now);
    if ((action !== 'Put' && action !== 'Delete') || 'ConditionExpression' in request) {
      throw new SingleTableError('InvalidRequest', 'A batch takes puts and deletes without conditions.', {
        operation: 'BatchWriteItem',
      });
    }
    const first = seen.get(keyText(key));
    if (first !== undefined) {
      throw new SingleTableError('DuplicateKey', `Operations ${first} and ${index} write the same item.`, {
        first,
        second: index,
      });
    }
    seen.set(keyText(key), index);
    return { key, entity: operation.model.name, wire: { [`${action}Request`]: request } };
  });
  await inParallel(chunksOf(requests, ITEMS_PER_WRITE), PARALLEL_BATCHES, async (chunk) => {
    let pending: unknown[] = chunk.map((request) => request.wire);
    for (let round = 0; pending.length > 0; round++) {
      if (round === MAX_BATCH_ROUNDS)
        unprocessed(
          'BatchWriteItem',
          pending.map((each) => JSON.stringify(each).slice(0, 200)),
        );
      if (round > 0) await pause(backoffMs(round));
      const { output } = await call(
        connection,
        'BatchWriteItem',
        { RequestItems: { [connection.tableName]: pending } },
        {
          entities: [...new Set(chunk.map((each) => each.entity))],
          keys: chunk.map((each) => each.key),
          signal,
        },
      );
      pending =
        (output['UnprocessedItems'] as Record<string, unknown[]> | undefined)?.[connection.tableName] ?? [];
    }
  });
}
