import fc from 'fast-check';
import type { EventBusPort, Outcome, OutgoingEvent } from './event-bus.js';
import { publishInOrder } from './publish-in-order.js';

const event = (group: string, n: number, bytes = 10): OutgoingEvent => ({
  id: `${group}.${n}`,
  group,
  type: 't',
  time: new Date(0),
  detail: 'x'.repeat(bytes),
});
const retries = { maxAttempts: 50, firstRetryMs: 0.05, retryLimitMs: 2_000 };
const options = { retries, concurrency: 3, signal: new AbortController().signal };

/** A bus that takes what `outcome` lets it take, and writes down each request. */
function bus(outcome: (event: OutgoingEvent) => Outcome, limits: Partial<EventBusPort> = {}) {
  const requests: OutgoingEvent[][] = [];
  const taken: string[] = [];
  const port: EventBusPort = {
    maxEvents: 10,
    maxBytes: 1_000,
    keepsGroupOrder: false,
    sizeOf: (each) => each.detail.length,
    async publish(events) {
      requests.push([...events]);
      await Promise.resolve();
      return events.map((each) => {
        const result = outcome(each);
        if (result.kind === 'accepted') taken.push(each.id);
        return result;
      });
    },
    ...limits,
  };
  return { port, requests, taken };
}

const accepted: Outcome = { kind: 'accepted' };
const groupsOf = (...events: OutgoingEvent[][]) => new Map(events.map((each) => [each[0]!.group, each]));

test('fills requests by count and by bytes', async () => {
  const { port, requests } = bus(() => accepted);
  await publishInOrder(
    port,
    groupsOf(...Array.from({ length: 25 }, (_, n) => [event(`g${n}`, 1, 20)])),
    options,
  );
  expect(requests.map((request) => request.length)).toEqual([10, 10, 5]);

  const large = bus(() => accepted);
  await publishInOrder(
    large.port,
    groupsOf(...['a', 'b', 'c'].map((name) => [event(name, 1, 400)])),
    options,
  );
  expect(large.requests.map((request) => request.length)).toEqual([2, 1]);
});

test('on a bus without order, a request carries one event of a group; with order, several', async () => {
  const events = groupsOf([1, 2, 3].map((n) => event('a', n)));
  const plain = bus(() => accepted);
  await publishInOrder(plain.port, events, options);
  expect(plain.requests.map((request) => request.length)).toEqual([1, 1, 1]);
  const ordered = bus(() => accepted, { keepsGroupOrder: true });
  await publishInOrder(ordered.port, events, options);
  expect(ordered.requests.map((request) => request.length)).toEqual([3]);
});

test('sends only what failed again, and lets the other groups go on', async () => {
  let failures = 3;
  const { port, requests, taken } = bus(({ id }) =>
    id === 'a.1' && failures-- > 0 ? { kind: 'failed', reason: 'InternalFailure' } : accepted,
  );
  await publishInOrder(
    port,
    groupsOf([event('a', 1), event('a', 2)], [event('b', 1), event('b', 2)]),
    options,
  );
  expect(taken.indexOf('b.2')).toBeLessThan(taken.indexOf('a.1'));
  const sent = requests.flat().map(({ id }) => id);
  expect(sent.filter((id) => id === 'a.1')).toHaveLength(4);
  expect(sent.filter((id) => id !== 'a.1')).toHaveLength(3);
});

test('gives a group up after its attempts, and at once when an event can never succeed', async () => {
  const { port, requests } = bus(({ group, id }) => {
    if (group === 'bad') return { kind: 'rejected', reason: 'MalformedDetail' };
    return id === 'down.2' ? { kind: 'failed', reason: 'ThrottlingException' } : accepted;
  });
  const results = await publishInOrder(
    port,
    groupsOf([event('bad', 1), event('bad', 2)], [event('down', 1), event('down', 2), event('down', 3)]),
    { ...options, retries: { ...retries, maxAttempts: 2 } },
  );
  expect(results.get('bad')).toEqual({
    published: 0,
    stopped: { kind: 'rejected', reason: 'MalformedDetail' },
  });
  expect(results.get('down')).toEqual({
    published: 1,
    stopped: { kind: 'failed', reason: 'ThrottlingException' },
  });
  expect(requests.flat().map(({ id }) => id)).not.toContain('bad.2');
  expect(requests.flat().map(({ id }) => id)).not.toContain('down.3');
});

test('whatever fails, each group arrives in order, and nothing is missing or counted that did not arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.constantFrom('accepted', 'accepted', 'failed', 'taken but failed')),
      fc.boolean(),
      async (sizes, script, keepsGroupOrder) => {
        const arrived: string[] = [];
        const { port } = bus((each) => {
          const next = script.next().value;
          if (next !== 'failed') arrived.push(each.id);
          return next === 'accepted' ? accepted : { kind: 'failed', reason: 'timeout' };
        });
        // A bus with order refuses what stands behind a refused event of the same group.
        const behind = new Set<string>();
        const publish = port.publish.bind(port);
        const ordered: EventBusPort = {
          ...port,
          keepsGroupOrder,
          publish: async (events) => {
            behind.clear();
            const results: Outcome[] = [];
            for (const each of events) {
              const [result] = behind.has(each.group)
                ? [{ kind: 'failed', reason: 'behind' } as const]
                : await publish([each]);
              if (result?.kind !== 'accepted') behind.add(each.group);
              results.push(result ?? accepted);
            }
            return results;
          },
        };
        const groups = groupsOf(
          ...sizes.map((size, at) => Array.from({ length: size }, (_, n) => event(`g${at}`, n + 1))),
        );
        const results = await publishInOrder(ordered, groups, {
          ...options,
          retries: { ...retries, maxAttempts: 1_000 },
          concurrency: 4,
        });
        for (const [group, events] of groups) {
          expect(results.get(group)).toEqual({ published: events.length });
          const own = arrived.filter((id) => id.startsWith(`${group}.`));
          expect([...new Set(own)]).toEqual(events.map(({ id }) => id));
        }
      },
    ),
    { numRuns: 100 },
  );
});
