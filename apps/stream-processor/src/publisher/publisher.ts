import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import type { CommittedEvent } from '#libs/event-contracts';
import {
  publishInOrder,
  toOutgoingEvent,
  WAITS_BEHIND,
  type DeadLetters,
  type EventBusPort,
  type OutgoingEvent,
} from '#libs/event-publishing';
import { commitOf } from './committed-events.js';

export interface PublisherOptions {
  bus: EventBusPort;
  deadLetters: DeadLetters;
  onNotice: (line: string) => void;
  maxAttempts?: number;
  concurrency?: number;
}

interface PendingCommit {
  record: StreamRecord;
  version: number;
  accountId?: string;
  count: number;
  events: CommittedEvent[];
  unreadable?: string;
}

export class Publisher {
  private parked: Set<string> | undefined;

  constructor(private readonly options: PublisherOptions) {}

  /** Forgets the known parked aggregates. Call it when a shard changes hands: another worker may have parked some. */
  refresh(): void {
    this.parked = undefined;
  }

  async handle({ records, signal }: Pick<RecordBatch, 'records' | 'signal'>) {
    const commits = commitsByAggregate(records);
    const unfinished: StreamRecord[] = [];
    const going = new Map<string, OutgoingEvent[]>();
    const { bus, maxAttempts = 6, concurrency = 4 } = this.options;
    for (const [aggregateId, pending] of commits) {
      if (await this.isParked(aggregateId)) {
        const left = await this.parkAll(aggregateId, pending, WAITS_BEHIND, false);
        commits.set(aggregateId, left);
      }
      const readable = upToUnreadable(commits.get(aggregateId) ?? []);
      going.set(
        aggregateId,
        readable.flatMap((commit) => commit.events.map((event) => toOutgoingEvent(event, bus))),
      );
    }
    const results = await publishInOrder(bus, going, { maxAttempts, concurrency, signal });
    for (const [aggregateId, pending] of commits) {
      const { published = 0, stopped } = results.get(aggregateId) ?? {};
      const rest = withoutPublished(pending, published);
      const poison =
        stopped?.kind === 'rejected' ? stopped.reason : stopped ? undefined : rest[0]?.unreadable;
      if (rest.length === 0) continue;
      if (poison === undefined) unfinished.push(...rest.map(({ record }) => record));
      else await this.parkAll(aggregateId, rest, poison, true);
    }
    return { unfinished };
  }

  private async isParked(aggregateId: string): Promise<boolean> {
    this.parked ??= new Set(
      (await this.options.deadLetters.parkedAggregates()).map((parked) => parked.aggregateId),
    );
    return this.parked.has(aggregateId);
  }

  /** Parks commits, in order. Returns those that must be published instead, because the aggregate is free again. */
  private async parkAll(
    aggregateId: string,
    commits: PendingCommit[],
    reason: string,
    opens: boolean,
  ): Promise<PendingCommit[]> {
    const { deadLetters, onNotice } = this.options;
    for (const [index, { version, accountId, count }] of commits.entries()) {
      const first = opens && index === 0;
      const letter = {
        aggregateId,
        version,
        events: count,
        reason: first || !opens ? reason : WAITS_BEHIND,
        parkedAt: new Date().toISOString(),
        ...(accountId === undefined ? {} : { accountId }),
      };
      if (!(await deadLetters.park(letter, first))) {
        this.parked?.delete(aggregateId);
        return commits.slice(index);
      }
      if (first) {
        this.parked?.add(aggregateId);
        onNotice(`DEAD LETTER: version ${version} of ${aggregateId} was not published: ${reason}`);
      }
    }
    return [];
  }
}

function commitsByAggregate(records: readonly StreamRecord[]): Map<string, PendingCommit[]> {
  const commits = new Map<string, PendingCommit[]>();
  const add = (aggregateId: string, commit: PendingCommit) => {
    const known = commits.get(aggregateId);
    if (known) known.push(commit);
    else commits.set(aggregateId, [commit]);
  };
  for (const record of records) {
    const commit = commitOf(record);
    if (commit.kind === 'unreadable') {
      const { aggregateId, accountId, version, count, reason } = commit;
      const pending = { record, version, count, events: [], unreadable: reason };
      add(aggregateId, accountId === undefined ? pending : { ...pending, accountId });
    }
    const last = commit.kind === 'events' ? commit.events.at(-1) : undefined;
    if (commit.kind === 'events' && last)
      add(last.aggregateId, {
        record,
        version: last.version,
        accountId: last.accountId,
        count: commit.events.length,
        events: commit.events,
      });
  }
  return commits;
}

function upToUnreadable(commits: readonly PendingCommit[]): PendingCommit[] {
  const end = commits.findIndex((commit) => commit.unreadable !== undefined);
  return end === -1 ? [...commits] : commits.slice(0, end);
}

/** The commits whose events are not all published, when this many events are, counted from the first. */
function withoutPublished(commits: readonly PendingCommit[], published: number): PendingCommit[] {
  let left = published;
  const rest: PendingCommit[] = [];
  for (const commit of commits) {
    if (rest.length === 0 && commit.unreadable === undefined && left >= commit.events.length)
      left -= commit.events.length;
    else rest.push(commit);
  }
  return rest;
}
