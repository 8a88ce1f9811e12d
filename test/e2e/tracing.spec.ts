import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { classicEventBus, toOutgoingEvent } from '#libs/event-publishing';
import type { CommittedEvent } from '#libs/event-contracts';
import { startApi, type RunningApi } from '../support/api.js';
import { engineClient } from '../support/engine.js';
import { everyItem } from '../support/items.js';

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
  const [carried] = head?.['lastEvents'] as CommittedEvent[];
  expect(carried?.traceparent).toBe(stored?.['traceparent']);
  return carried!;
}

test("an event is in its request's trace, as a span of the request's own", async () => {
  const { traceparent } = await eventOf(`00-${TRACE}-${SPAN}-01`);
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(traceparent).not.toContain(SPAN);
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

test('the trace goes on to EventBridge: in the event, and in the words of its targets', async () => {
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
