/** @engines both */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { engineClient } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { startRecordedBus } from '../../support/streams/recorded-bus.js';
import { commit, createStreamTable, dropTable } from '../../support/streams/stream-table.js';
import { startStreamProcessorProcess } from '../../support/streams/stream-processor-process.js';

// Generous for a busy machine: processes are started and leases waited for.

let client: DynamoDBClient;
let table: string;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;

beforeEach(async () => {
  client = engineClient();
  table = await createStreamTable(client);
  bus = await startRecordedBus();
});
afterEach(async () => {
  await bus.stop();
  await dropTable(client, table);
  client.destroy();
});

const distinct = (ids: string[]) => [...new Set(ids)];

test('killed between publish and checkpoint, the publisher sends again and loses nothing', async () => {
  const ids = await commit(client, table, 'user_a', 0, 3);
  const first = startStreamProcessorProcess({ table, busUrl: bus.url, killAt: 'after-handle' });
  expect(await first.exited).toBe('SIGKILL');
  expect(bus.received.map((entry) => entry.id)).toEqual(ids);

  ids.push(...(await commit(client, table, 'user_a', 3, 2)));
  const second = startStreamProcessorProcess({ table, busUrl: bus.url });
  await eventually('the later events are on the bus', () =>
    bus.received.some((entry) => entry.id === ids[4]),
  );
  await second.stop();

  const received = bus.received.map((entry) => entry.id);
  expect(distinct(received)).toEqual(ids);
  expect(received.slice(0, 6)).toEqual([...ids.slice(0, 3), ...ids.slice(0, 3)]);
  for (const { id, detail } of bus.received)
    expect(bus.received.find((entry) => entry.id === id)?.detail).toBe(detail);
});

test('killed between reading the events that a head only names and publishing them, the publisher publishes them once it is back', async () => {
  const ids = await commit(client, table, 'user_a', 0, 1);
  ids.push(...(await commit(client, table, 'user_a', 1, 12, { named: true })));
  const first = startStreamProcessorProcess({ table, busUrl: bus.url, killAt: 'before-put', killAfter: 1 });
  expect(await first.exited).toBe('SIGKILL');
  expect(bus.received.length).toBeLessThan(ids.length);

  ids.push(...(await commit(client, table, 'user_a', 13, 1)));
  const second = startStreamProcessorProcess({ table, busUrl: bus.url });
  await eventually('the last event is on the bus', () =>
    bus.received.some((entry) => entry.id === ids.at(-1)),
  );
  await second.stop();
  expect(distinct(bus.received.map((entry) => entry.id))).toEqual(ids);
});

test('stopped with SIGTERM, the publisher releases its shard: the next one continues at once and sends nothing twice', async () => {
  const ids = await commit(client, table, 'user_a', 0, 2);
  const first = startStreamProcessorProcess({ table, busUrl: bus.url, tuning: { leaseDurationMs: 60_000 } });
  await eventually('both events are on the bus', () => bus.received.length === 2);
  await first.stop();
  ids.push(...(await commit(client, table, 'user_a', 2)));
  const second = startStreamProcessorProcess({ table, busUrl: bus.url, tuning: { leaseDurationMs: 60_000 } });
  await eventually('the third event is on the bus', () => bus.received.length >= 3);
  await second.stop();
  expect(bus.received.map((entry) => entry.id)).toEqual(ids);
});
