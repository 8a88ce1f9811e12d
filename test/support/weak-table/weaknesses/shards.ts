import { refused, type EngineAnswer, type EngineCall } from '../engine-call.js';
import type { Item } from '../items.js';
import { randomFrom, type WeakClock } from '../settings.js';

const MAX_SLICES = 4;
const SPLITS = 0.5;
const SHARDS_OF_A_PAGE = 100;

/** One of the shards that share the records of a generation: those of the items whose hash falls to it. */
interface Shard {
  generation: number;
  slice: number;
}

interface Iterator {
  arn: string;
  shardId: string;
  /** The last sequence number before it. */
  after: number;
  openedAt: number;
}

/**
 * Presents the engine's one shard like the service's: after a number of records all shards close, and each has one or two
 * children. The engine numbers a stream's records 1, 2, 3 …, so the shard of a record follows from its number and its item.
 */
export class Shards {
  readonly #slices: number[] = [1];
  readonly #random: () => number;

  constructor(
    private readonly call: EngineCall,
    private readonly recordsOfAGeneration: number,
    seed: number,
    private readonly clock: WeakClock,
    private readonly expireMs: number,
  ) {
    this.#random = randomFrom(seed);
  }

  async answer(operation: string, input: Item): Promise<EngineAnswer | undefined> {
    switch (operation) {
      case 'DescribeStream':
        return this.#describe(input);
      case 'GetShardIterator':
        return this.#iteratorAt(input);
      case 'GetRecords':
        return this.#records(input);
      default:
        return undefined;
    }
  }

  async #describe({ ExclusiveStartShardId: after, Limit, ...input }: Item): Promise<EngineAnswer> {
    const answer = await this.call('Streams.DescribeStream', input);
    const description = answer.body['StreamDescription'] as Item | undefined;
    if (answer.status !== 200 || !description) return answer;
    const { first, last } = await this.#range(input['StreamArn'] as string);
    const all: (Shard & { id: string })[] = [];
    const newest = this.#generationAfter(last);
    for (let generation = this.#generationAfter(first - 1); generation <= newest; generation += 1)
      for (let slice = 0; slice < this.#slicesOf(generation); slice += 1)
        all.push({ generation, slice, id: idOf({ generation, slice }) });
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const page = all.slice(from, from + Number(Limit ?? SHARDS_OF_A_PAGE));
    const isLast = from + page.length >= all.length;
    const body = {
      StreamDescription: {
        ...description,
        Shards: page.map((shard) => this.#describeShard(shard, newest)),
        ...(!isLast && { LastEvaluatedShardId: page.at(-1)?.id }),
      },
    };
    return { status: 200, body };
  }

  #describeShard({ generation, slice, id }: Shard & { id: string }, newest: number): Item {
    const parents = generation === 0 ? 0 : this.#slicesOf(generation - 1);
    return {
      ShardId: id,
      ...(parents > 0 && { ParentShardId: idOf({ generation: generation - 1, slice: slice % parents }) }),
      SequenceNumberRange: {
        StartingSequenceNumber: String(generation * this.recordsOfAGeneration + 1),
        ...(generation < newest && { EndingSequenceNumber: String(this.#endOf(generation)) }),
      },
    };
  }

  async #iteratorAt(input: Item): Promise<EngineAnswer> {
    const { StreamArn: arn, ShardId: shardId, ShardIteratorType: type, SequenceNumber } = input;
    const { generation } = shardOf(String(shardId));
    const { first, last } = await this.#range(arn as string);
    if (Number.isNaN(generation) || generation > this.#generationAfter(last))
      return refused('ResourceNotFoundException', 'Requested resource not found: Shard does not exist');
    // The engine knows what to refuse, for example a trimmed number.
    const { status, body } = await this.call('Streams.GetShardIterator', {
      ...input,
      ShardId: engineShard(arn as string),
    });
    if (status !== 200) return { status, body };
    // The oldest record that is left: others are trimmed.
    const start = Math.max(generation * this.recordsOfAGeneration, first - 1);
    const given = Number(SequenceNumber) - (type === 'AT_SEQUENCE_NUMBER' ? 1 : 0);
    const after = type === 'TRIM_HORIZON' ? start : type === 'LATEST' ? last : given;
    const opened = { arn: String(arn), shardId: String(shardId), after, openedAt: this.clock.elapsed() };
    return { status: 200, body: { ShardIterator: encode(opened) } };
  }

  async #records({ ShardIterator, ...input }: Item): Promise<EngineAnswer> {
    const iterator = decode(String(ShardIterator));
    if (!iterator) return this.call('Streams.GetRecords', { ShardIterator, ...input });
    const { arn, shardId, after, openedAt } = iterator;
    const now = this.clock.elapsed();
    if (now - openedAt > this.expireMs)
      return refused('ExpiredIteratorException', 'Iterator expired. The iterator was created too long ago.');
    const { generation, slice } = shardOf(shardId);
    const answer = await this.#engineRecords(arn, after, input);
    if (answer.status !== 200) return answer;
    const end = this.#endOf(generation);
    const found = (answer.body['Records'] ?? []) as StreamRecord[];
    const upToEnd = found.filter((record) => sequenceOf(record) <= end);
    const slices = this.#slicesOf(generation);
    const Records = upToEnd.filter((record) => hashOf(record.dynamodb.Keys) % slices === slice);
    const reached = found.length > 0 ? Math.min(end, sequenceOf(found.at(-1)!)) : after;
    const body = { ...answer.body, Records };
    if (reached >= end) return { status: 200, body: { ...body, NextShardIterator: undefined } };
    const NextShardIterator = encode({ arn, shardId, after: reached, openedAt: now });
    return { status: 200, body: { ...body, NextShardIterator } };
  }

  /** The engine's own description compares sequence numbers as strings. */
  async #range(StreamArn: string): Promise<{ first: number; last: number }> {
    const { body } = await this.call('Streams.GetShardIterator', {
      StreamArn,
      ShardId: engineShard(StreamArn),
      ShardIteratorType: 'LATEST',
    });
    const latest = Buffer.from((body['ShardIterator'] as string | undefined) ?? '', 'base64').toString();
    const { position = 0 } = JSON.parse(latest || '{}') as { position?: number };
    const { body: oldest } = await this.#engineRecords(StreamArn, 0, { Limit: 1 });
    const [first] = (oldest['Records'] ?? []) as StreamRecord[];
    return { first: first ? sequenceOf(first) : position + 1, last: position };
  }

  async #engineRecords(arn: string, after: number, input: Item): Promise<EngineAnswer> {
    const at =
      after === 0
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: String(after) };
    const answer = await this.call('Streams.GetShardIterator', {
      StreamArn: arn,
      ShardId: engineShard(arn),
      ...at,
    });
    if (answer.status !== 200) return answer;
    return this.call('Streams.GetRecords', { ...input, ShardIterator: answer.body['ShardIterator'] });
  }

  /** The generation of the record after a number. */
  #generationAfter(sequenceNumber: number): number {
    return Math.max(0, Math.floor(sequenceNumber / this.recordsOfAGeneration));
  }

  #endOf(generation: number): number {
    return (generation + 1) * this.recordsOfAGeneration;
  }

  #slicesOf(generation: number): number {
    while (this.#slices.length <= generation) {
      const parents = this.#slices.at(-1) ?? 1;
      this.#slices.push(parents < MAX_SLICES && this.#random() < SPLITS ? parents * 2 : parents);
    }
    return this.#slices[generation] ?? 1;
  }
}

interface StreamRecord {
  dynamodb: { SequenceNumber: string; Keys: Item };
}

const sequenceOf = ({ dynamodb }: StreamRecord): number => Number(dynamodb.SequenceNumber);

/** The engine's only shard of a stream. */
function engineShard(arn: string): string {
  return `shardId-00000001-${arn.split('/')[1] ?? ''}`;
}

function idOf({ generation, slice }: Shard): string {
  return `shardId-${String(generation).padStart(20, '0')}-${String(slice).padStart(8, '0')}`;
}

function shardOf(shardId: string): Shard {
  const [, generation, slice] = shardId.split('-').map(Number);
  return { generation: generation ?? NaN, slice: slice ?? NaN };
}

function hashOf(keys: Item): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify(Object.entries(keys).sort())))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

const PREFIX = 'weak ';

function encode(iterator: Iterator): string {
  return Buffer.from(PREFIX + JSON.stringify(iterator)).toString('base64');
}

function decode(text: string): Iterator | undefined {
  const decoded = Buffer.from(text, 'base64').toString();
  return decoded.startsWith(PREFIX) ? (JSON.parse(decoded.slice(PREFIX.length)) as Iterator) : undefined;
}
