import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startApi, type RunningApi } from '../../support/api/api.js';

const BASE = 'https://docs.example.com/problems/';
let api: RunningApi;
beforeAll(async () => (api = await startApi({ problemBaseUrl: BASE })));
afterAll(() => api.close());

test('the type of a problem is the address of its page, wherever the request is refused', async () => {
  const tooLong = `/${'a'.repeat(300)}`;
  for (const path of ['/v1/accounts', '/nowhere', '/v1/accounts/%ff', `/v1/accounts${tooLong}`]) {
    const answer = await fetch(`${api.url}${path}`);
    const { type, code } = (await answer.json()) as { type: string; code: string };
    expect([path, type]).toEqual([path, `${BASE}${code}`]);
  }
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.end('not HTTP\r\n\r\n');
  expect(await text(socket)).toContain(`"type":"${BASE}malformed_request"`);
});
