import { request } from 'node:http';
import { listenOnLoopback, type LoopbackServer } from './loopback-server.js';

const ORIGIN = 'http://127.0.0.1:3000';
let server: LoopbackServer;
let handled = 0;

beforeAll(async () => {
  server = await listenOnLoopback({ port: 0, origins: [ORIGIN] }, (_, response) => {
    handled += 1;
    response.writeHead(200).end();
  });
});
afterAll(() => server.stop());

/** `fetch` sends no other host's name than the URL's. */
function statusOf(headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url, { method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.once('error', reject).end(method === 'POST' ? '{}' : undefined);
  });
}

test.each(['127.0.0.1', '127.0.0.1:3001', 'localhost', 'LOCALHOST:1', '[::1]:3001'])(
  'answers for %s',
  async (host) => {
    expect(await statusOf({ host })).toBe(200);
  },
);

test.each([
  'attacker.example',
  'attacker.example:3001',
  '127.0.0.1.attacker.example',
  'localhost.attacker.example',
  'x@127.0.0.1',
  '0.0.0.0',
])('hands on nothing that was sent to "%s"', async (host) => {
  const before = handled;
  expect(await statusOf({ host }, 'POST')).toBe(421);
  expect(handled).toBe(before);
});

test.each(['https://attacker.example', 'null', 'http://127.0.0.1:3001', `${ORIGIN}.attacker.example`])(
  'hands on nothing that a page of %s sent',
  async (origin) => {
    const before = handled;
    expect(await statusOf({ origin }, 'POST')).toBe(403);
    expect(handled).toBe(before);
  },
);

test('hands on what a page sent whose origin is known', async () => {
  expect(await statusOf({ origin: ORIGIN }, 'POST')).toBe(200);
});
