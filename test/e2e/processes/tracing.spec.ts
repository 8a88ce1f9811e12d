import { createServer } from 'node:http';
import { unpackCommit } from '#libs/directory';
import type { AddressInfo } from 'node:net';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { classicEventBus, toOutgoingEvent, type EventBusPort } from '#libs/event-publishing';
import type { CommittedEvent } from '#libs/event-contracts';
import { tracedBus } from '../../../apps/stream-processor/src/traced-bus.js';
import { openTraceExport } from '#libs/program';
import { flushSpans } from '../../../apps/api/src/auth/guard/spans.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { startCollector, type Collector, type ReceivedSpan } from '../../support/streams/collector.js';
import { engineClient } from '../../support/engines/engine.js';
import { everyItem } from '../../support/directory/items.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The event of a request that was sent with a traceparent header, as it is stored and as the head carries it. */
async function eventOf(traceparent?: string): Promise<CommittedEvent> {
  const headers = traceparent === undefined ? undefined : { traceparent };
  const { body } = await api.operator('POST', '/v1/accounts', { name: 'Traced' }, headers);
  const { id } = body as { id: string };
  const client = engineClient();
  const items = await everyItem({ client, tableName: api.configuration.table.name });
  client.destroy();
  const stored = items.find((item) => item['entity'] === 'event' && item['aggregateId'] === id);
  const head = items.find((item) => item['entity'] === 'account' && item['accountId'] === id);
  const { events: [carried] = [] } = unpackCommit(JSON.parse(head?.['lastEvents'] as string));
  expect(carried?.traceparent).toBe(stored?.['traceparent']);
  return carried as CommittedEvent;
}

test("an event is in its request's trace, as a span of the request's own", async () => {
  const { traceparent, accountId } = await eventOf(`00-${TRACE}-${SPAN}-01`);
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(traceparent).not.toContain(SPAN);
  const { body } = await api.operator('GET', `/v1/accounts/${accountId}/events`);
  expect(body.data).toMatchObject([{ traceparent }]);
});

test.each([
  ['none', undefined],
  ['one of another version', `ff-${TRACE}-${SPAN}-01`],
  ['one without a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['one in capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['something else', "x' OR 1=1"],
])('with %s a new trace begins, which nobody samples', async (_what, header) => {
  const { traceparent } = await eventOf(header);
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(traceparent).not.toContain(TRACE);
});

test('the trace continues to EventBridge, in the event and in the headers of its targets', async () => {
  const event = await eventOf(`00-${TRACE}-${SPAN}-01`);
  let sent = '';
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () =>
      response.end(JSON.stringify({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new EventBridgeClient({ endpoint, region: 'us-east-1', credentials });
  const bus = classicEventBus(client, 'rollbook');
  expect(await bus.publish([toOutgoingEvent(event, bus)])).toEqual([{ kind: 'accepted' }]);
  const { Entries } = JSON.parse(sent) as { Entries: { Detail: string; TraceHeader: string }[] };
  expect(JSON.parse(Entries[0]!.Detail)).toMatchObject({ traceparent: event.traceparent });
  const span = event.traceparent!.split('-')[2];
  expect(Entries[0]!.TraceHeader).toBe(
    `Root=1-${TRACE.slice(0, 8)}-${TRACE.slice(8)};Parent=${span};Sampled=1`,
  );
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('with a collector', () => {
  const EMAIL = 'traced.person@private.example';
  let collector: Collector;
  let traced: RunningApi;
  beforeAll(async () => {
    collector = await startCollector();
    traced = await startApi({ traces: collector.settings });
  });
  afterAll(async () => {
    await traced.close();
    await collector.close();
  });
  beforeEach(() => (collector.spans.length = 0));

  const attributesOf = ({ attributes }: ReceivedSpan) =>
    Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    );
  const flush = () => flushSpans(traced.app.getHttpAdapter().getInstance());
  /** The spans of a request, once its last hook has run. */
  async function spansOf(path: string, headers: Record<string, string> = {}): Promise<ReceivedSpan[]> {
    await traced.operator('GET', path, undefined, headers);
    while (collector.spans.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await flush();
    }
    return collector.spans;
  }

  test('a span names the account', async () => {
    const { id } = (await api.operator('POST', '/v1/accounts', { name: 'Seen' })).body as { id: string };
    const [request] = await spansOf(`/v1/accounts/${id}`, { traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(attributesOf(request!)).toMatchObject({ 'rollbook.account_id': id });
  });

  test("a request is a span of its client's trace, and its table calls are spans of its own", async () => {
    const path = `/v1/accounts?externalId=${encodeURIComponent(EMAIL)}`;
    const [request, ...calls] = await spansOf(path, { traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, name: 'GET /v1/accounts', kind: 2 });
    expect(attributesOf(request!)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/v1/accounts',
      'http.response.status_code': 200,
    });
    expect(BigInt(request!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request!.startTimeUnixNano));
    expect(Math.abs(Number(BigInt(request!.endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(
      600_000,
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls)
      expect(call).toMatchObject({ traceId: TRACE, parentSpanId: request!.spanId, kind: 3 });
    expect(JSON.stringify(collector.spans)).not.toMatch(/@|%40|Bearer|eyJ/);
  });

  test('a trace that begins here is sampled, and one that its client does not sample is not sent', async () => {
    await traced.operator('GET', '/v1/me', undefined, { traceparent: `00-${TRACE}-${SPAN}-00` });
    const [request] = await spansOf('/v1/me');
    expect(request?.parentSpanId).toBeUndefined();
    expect(collector.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  });

  test('a collector that is away costs no request, and gets its spans later', async () => {
    collector.answer = 503;
    expect((await traced.operator('GET', '/v1/me')).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    await flush();
    expect(collector.spans).toEqual([]);
    collector.answer = 200;
    expect((await spansOf('/health/live')).map(({ name }) => name)).toContain('GET /v1/me');
  });

  test('what the publisher sends is a span below the request that caused it', async () => {
    const event = await eventOf(`00-${TRACE}-${SPAN}-01`);
    const traces = openTraceExport(collector.settings, () => undefined);
    const bus: EventBusPort = {
      ...classicEventBus(new EventBridgeClient({ region: 'us-east-1' }), 'rollbook'),
      publish: (events) => Promise.resolve(events.map(() => ({ kind: 'accepted' }))),
    };
    await tracedBus(bus, traces, 'rollbook').publish([toOutgoingEvent(event, bus)]);
    await traces.close();
    const [span] = collector.spans;
    const [, , requestSpan] = event.traceparent!.split('-');
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: requestSpan, kind: 4, status: {} });
    expect(attributesOf(span!)).toMatchObject({ 'messaging.message.id': event.eventId });
  });
});
