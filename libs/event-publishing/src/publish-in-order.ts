import { backoffMs, inParallel, realRuntime, type Runtime } from '#libs/pacing';
import type { EventBusPort, Outcome, OutgoingEvent } from './event-bus.js';
import type { RetryPolicy } from './retry-policy.js';

export interface PublishOptions {
  retries: RetryPolicy;
  concurrency: number;
  signal: AbortSignal;
  runtime?: Runtime;
}

export interface GroupResult {
  published: number;
  stopped?: Exclude<Outcome, { kind: 'accepted' }>;
}

interface Group {
  events: readonly OutgoingEvent[];
  published: number;
  attempts: number;
  notBefore: number;
  stopped?: Exclude<Outcome, { kind: 'accepted' }>;
}

/** On a bus that does not keep order, a request carries one event of a group: a later one never overtakes an earlier one. */
export async function publishInOrder(
  bus: EventBusPort,
  eventsByGroup: ReadonlyMap<string, readonly OutgoingEvent[]>,
  options: PublishOptions,
): Promise<Map<string, GroupResult>> {
  const { runtime = realRuntime } = options;
  const groups = new Map<string, Group>();
  for (const [name, events] of eventsByGroup)
    groups.set(name, { events, published: 0, attempts: 0, notBefore: 0 });
  for (;;) {
    const open = [...groups.values()].filter(
      (group) => !group.stopped && group.published < group.events.length,
    );
    if (open.length === 0) break;
    if (options.signal.aborted) {
      for (const group of open) group.stopped = { kind: 'failed', reason: 'the work was called off' };
      break;
    }
    const now = runtime.now();
    const ready = open.filter((group) => group.notBefore <= now);
    if (ready.length === 0) {
      const next = Math.min(...open.map((group) => group.notBefore));
      await runtime.sleep(next - now, options.signal);
      continue;
    }
    await inParallel(requests(bus, ready), options.concurrency, (request) => send(bus, request, options));
  }
  return new Map(
    [...groups].map(([name, { published, stopped }]) => [
      name,
      { published, ...(stopped ? { stopped } : {}) },
    ]),
  );
}

type Request = { group: Group; event: OutgoingEvent }[];

/** Packs the next events into as few requests as the limits on count and bytes allow. */
function requests(bus: EventBusPort, groups: readonly Group[]): Request[] {
  const packed: Request[] = [];
  let current: Request = [];
  let bytes = 0;
  for (const group of groups) {
    const upTo = bus.keepsGroupOrder ? group.published + bus.maxEvents : group.published + 1;
    for (const event of group.events.slice(group.published, upTo)) {
      const size = bus.sizeOf(event);
      if (current.length > 0 && (current.length === bus.maxEvents || bytes + size > bus.maxBytes)) {
        packed.push(current);
        // A group's events stay in one request: in two they could overtake each other.
        if (current.at(-1)?.group === group) {
          current = [];
          bytes = 0;
          break;
        }
        current = [];
        bytes = 0;
      }
      current.push({ group, event });
      bytes += size;
    }
  }
  if (current.length > 0) packed.push(current);
  return packed;
}

async function send(bus: EventBusPort, request: Request, options: PublishOptions): Promise<void> {
  const outcomes = await bus.publish(request.map(({ event }) => event));
  const failed = new Set<Group>();
  for (const [index, { group }] of request.entries()) {
    // After a failed event nothing of the same group counts as published: it is sent again, in order.
    if (failed.has(group)) continue;
    const outcome = outcomes[index] ?? { kind: 'failed', reason: 'no outcome' };
    if (outcome.kind === 'accepted') {
      group.published += 1;
      group.attempts = 0;
      continue;
    }
    failed.add(group);
    group.attempts += 1;
    const { maxAttempts, firstRetryMs, retryLimitMs } = options.retries;
    const { runtime = realRuntime } = options;
    group.notBefore = runtime.now() + backoffMs(runtime, group.attempts, firstRetryMs, retryLimitMs);
    if (outcome.kind === 'rejected' || group.attempts >= maxAttempts) group.stopped = outcome;
  }
}
