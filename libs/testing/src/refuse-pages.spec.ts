import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { RollbookClient } from '@rollbook/client';
import { startDeliveries } from './deliveries.js';
import { startFaultyFront } from './faults.js';

// What listens on a developer's machine refuses pages, here too: docs/adr/0041.

/** `fetch` sets no other host. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(url, { method: 'POST', headers }).end('{}');
  const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode?: number }];
  sent.destroy();
  return statusCode;
}

let reached = 0;
const service = createServer((_, response) => {
  reached += 1;
  response.end();
});
let serviceUrl: string;
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

async function front() {
  const { url, close } = await startFaultyFront(serviceUrl);
  return { url, close };
}

/** The endpoint that would be registered with the API. */
async function deliveries() {
  let url = '';
  const post = (_: string, { body }: { body: { url: string } }) => {
    ({ url } = body);
    return Promise.resolve({ secret: 'whsec_only-for-tests' });
  };
  const { stop } = await startDeliveries({ post } as unknown as RollbookClient, 'acct_1', { to: serviceUrl });
  return { url, close: stop };
}

test.each([
  ['the address with faults', front],
  ['the address of deliveries', deliveries],
])('%s is for programs of this machine, not for pages', async (_, start) => {
  const { url, close } = await start();
  reached = 0;
  expect(await statusOf(url, { origin: 'https://page.example' })).toBe(403);
  expect(await statusOf(url, { host: 'rebound.example' })).toBe(421);
  expect(reached).toBe(0);
  expect(await statusOf(url, {})).toBe(200);
  expect(reached).toBe(1);
  await close();
});

test('pages that may call the API may call it through the address with faults', async () => {
  process.env['ROLLBOOK_CORS_ORIGINS'] = 'https://app.example http://localhost:5173';
  const { url, close } = await front();
  delete process.env['ROLLBOOK_CORS_ORIGINS'];
  expect(await statusOf(url, { origin: 'http://localhost:5173' })).toBe(200);
  expect(await statusOf(url, { origin: 'https://page.example' })).toBe(403);
  await close();
});
