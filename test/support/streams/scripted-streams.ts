import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A record on the wire. */
export interface WireRecord {
  dynamodb: { SequenceNumber: string; Keys: Record<string, { S?: string }>; [name: string]: unknown };
  [name: string]: unknown;
}

interface ScriptedShard {
  id: string;
  parent?: string;
  records: WireRecord[];
  closed: boolean;
  /** Records before this index are trimmed. */
  trimmedTo: number;
}

type OnForward = (operation: string, input: Record<string, unknown>) => void | Promise<void>;

/** The next answer instead of the normal one, once. */
export type Fault = { operation: string; error: string; status?: number };

/**
 * A Streams service that follows a script: splits, expired iterators, trims, throttling, replaced streams, and empty pages,
 * which the local engines never produce. It also describes the streamed table; every other call goes on to the real engine,
 * where the leases are, unless the connection is cut.
 */
export class ScriptedStreams {
  readonly calls: string[] = [];
  readonly faults: Fault[] = [];
  /** The number of empty pages before the next page with records. */
  emptyPages = 0;
  /** Answers requests for iterators at the oldest record with ones after the newest, like LATEST. */
  latestInsteadOfOldest = false;
  /** Answers with the same page of shards, or of records, again and again. */
  standsStill = false;
  /** Called, and awaited, before each call goes on to the real engine, and before its answer goes back. */
  onForward: OnForward = () => {};
  onAnswer: OnForward = () => {};
  /** True while the engine, and with it the leases, cannot be reached through this endpoint. */
  cut = false;
  private streams = new Map<string, Map<string, ScriptedShard>>();
  private currentArn = '';
  private generation = 0;
  private sequence = 0;
  private shardNumber = 0;
  private readonly server = createServer((request, response) => {
    void this.answer(request).then(({ status, body }) => {
      if (status === 0) return request.socket.destroy();
      return response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
    });
  });

  private constructor(
    private readonly engine: string,
    private readonly pageOfShards: number,
    readonly table: string,
  ) {}

  static async start(
    engine: string,
    { pageOfShards = 2, table = 'scripted' } = {},
  ): Promise<ScriptedStreams> {
    const scripted = new ScriptedStreams(engine, pageOfShards, table);
    await new Promise<void>((resolve) => scripted.server.listen(0, '127.0.0.1', resolve));
    scripted.replaceStream();
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get arn(): string {
    return this.currentArn;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Another endpoint for the same streams: for a second worker whose connection can be cut separately. */
  async secondEndpoint(): Promise<ScriptedStreams> {
    const other = await ScriptedStreams.start(this.engine, {
      pageOfShards: this.pageOfShards,
      table: this.table,
    });
    other.streams = this.streams;
    other.currentArn = this.currentArn;
    return other;
  }

  /** Disables and enables the stream: the table has a new stream, and the old one ends. */
  replaceStream(): void {
    for (const shard of this.streams.get(this.currentArn)?.values() ?? []) shard.closed = true;
    const label = new Date(Date.UTC(2026, 0, 1 + this.streams.size)).toISOString();
    this.currentArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${this.table}/stream/${label}`;
    this.streams.set(this.currentArn, new Map());
  }

  /** Makes a stream unknown, as after 24 hours. */
  forgetStream(arn: string): void {
    this.streams.delete(arn);
  }

  openShard(parent?: string): string {
    this.shardNumber += 1;
    const id = `shardId-${String(this.shardNumber).padStart(8, '0')}`;
    this.shards().set(id, { id, ...(parent ? { parent } : {}), records: [], closed: false, trimmedTo: 0 });
    return id;
  }

  /** Closes a shard and opens its children. */
  split(parent: string, children = 2): string[] {
    this.shard(parent).closed = true;
    return Array.from({ length: children }, () => this.openShard(parent));
  }

  /** Adds a change of an item to a shard. */
  append(shardId: string, item: string, value: number, createdAt = Date.now()): void {
    this.sequence += 1;
    this.appendRecord(shardId, {
      eventID: String(this.sequence),
      eventName: 'MODIFY',
      dynamodb: {
        ApproximateCreationDateTime: createdAt / 1000,
        Keys: { PK: { S: item } },
        NewImage: { PK: { S: item }, value: { N: String(value) } },
        SequenceNumber: String(this.sequence),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  }

  appendRecord(shardId: string, record: WireRecord): void {
    this.shard(shardId).records.push(record);
  }

  /** The records of a shard up to a checkpoint. */
  recordsUpTo(shardId: string, checkpoint: string): WireRecord[] {
    const { records } = this.shard(shardId);
    if (checkpoint === 'SHARD_END') return records;
    return records.slice(0, records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === checkpoint) + 1);
  }

  /** Removes the oldest records of a shard. */
  trim(shardId: string, count: number): void {
    this.shard(shardId).trimmedTo += count;
  }

  /** Removes every record, like 24 hours without a reader. */
  trimAll(): void {
    for (const shard of this.shards().values()) shard.trimmedTo = shard.records.length;
  }

  /** The number of records, for items whose key matches, that the shards have had. */
  recordCount(matches: (record: WireRecord) => boolean): number {
    return [...this.shards().values()].reduce((sum, shard) => sum + shard.records.filter(matches).length, 0);
  }

  /** Stops listing a shard, as 24 hours after it was closed. */
  forgetShard(shardId: string): void {
    this.shards().delete(shardId);
  }

  expireIterators(): void {
    this.generation += 1;
  }

  private shards(): Map<string, ScriptedShard> {
    return this.streams.get(this.currentArn) as Map<string, ScriptedShard>;
  }

  private shard(id: string): ScriptedShard {
    for (const shards of this.streams.values()) {
      const shard = shards.get(id);
      if (shard) return shard;
    }
    throw new Error(`No shard ${id}`);
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const [service = '', operation = ''] = String(request.headers['x-amz-target']).split('.');
    const input = JSON.parse(body) as Record<string, string>;
    this.calls.push(operation);
    const fault = this.faults.findIndex((each) => each.operation === operation);
    if (fault !== -1) {
      const { error, status = 400 } = this.faults.splice(fault, 1)[0] as Fault;
      return failure(error, status);
    }
    if (service.startsWith('DynamoDBStreams')) return this.answerStreams(operation, input);
    const describesTable = operation === 'DescribeTable' && input['TableName'] === this.table;
    if (this.cut && !describesTable) return { status: 0, body: '' };
    await this.onForward(operation, input);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length'].includes(name),
      ),
    ) as Record<string, string>;
    const answer = await fetch(this.engine, { method: 'POST', headers, body });
    const text = await answer.text();
    await this.onAnswer(operation, input);
    if (!describesTable) return { status: answer.status, body: text };
    // Most specs of the reader have a stream and no table.
    const { Table } = (answer.ok ? JSON.parse(text) : {}) as { Table?: object };
    return success({ Table: { ...Table, TableName: this.table, LatestStreamArn: this.currentArn } });
  }

  private answerStreams(operation: string, input: Record<string, string>) {
    switch (operation) {
      case 'DescribeStream':
        return this.describe(input['StreamArn'] ?? '', input['ExclusiveStartShardId']);
      case 'GetShardIterator':
        return this.iterator(input);
      case 'GetRecords':
        return this.records(input['ShardIterator'] ?? '', Number(input['Limit'] ?? 1000));
      default:
        return failure('UnknownOperationException');
    }
  }

  private describe(arn: string, after?: string) {
    const shards = this.streams.get(arn);
    if (!shards) return failure('ResourceNotFoundException');
    const all = [...shards.values()];
    const from = after && !this.standsStill ? all.findIndex((shard) => shard.id === after) + 1 : 0;
    const page = all.slice(from, from + this.pageOfShards);
    const more = from + this.pageOfShards < all.length;
    return success({
      StreamDescription: {
        StreamArn: arn,
        Shards: page.map(({ id, parent }) => ({ ShardId: id, ...(parent ? { ParentShardId: parent } : {}) })),
        ...(more ? { LastEvaluatedShardId: page.at(-1)?.id } : {}),
      },
    });
  }

  private iterator(input: Record<string, string>) {
    const shards = this.streams.get(input['StreamArn'] ?? '');
    const shard = shards?.get(input['ShardId'] ?? '');
    if (!shard) return failure('ResourceNotFoundException');
    let index = shard.trimmedTo;
    if (this.latestInsteadOfOldest) index = shard.records.length;
    if (input['ShardIteratorType'] === 'AFTER_SEQUENCE_NUMBER') {
      index =
        shard.records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === input['SequenceNumber']) + 1;
      if (this.standsStill) index -= 1;
      if (index < shard.trimmedTo) return failure('TrimmedDataAccessException');
    }
    return success({ ShardIterator: JSON.stringify([input['StreamArn'], shard.id, index, this.generation]) });
  }

  private records(iterator: string, limit: number) {
    const [arn, id, index, generation] = JSON.parse(iterator) as [string, string, number, number];
    if (generation < this.generation) return failure('ExpiredIteratorException');
    const shard = this.streams.get(arn)?.get(id);
    if (!shard) return failure('ResourceNotFoundException');
    if (index < shard.trimmedTo) return failure('TrimmedDataAccessException');
    const page = this.emptyPages > 0 ? [] : shard.records.slice(index, index + limit);
    this.emptyPages = Math.max(0, this.emptyPages - 1);
    const next = this.standsStill ? index : index + page.length;
    const atEnd = shard.closed && next >= shard.records.length;
    return success({
      Records: page,
      ...(atEnd ? {} : { NextShardIterator: JSON.stringify([arn, id, next, generation]) }),
    });
  }
}

function success(value: unknown) {
  return { status: 200, body: JSON.stringify(value) };
}

function failure(error: string, status = 400) {
  return { status, body: JSON.stringify({ __type: `com.amazonaws.dynamodb#${error}`, message: error }) };
}
