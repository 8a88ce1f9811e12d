import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type AttributeValue,
  type DynamoDBClient,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { progress, realRuntime, type Runtime } from '#libs/pacing';
import type { StreamRecord } from '../records.js';

/** How far a shard has been read: not at all, up to a sequence number, or to its end. */
export type Checkpoint = 'TRIM_HORIZON' | 'SHARD_END' | (string & {});

/** Records that were not read, or may not have been. */
export interface Gap {
  reason: 'trimmed' | 'stream_replaced' | 'stream_gone';
  streamArn: string;
  shardId: string;
  /** Everything changed before this time has been read; milliseconds since the epoch, 0 if unknown. */
  since: number;
}

export interface Lease {
  streamArn: string;
  shardId: string;
  parentShardId?: string;
  /** The worker that reads the shard. */
  owner?: string;
  expiry: number;
  /** The fencing token: incremented by each worker that takes the lease, and a condition of everything its owner writes. */
  counter: number;
  checkpoint: Checkpoint;
  /** Everything changed before this time has been read; milliseconds since the epoch. */
  readUntil?: number;
  /** Everything changed before this time is finished; milliseconds since the epoch. A child begins where its parent has ended. */
  completeTo?: number;
  /** When the shard was found, milliseconds since the epoch. */
  createdAt?: number;
  /** Another worker, with fewer shards, has requested this one. */
  requestedBy?: string;
  /** A gap before this shard's first record that has not been repaired. */
  gap?: Gap['reason'];
}

export interface LeaseStoreOptions {
  dynamodb: DynamoDBClient;
  /** A table with a string partition key and a string sort key. Can be the table whose stream is read. */
  table: string;
  /** Workers with the same consumer name share the shards; other consumers read all of them for themselves. */
  consumer: string;
  partitionKey?: string;
  sortKey?: string;
  runtime?: Runtime | undefined;
}

type ShardName = Pick<Lease, 'streamArn' | 'shardId'>;
type LeaseUpdate = Pick<UpdateItemCommandInput, 'UpdateExpression' | 'ConditionExpression'>;

const PARTITION_PREFIX = 'lease:';
/** Finished shards expire by TTL, long after DynamoDB has forgotten them: it lists a closed shard for 24 hours. */
const FORGET_AFTER_SECONDS = 7 * 24 * 60 * 60;

/** Leases and checkpoints: one item per shard, written only under conditions. */
export class LeaseStore {
  private readonly partitionKey: string;
  private readonly sortKey: string;
  private readonly partition: string;
  private readonly runtime: Runtime;

  constructor(private readonly options: LeaseStoreOptions) {
    this.partitionKey = options.partitionKey ?? 'PK';
    this.sortKey = options.sortKey ?? 'SK';
    this.runtime = options.runtime ?? realRuntime;
    this.partition = `${PARTITION_PREFIX}${options.consumer}`;
  }

  async list(): Promise<Lease[]> {
    const leases: Lease[] = [];
    const advance = progress('The list of leases');
    let start: Record<string, AttributeValue> | undefined;
    do {
      const page = await this.options.dynamodb.send(
        new QueryCommand({
          TableName: this.options.table,
          KeyConditionExpression: '#key = :partition',
          ExpressionAttributeNames: { '#key': this.partitionKey },
          ExpressionAttributeValues: { ':partition': { S: this.partition } },
          ConsistentRead: true,
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      );
      for (const item of page.Items ?? []) leases.push(toLease(item));
      start = page.LastEvaluatedKey;
      advance(start);
    } while (start);
    return leases;
  }

  /** Creates the lease of a shard, without an owner, and unread unless it says how far it was read. Does nothing if it exists. */
  async create({ streamArn, shardId, ...lease }: ShardName & Partial<Lease>): Promise<void> {
    const { parentShardId, checkpoint = 'TRIM_HORIZON', gap, readUntil, completeTo } = lease;
    const optional: Record<string, AttributeValue> = {
      ...(parentShardId ? { parentShardId: { S: parentShardId } } : {}),
      ...(gap ? { gap: { S: gap } } : {}),
      ...(readUntil === undefined ? {} : { readUntil: { N: String(readUntil) } }),
      ...(completeTo === undefined ? {} : { completeTo: { N: String(completeTo) } }),
      ...(checkpoint === 'SHARD_END' ? { expiresAt: { N: String(this.forgottenAt()) } } : {}),
    };
    const assignments = Object.keys(optional).map((name) => `, #${name} = :${name}`);
    await this.update(
      { streamArn, shardId },
      {
        UpdateExpression: `SET #entity = :entity, #streamArn = :streamArn, #shardId = :shardId, #expiry = :zero,
          #counter = :zero, #checkpoint = :start, #createdAt = :updatedAt, #updatedAt = :updatedAt${assignments.join('')}`,
        ConditionExpression: 'attribute_not_exists(#key)',
      },
      {
        ':entity': { S: 'stream-lease' },
        ':streamArn': { S: streamArn },
        ':shardId': { S: shardId },
        ':zero': { N: '0' },
        ':start': { S: checkpoint },
        ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [`:${name}`, value])),
      },
    );
  }

  /** One that nobody holds any more, or that was handed over to us. Undefined if another worker was faster. */
  async take(
    lease: Lease,
    owner: string,
    expiry: number,
    now = this.runtime.now(),
  ): Promise<Lease | undefined> {
    const taken = await this.update(
      lease,
      {
        UpdateExpression:
          'SET #owner = :owner, #expiry = :expiry, #counter = #counter + :one, #updatedAt = :updatedAt REMOVE #requestedBy',
        ConditionExpression:
          '#counter = :counter AND #checkpoint = :checkpoint AND (attribute_not_exists(#owner) OR #owner = :owner OR #expiry < :now)',
      },
      {
        ':owner': { S: owner },
        ':expiry': { N: String(expiry) },
        ':one': { N: '1' },
        ':counter': { N: String(lease.counter) },
        ':checkpoint': { S: lease.checkpoint },
        ':now': { N: String(now) },
      },
    );
    if (!taken) return undefined;
    const { requestedBy: _, ...rest } = lease;
    return { ...rest, owner, expiry, counter: lease.counter + 1 };
  }

  /** Undefined if it is no longer ours: then nothing was written. */
  async save(lease: Lease): Promise<Lease | undefined> {
    const saved = await this.write(
      lease,
      {
        UpdateExpression: `SET #expiry = :expiry, #checkpoint = :checkpoint, #updatedAt = :updatedAt${
          lease.readUntil === undefined ? '' : ', #readUntil = :readUntil'
        }${lease.completeTo === undefined ? '' : ', #completeTo = :completeTo'}${lease.checkpoint === 'SHARD_END' ? ', #expiresAt = :forgotten' : ''}${lease.gap ? '' : ' REMOVE #gap'}`,
        ConditionExpression: '#owner = :owner AND #counter = :counter',
      },
      {
        ':expiry': { N: String(lease.expiry) },
        ':checkpoint': { S: lease.checkpoint },
        ':owner': { S: lease.owner ?? '' },
        ':counter': { N: String(lease.counter) },
        ...(lease.readUntil === undefined ? {} : { ':readUntil': { N: String(lease.readUntil) } }),
        ...(lease.completeTo === undefined ? {} : { ':completeTo': { N: String(lease.completeTo) } }),
        ...(lease.checkpoint === 'SHARD_END' ? { ':forgotten': { N: String(this.forgottenAt()) } } : {}),
      },
    );
    return saved && toLease(saved);
  }

  async release(lease: Lease): Promise<boolean> {
    return this.update(
      lease,
      {
        UpdateExpression: 'SET #expiry = :zero, #updatedAt = :updatedAt REMOVE #owner, #requestedBy',
        ConditionExpression: '#owner = :owner AND #counter = :counter',
      },
      {
        ':zero': { N: '0' },
        ':owner': { S: lease.owner ?? '' },
        ':counter': { N: String(lease.counter) },
      },
    );
  }

  /** Hands a lease over to the worker that requested it, so that no other can take it in between. */
  async handOver(lease: Lease, to: string, expiry: number): Promise<boolean> {
    return this.update(
      lease,
      {
        UpdateExpression:
          'SET #owner = :to, #expiry = :expiry, #counter = #counter + :one, #updatedAt = :updatedAt REMOVE #requestedBy',
        ConditionExpression: '#owner = :owner AND #counter = :counter',
      },
      {
        ':to': { S: to },
        ':expiry': { N: String(expiry) },
        ':one': { N: '1' },
        ':owner': { S: lease.owner ?? '' },
        ':counter': { N: String(lease.counter) },
      },
    );
  }

  /** Asks the owner of a lease to hand it over between two batches. */
  async request(lease: Lease, by: string): Promise<boolean> {
    return this.update(
      lease,
      {
        UpdateExpression: 'SET #requestedBy = :by, #updatedAt = :updatedAt',
        ConditionExpression: '#counter = :counter AND attribute_not_exists(#requestedBy)',
      },
      { ':by': { S: by }, ':counter': { N: String(lease.counter) } },
    );
  }

  async forget(lease: Lease): Promise<void> {
    await this.options.dynamodb.send(
      new DeleteItemCommand({ TableName: this.options.table, Key: this.keyOf(lease) }),
    );
  }

  /** True for a change of any consumer's lease item, which a reader of the lease table's own stream skips. */
  isLeaseRecord(record: StreamRecord): boolean {
    return record.dynamodb?.Keys?.[this.partitionKey]?.S?.startsWith(PARTITION_PREFIX) ?? false;
  }

  /** False if the condition does not hold: another worker was faster, or the lease is no longer ours. */
  private async update(
    lease: ShardName,
    input: LeaseUpdate,
    values: Record<string, AttributeValue>,
  ): Promise<boolean> {
    return (await this.write(lease, input, values)) !== undefined;
  }

  /** @returns the item as it is now; undefined if the condition does not hold */
  private async write(
    lease: ShardName,
    input: LeaseUpdate,
    values: Record<string, AttributeValue>,
  ): Promise<Record<string, AttributeValue> | undefined> {
    const used = `${input.UpdateExpression} ${input.ConditionExpression}`;
    const names = [...new Set(used.match(/#\w+/g) ?? [])].map((name) => [
      name,
      name === '#key' ? this.partitionKey : name.slice(1),
    ]);
    try {
      const { Attributes = {} } = await this.options.dynamodb.send(
        new UpdateItemCommand({
          TableName: this.options.table,
          Key: this.keyOf(lease),
          ReturnValues: 'ALL_NEW',
          ...input,
          ExpressionAttributeNames: Object.fromEntries(names) as Record<string, string>,
          ExpressionAttributeValues: {
            ...values,
            ':updatedAt': { S: new Date(this.runtime.now()).toISOString() },
          },
        }),
      );
      return Attributes;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  private forgottenAt(): number {
    return Math.floor(this.runtime.now() / 1000) + FORGET_AFTER_SECONDS;
  }

  private keyOf({ streamArn, shardId }: ShardName): Record<string, AttributeValue> {
    return { [this.partitionKey]: { S: this.partition }, [this.sortKey]: { S: `${streamArn}|${shardId}` } };
  }
}

function toLease(item: Record<string, AttributeValue>): Lease {
  const optional = (name: string) => (item[name]?.S ? { [name]: item[name].S } : {});
  return {
    streamArn: item['streamArn']?.S ?? '',
    shardId: item['shardId']?.S ?? '',
    expiry: Number(item['expiry']?.N ?? 0),
    counter: Number(item['counter']?.N ?? 0),
    checkpoint: item['checkpoint']?.S ?? 'TRIM_HORIZON',
    ...(item['readUntil']?.N ? { readUntil: Number(item['readUntil'].N) } : {}),
    ...(item['completeTo']?.N ? { completeTo: Number(item['completeTo'].N) } : {}),
    ...(item['createdAt']?.S ? { createdAt: Date.parse(item['createdAt'].S) } : {}),
    ...optional('parentShardId'),
    ...optional('owner'),
    ...optional('requestedBy'),
    ...(item['gap']?.S ? { gap: item['gap'].S as Gap['reason'] } : {}),
  };
}
