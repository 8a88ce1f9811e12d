import type { Connection } from '../connection/connection.js';
import { announce } from './announce.js';
import { isFlat } from './current-item.js';
import { isItemOf } from '../items/item-codec.js';
import { refuseRequest } from '../wire/errors.js';
import { keyOfItem } from '../model/model.js';
import type { ItemReference, WriteOperation } from './operations.js';
import { isAbsent, itemOf } from '../reads/read-item.js';
import { inChunks, untilProcessed } from './retry-unprocessed.js';
import { keyNamesOf, wireKey } from '../definitions/table.js';
import { BatchGetItem, BatchWriteItem } from '../transport/transport.js';
import { requireDistinctKeys, keyText } from '../keys/distinct-keys.js';
import { decodeAnything, type WireItem } from '../wire/wire.js';

const KEYS_PER_GET = 100;
const ITEMS_PER_WRITE = 25;

type BatchGetOptions = { consistent?: boolean | undefined; signal?: AbortSignal | undefined };

/** In the requested order, 100 per call; missing ones are undefined. Unprocessed keys are requested again with backoff. */
export async function batchGet(
  connection: Connection,
  references: readonly ItemReference[],
  options?: BatchGetOptions,
): Promise<(Record<string, unknown> | undefined)[]> {
  const found = await batchGetWire(connection, references, options);
  return references.map(({ model }, at) => itemOf(connection, model, found[at]));
}

/** The same items as they are stored: with their keys, with what no entity declares, and packs as they are. */
export async function batchGetStored(
  connection: Connection,
  references: readonly ItemReference[],
  options?: BatchGetOptions,
): Promise<(Record<string, unknown> | undefined)[]> {
  const found = await batchGetWire(connection, references, options);
  return references.map(({ model }, at) => {
    const wire = found[at];
    // Not decoded: of an item that another version has written this one may lack what it requires.
    if (!wire || !isItemOf(model, wire) || isAbsent(connection, model, wire)) return undefined;
    return Object.fromEntries(
      Object.entries(wire).map(([name, value]) => [name, decodeAnything(value, name)]),
    );
  });
}

async function batchGetWire(
  connection: Connection,
  references: readonly ItemReference[],
  { consistent, signal }: BatchGetOptions = {},
): Promise<(WireItem | undefined)[]> {
  const { tableName, definition } = connection;
  const wanted = new Map(references.map((reference) => [keyText(reference.key), reference]));
  const found = new Map<string, WireItem>();
  const names = keyNamesOf(definition);
  const textOf = (wire: WireItem) => keyText(keyOfItem({ names }, wire));
  await inChunks([...wanted.values()], KEYS_PER_GET, (chunk) =>
    untilProcessed(
      connection,
      'BatchGetItem',
      chunk.map(({ key }) => wireKey(definition, key)),
      textOf,
      async (keys) => {
        const request = { Keys: keys, ConsistentRead: consistent || undefined };
        const { output } = await connection.call(
          BatchGetItem,
          { RequestItems: { [tableName]: request } },
          {
            entities: [...new Set(chunk.map(({ model }) => model.name))],
            keys: chunk.map(({ key }) => key),
            signal,
          },
        );
        const { Responses, UnprocessedKeys } = output as {
          Responses?: Record<string, WireItem[]>;
          UnprocessedKeys?: Record<string, { Keys: WireItem[] }>;
        };
        for (const wire of Responses?.[tableName] ?? []) found.set(textOf(wire), wire);
        return UnprocessedKeys?.[tableName]?.Keys ?? [];
      },
    ),
  );
  return references.map(({ key }) => found.get(keyText(key)));
}

/** 25 per call, without conditions and not atomically. Unprocessed items are sent again with backoff. */
export async function batchWrite(
  connection: Connection,
  operations: readonly WriteOperation[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { tableName } = connection;
  const now = new Date(connection.now());
  const flat = await Promise.all(operations.map((operation) => isFlat(connection, operation)));
  const requests = operations.map(({ kind, write, model }, at) => {
    const { action, request, key, item } = write(now, flat[at]);
    if ((action !== 'Put' && action !== 'Delete') || 'ConditionExpression' in request) {
      return refuseRequest('BatchWriteItem', 'A batch accepts only puts and deletes without conditions.');
    }
    return { kind, model, key, item, entity: model.name, wire: { [`${action}Request`]: request } };
  });
  requireDistinctKeys(requests.map(({ key }) => key));
  await announce(connection, requests);
  await inChunks(requests, ITEMS_PER_WRITE, (chunk) =>
    untilProcessed(
      connection,
      'BatchWriteItem',
      chunk.map(({ wire }): unknown => wire),
      (request) => JSON.stringify(request).slice(0, 200),
      async (pending) => {
        const { output } = await connection.call(
          BatchWriteItem,
          { RequestItems: { [tableName]: pending } },
          {
            entities: [...new Set(chunk.map(({ entity }) => entity))],
            keys: chunk.map(({ key }) => key),
            signal,
          },
        );
        const { UnprocessedItems } = output as { UnprocessedItems?: Record<string, unknown[]> };
        return UnprocessedItems?.[tableName] ?? [];
      },
    ),
  );
}
