import { BatchGetItem, GetItem, type Answer, type Api, type Send } from '../transport/transport.js';
import type { WireItem } from '../wire/wire.js';

interface Waiting {
  keys: WireItem[];
  /** Takes its part of a joined answer. */
  answer: (joined: Answer) => void;
  fail: (error: unknown) => void;
  /** Sends the read as requested. */
  goAlone: () => Promise<void>;
}

interface Reader extends Waiting {
  /** One text for each key, to tell keys apart. */
  texts: readonly string[];
}

interface Group {
  tableName: string;
  consistent: boolean;
  capacity: string | undefined;
  waiting: Waiting[];
  /** The total number of their keys. */
  keyCount: number;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const MAX_KEYS = 100;
/** When this many reads are in flight, further ones wait for one of them to return, so that more of them are joined. */
const MAX_UNDER_WAY = 4;
/** The longest wait, in case the table is slow. */
const LONGEST_WAIT_MS = 20;
/** An invalid request: one reader's mistake must not affect the others. */
const OWN_MISTAKES = new Set(['ValidationException', 'SerializationException']);

/**
 * Joins reads of single items (GetItem, BatchGetItem) requested within one turn of the event loop into one BatchGetItem.
 * Under load, when four are in flight, those requested in the meantime are joined as well, and sent when one of the four has
 * returned, when there are 100 keys, or after 20 ms. All of them are requested before the joined read is sent, so a strongly
 * consistent read remains one. Keys requested several times are read once. A single read is sent as requested.
 *
 * It assumes that the client's credentials may read whatever any of its users asks for. Each caller is told its share of the
 * consumed units, by the number of its keys.
 */
export function joinReads(send: Send): Send {
  const groups = new Map<string, Group>();
  let underWay = 0;
  let endOfTurn: NodeJS.Immediate | undefined;
  let patience: NodeJS.Timeout | undefined;
  const atEndOfTurn = () => {
    endOfTurn ??= setImmediate(() => {
      endOfTurn = undefined;
      sendDue(({ keyCount }) => underWay < MAX_UNDER_WAY || keyCount >= MAX_KEYS);
    });
  };
  const sendDue = (isDue: (group: Group) => boolean) => {
    for (const [name, group] of groups) {
      if (!isDue(group)) continue;
      groups.delete(name);
      for (const waiting of chunksOfKeys(group.waiting)) {
        underWay += 1;
        void sendJoined(send, group, waiting).finally(() => {
          underWay -= 1;
          if (groups.size > 0) atEndOfTurn();
        });
      }
    }
    if (groups.size === 0) {
      clearTimeout(patience);
      patience = undefined;
    } else
      patience ??= setTimeout(() => {
        patience = undefined;
        sendDue(() => true);
      }, LONGEST_WAIT_MS);
  };
  return (api, input, signal) => {
    const read = signal ? undefined : simpleRead(api, input);
    if (!read) return send(api, input, signal);
    return new Promise((answer, fail) => {
      atEndOfTurn();
      const { tableName, consistent, capacity, keys } = read;
      const name = `${consistent}:${capacity}:${tableName}`;
      let group = groups.get(name);
      if (!group) groups.set(name, (group = { tableName, consistent, capacity, waiting: [], keyCount: 0 }));
      const goAlone = () => send(api, input).then(answer, fail);
      const takeItem = (joined: Answer) => {
        // A GetItem has no unprocessed keys.
        if (joined.output['UnprocessedKeys'] !== undefined) void goAlone();
        else answer(asGetItem(joined, tableName));
      };
      group.keyCount += keys.length;
      group.waiting.push({ keys, answer: api === GetItem ? takeItem : answer, fail, goAlone });
    });
  };
}

interface SimpleRead {
  tableName: string;
  consistent: boolean;
  capacity: string | undefined;
  keys: WireItem[];
}

const GET_ITEM = new Set(['TableName', 'Key', 'ConsistentRead', 'ReturnConsumedCapacity']);

/** A read of complete items of one table; undefined for any other call. */
function simpleRead(api: Api, input: Record<string, unknown>): SimpleRead | undefined {
  const capacity = input['ReturnConsumedCapacity'] as string | undefined;
  if (api === GetItem) {
    if (Object.keys(input).some((name) => !GET_ITEM.has(name))) return undefined;
    const { TableName, Key, ConsistentRead } = input;
    return {
      tableName: TableName as string,
      consistent: ConsistentRead === true,
      capacity,
      keys: [Key as WireItem],
    };
  }
  if (api !== BatchGetItem) return undefined;
  const tables = Object.entries(input['RequestItems'] as Record<string, Record<string, unknown>>);
  const [[tableName, request] = [], ...others] = tables;
  if (tableName === undefined || request === undefined || others.length > 0) return undefined;
  const { Keys, ConsistentRead, ...more } = request;
  if (Object.keys(more).length > 0) return undefined;
  return { tableName, consistent: ConsistentRead === true, capacity, keys: Keys as WireItem[] };
}

function chunksOfKeys(waiting: readonly Waiting[]): Waiting[][] {
  const chunks: Waiting[][] = [];
  let count = MAX_KEYS;
  for (const each of waiting) {
    count += each.keys.length;
    if (count > MAX_KEYS) {
      chunks.push([]);
      count = each.keys.length;
    }
    chunks.at(-1)?.push(each);
  }
  return chunks;
}

async function sendJoined(send: Send, group: Group, waiting: readonly Waiting[]): Promise<void> {
  const [first] = waiting;
  if (first && waiting.length === 1) return first.goAlone();
  const names = Object.keys(first?.keys[0] ?? {});
  const textOf = (item: WireItem) => keyTextIn(item, names);
  const readers = waiting.map((each) => ({ ...each, texts: each.keys.map(textOf) }));
  const keys = new Map<string, WireItem>();
  for (const reader of readers)
    for (const [at, key] of reader.keys.entries()) keys.set(reader.texts[at] as string, key);
  const request = { Keys: [...keys.values()], ...(group.consistent && { ConsistentRead: true }) };
  const input = {
    RequestItems: { [group.tableName]: request },
    ...(group.capacity !== undefined && { ReturnConsumedCapacity: group.capacity }),
  };
  try {
    share(await send(BatchGetItem, input), group.tableName, textOf, readers);
  } catch (error) {
    const theirOwn = error instanceof Error && OWN_MISTAKES.has(error.name);
    if (theirOwn) await Promise.all(waiting.map(({ goAlone }) => goAlone()));
    else for (const { fail } of waiting) fail(error);
  }
}

/** Gives each reader its items, its unprocessed keys and its share of the units. */
function share(
  { output, retries }: Answer,
  tableName: string,
  textOf: (item: WireItem) => string,
  readers: readonly Reader[],
): void {
  const responses = output['Responses'] as Record<string, WireItem[]> | undefined;
  const unprocessed = output['UnprocessedKeys'] as Record<string, { Keys: WireItem[] }> | undefined;
  const items = new Map((responses?.[tableName] ?? []).map((item) => [textOf(item), item]));
  const left = new Map((unprocessed?.[tableName]?.Keys ?? []).map((key) => [textOf(key), key]));
  const keyCount = readers.reduce((sum, { keys }) => sum + keys.length, 0);
  for (const { texts, answer } of readers) {
    const among = (those: ReadonlyMap<string, WireItem>) =>
      texts.map((text) => those.get(text)).filter((item) => item !== undefined);
    const found = among(items);
    const again = left.size > 0 ? among(left) : [];
    answer({
      output: {
        Responses: { [tableName]: found },
        ...(again.length > 0 && { UnprocessedKeys: { [tableName]: { Keys: again } } }),
        ConsumedCapacity: shareOf(output['ConsumedCapacity'], texts.length / keyCount),
        $metadata: output['$metadata'],
      },
      retries,
    });
  }
}

function asGetItem({ output, retries }: Answer, tableName: string): Answer {
  const [item] = (output['Responses'] as Record<string, WireItem[]>)[tableName] ?? [];
  const { ConsumedCapacity, $metadata } = output;
  return { output: { ...(item && { Item: item }), ConsumedCapacity, $metadata }, retries };
}

function shareOf(consumed: unknown, share: number): unknown {
  if (typeof consumed === 'number') return consumed * share;
  if (Array.isArray(consumed)) return consumed.map((each) => shareOf(each, share));
  if (typeof consumed !== 'object' || consumed === null) return consumed;
  return Object.fromEntries(Object.entries(consumed).map(([name, value]) => [name, shareOf(value, share)]));
}

/** One text for each key; with the length, no value can be mistaken for the end of one and the start of the next. */
function keyTextIn(item: WireItem, names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const { S, N } = item[name] as { S?: string; N?: string };
    const value = S ?? N ?? JSON.stringify(item[name]);
    text += `${value.length}:${value}`;
  }
  return text;
}
