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

  /** The oldest records are gone, as after a day. */
  trim(upTo: number): void {
    this.#records.splice(0, upTo - this.#trimmed);
    this.#trimmed = Math.max(this.#trimmed, upTo);
  }

  describe() {
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
