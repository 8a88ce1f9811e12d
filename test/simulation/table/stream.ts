import type { Change } from './stored-table.js';
import { itemSize, refuse, type Item } from './values.js';

interface StreamRecord {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventVersion: '1.1';
  eventSource: 'aws:dynamodb';
  awsRegion: string;
  dynamodb: {
    ApproximateCreationDateTime: number;
    Keys: Item;
    NewImage?: Item;
    OldImage?: Item;
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: 'NEW_AND_OLD_IMAGES';
  };
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html */
const RETENTION_MS = 24 * 60 * 60_000;

/** Numbered 1, 2, 3 … in one shard, as the embedded engine's: the weak table divides them into shards (`weaknesses/shards.ts`). */
export class Stream {
  readonly arn: string;
  readonly shardId: string;
  readonly #records: StreamRecord[] = [];
  /** How many have been trimmed. */
  #trimmed = 0;

  constructor(
    table: string,
    private readonly now: () => number,
  ) {
    this.arn = `arn:aws:dynamodb:local:000000000000:table/${table}/stream/2031-01-01T00:00:00.000`;
    this.shardId = `shardId-00000001-${table}`;
  }

  get length(): number {
    return this.#trimmed + this.#records.length;
  }

  add({ key, before, after }: Change): void {
    const number = String(this.length + 1);
    this.#records.push({
      eventID: number,
      eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'local',
      dynamodb: {
        // In seconds, as the service has it.
        ApproximateCreationDateTime: Math.floor(this.now() / 1_000),
        Keys: key,
        ...(after && { NewImage: after }),
        ...(before && { OldImage: before }),
        SequenceNumber: number,
        SizeBytes: (before ? itemSize(before) : 0) + (after ? itemSize(after) : 0),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  }

  /** What is older than a day is gone. */
  #trim(): void {
    const oldest = (this.now() - RETENTION_MS) / 1_000;
    const kept = this.#records.findIndex(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= oldest);
    this.#trimmed += this.#records.splice(0, kept === -1 ? this.#records.length : kept).length;
  }

  describe() {
    this.#trim();
    return {
      StreamDescription: {
        StreamArn: this.arn,
        StreamStatus: 'ENABLED',
        StreamViewType: 'NEW_AND_OLD_IMAGES',
        Shards: [
          {
            ShardId: this.shardId,
            SequenceNumberRange: { StartingSequenceNumber: String(this.#trimmed + 1) },
          },
        ],
      },
    };
  }

  iterator({
    ShardIteratorType: type,
    SequenceNumber,
  }: {
    ShardIteratorType?: string;
    SequenceNumber?: string;
  }) {
    this.#trim();
    const given = Number(SequenceNumber) - (type === 'AT_SEQUENCE_NUMBER' ? 1 : 0);
    const position = type === 'TRIM_HORIZON' ? this.#trimmed : type === 'LATEST' ? this.length : given;
    if (position < this.#trimmed)
      refuse(
        'TrimmedDataAccessException',
        'The operation attempted to read past the oldest stream record in a shard.',
      );
    return { ShardIterator: encode({ arn: this.arn, position }) };
  }

  read(position: number, limit: number) {
    this.#trim();
    if (position < this.#trimmed)
      refuse(
        'TrimmedDataAccessException',
        'The operation attempted to read past the oldest stream record in a shard.',
      );
    const from = position - this.#trimmed;
    const Records = this.#records.slice(from, from + limit);
    return { Records, NextShardIterator: encode({ arn: this.arn, position: position + Records.length }) };
  }
}

interface Iterator {
  arn: string;
  position: number;
}

function encode(iterator: Iterator): string {
  return Buffer.from(JSON.stringify(iterator)).toString('base64');
}

export function decodeIterator(text: string): Iterator {
  return JSON.parse(Buffer.from(text, 'base64').toString()) as Iterator;
}
