import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTable } from '#libs/directory';
import { startEngine } from '#libs/embedded-engine';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectProblem, startApi } from '../../support/api/api.js';
import { uniqueTableName } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { createAccount } from '../../support/api/people.js';

/** A door in front of the engine that can be shut, so that its address stays the same when the engine starts anew. */
async function openDoor(initialTarget: string) {
  const state = { target: initialTarget, mode: 'open' as 'open' | 'shut' | 'hanging' };
  const server = createServer((request, response) => {
    if (state.mode === 'shut') return void request.socket.destroy();
    if (state.mode === 'hanging') return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // What belongs to this connection, and what `fetch` says by itself.
      const {
        host: _host,
        connection: _connection,
        'content-length': _length,
        ...headers
      } = request.headers as Record<string, string>;
      fetch(state.target, { method: 'POST', headers, body: Buffer.concat(chunks) }).then(
        async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
          response.end(Buffer.from(await answer.arrayBuffer()));
        },
        () => request.socket.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Undone after the test, the newest first, also when it fails. */
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.reverse()) await step();
});

test('while the engine is away the API says to come back, and it serves again when the engine does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-away-'));
  undo.push(() => rm(folder, { recursive: true }));
  const databaseFile = join(folder, 'engine.db');
  const first = await startEngine({ databaseFile });
  undo.push(() => first.stop());
  const door = await openDoor(first.endpoint);
  undo.push(() => door.close());
  const table = uniqueTableName();
  const client = new DynamoDBClient({
    endpoint: first.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await ensureTable(client, table);
  client.destroy();
  const api = await startApi({ endpoint: door.endpoint, table });
  undo.push(() => api.close());
  const account = await createAccount(api);
  const path = `/v1/accounts/${account.id}`;
  expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);

  await first.stop();
  for (const ask of [
    () => api.operator('GET', path),
    () => api.operator('PATCH', path, { name: 'While away' }),
    () => api.operator('GET', '/v1/accounts'),
  ]) {
    const answer = await ask();
    await expectProblem(answer, 503, 'service_unavailable');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
  const ready = () => fetch(`${api.url}/health/ready`);
  await eventually('it is ready no more', async () => (await ready()).status !== 200);
  const readiness = await expectProblem(await ready(), 503, 'service_unavailable');
  expect(readiness.detail).toBe(`The table ${table} cannot be reached.`);

  const second = await startEngine({ databaseFile });
  undo.push(() => second.stop());
  door.state.target = second.endpoint;
  expect((await api.operator('GET', path)).body).toEqual(account);

  door.state.mode = 'hanging';
  await expectProblem(await api.operator('GET', path), 503, 'service_unavailable');
  door.state.mode = 'open';
  expect((await api.operator('PATCH', path, { name: 'Back' })).body).toMatchObject({
    name: 'Back',
    version: 2,
  });
});
