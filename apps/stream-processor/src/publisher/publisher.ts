import type { CommitReader } from '#libs/directory';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import type { CommittedEvent } from '#libs/event-contracts';
import {
  publishInOrder,
  STREAM_RETRIES,
  toOutgoingEvent,
  WAITS_BEHIND,
  type DeadLetters,
  type EventBusPort,
  type OutgoingEvent,
  type RetryPolicy,
} from '#libs/event-publishing';
import { inParallel, realRuntime, type Runtime } from '#libs/pacing';
import { commitOf, problemOfRead } from './committed-events.js';

export interface PublisherOptions {
  bus: EventBusPort;
  deadLetters: DeadLetters;
  /** For commits whose events are too large for their head's record. */
  readCommit: CommitReader;
  onNotice: (line: string) => void;
  retries?: RetryPolicy;
  concurrency?: number;
  runtime?: Runtime;
}

interface PendingCommit {
  record: StreamRecord;
  version: number;
  accountId?: string;
  count: number;
  /** Undefined until they are read, and if they cannot be. */
  events: CommittedEvent[] | undefined;
  unreadable?: string;
}

/** Of commits that are read. */
const READS_AT_ONCE = 4;
/** What repeating does not mend. */
const UNREADABLE: ReadonlySet<string> = new Set(['UnreadableEventError', 'UserKeyError']);

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
    const { bus, retries = STREAM_RETRIES, concurrency = 4, runtime = realRuntime } = this.options;
    for (const [aggregateId, pending] of commits) {
      if (await this.isParked(aggregateId)) {
        const left = await this.parkAll(aggregateId, pending, WAITS_BEHIND, false);
        commits.set(aggregateId, left);
      }
    }
    await inParallel([...commits], READS_AT_ONCE, async ([aggregateId, pending]) => {
      const events = await this.eventsOf(aggregateId, pending, signal);
      going.set(
        aggregateId,
        events.map((event) => toOutgoingEvent(event, bus)),
      );
    });
    const results = await publishInOrder(bus, going, { retries, concurrency, signal, runtime });
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

  /** Up to the first commit that cannot be read, at least not now. */
  private async eventsOf(
    aggregateId: string,
    commits: readonly PendingCommit[],
    signal: AbortSignal,
  ): Promise<CommittedEvent[]> {
    const events: CommittedEvent[] = [];
    for (const commit of commits) {
      if (commit.unreadable === undefined && !commit.events && !signal.aborted)
        await this.read(aggregateId, commit);
      if (!commit.events) break;
      events.push(...commit.events);
    }
    return events;
  }

  /** They were committed with their head, so that they are there. */
  private async read(aggregateId: string, commit: PendingCommit): Promise<void> {
    try {
      const events = await this.options.readCommit(aggregateId, commit);
      const problem = problemOfRead(events, commit);
      if (problem === undefined) commit.events = events;
      else commit.unreadable = problem;
    } catch (error) {
      if (error instanceof Error && UNREADABLE.has(error.name)) commit.unreadable = error.message;
      else
        this.options.onNotice(
          `The events of version ${commit.version} of ${aggregateId} were not read and will be: ${String(error)}`,
        );
    }
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
    const { deadLetters, onNotice, runtime = realRuntime } = this.options;
    for (const [index, { version, accountId, count }] of commits.entries()) {
      const first = opens && index === 0;
      const letter = {
        aggregateId,
        version,
        events: count,
        reason: first || !opens ? reason : WAITS_BEHIND,
        parkedAt: new Date(runtime.now()).toISOString(),
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
      const pending = { record, version, count, events: undefined, unreadable: reason };
      add(aggregateId, accountId === undefined ? pending : { ...pending, accountId });
    }
    if (commit.kind === 'named') {
      const { kind: _, aggregateId, ...named } = commit;
      add(aggregateId, { record, ...named, events: undefined });
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

/** The commits whose events are not all published, when this many events are, counted from the first. */
function withoutPublished(commits: readonly PendingCommit[], published: number): PendingCommit[] {
  let left = published;
  const rest: PendingCommit[] = [];
  for (const commit of commits) {
    if (rest.length === 0 && commit.events && left >= commit.events.length) left -= commit.events.length;
    else rest.push(commit);
  }
  return rest;
}
