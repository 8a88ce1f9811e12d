import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionError, createClient, type RollbookClient } from '#libs/client';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createTeam } from '../support/api/people.js';

let api: RunningApi;
let token: string;
let folder: string;
let path: { accountId: string };
beforeAll(async () => {
  api = await startApi();
  token = await api.issuer.signOperatorToken();
  folder = await mkdtemp(join(tmpdir(), 'rollbook-client-'));
  path = { accountId: (await createTeam(api)).account.id };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.close();
});

const IMPORT = '/v1/accounts/{accountId}/import/{kind}';
const EXPORT = '/v1/accounts/{accountId}/export/{exported}';
const ROWS = 'email,name\r\nida@x.example,Ida Rhodes\r\njoan@x.example,Joan Clarke\r\n';
const contentType = 'text/csv';

/** A client whose first answer is lost after the API gave it. */
function losingOne() {
  const keys: (string | null)[] = [];
  const send: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    const answer = await fetch(input, init);
    if (keys.length > 1) return answer;
    throw new TypeError('terminated');
  };
  return { keys, client: createClient({ baseUrl: api.url, token, fetch: send }) };
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

describe('an upload', () => {
  const file = () => join(folder, 'users.csv');
  beforeAll(() => writeFile(file(), ROWS));
  const webStream = () => new Blob([ROWS]).stream();
  async function* pieces() {
    yield ROWS.slice(0, 20);
    await Promise.resolve();
    yield ROWS.slice(20);
  }

  test.each([
    ['a text', () => ROWS],
    ['a File of a page', () => new File([ROWS], 'users.csv')],
    ['bytes', () => new TextEncoder().encode(ROWS)],
    ['a stream of Node', () => createReadStream(file())],
    ['a stream of the web', webStream],
    ['pieces as they are made', pieces],
  ])('may be %s', async (_, body) => {
    const request = { path: { ...path, kind: 'users' }, body: body(), contentType } as const;
    const job = await api.client.post(IMPORT, { ...request, query: { dryRun: true } });
    expect(job).toMatchObject({ kind: 'users', rows: 2, dryRun: true });
  });

  test('that can be read again is sent again with its key, and is one import', async () => {
    const { client, keys } = losingOne();
    const body = () => createReadStream(file());
    await client.post(IMPORT, { path: { ...path, kind: 'users' }, body, contentType });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('that can be read once is sent once', async () => {
    const { client, keys } = losingOne();
    const body = createReadStream(file());
    const sent = client.post(IMPORT, { path: { ...path, kind: 'users' }, body, contentType });
    await expect(sent).rejects.toThrow(ConnectionError);
    expect(keys).toHaveLength(1);
  });

  test('of what cannot be read fails with its own reason', async () => {
    const body = createReadStream(join(folder, 'missing.csv'));
    const sent = api.client.post(IMPORT, { path: { ...path, kind: 'users' }, body, contentType });
    await expect(sent).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('says what it is', async () => {
    const check = (client: RollbookClient) =>
      // @ts-expect-error It has no content type.
      client.post(IMPORT, { path: { ...path, kind: 'users' }, body: ROWS });
    expect(check).toBeInstanceOf(Function);
    const wrong = { path: { ...path, kind: 'users' }, body: 'colour\r\nred\r\n', contentType } as const;
    await expect(api.client.post(IMPORT, wrong)).rejects.toMatchObject({ code: 'invalid_row' });
  });
});

describe('an export', () => {
  const exported = { exported: 'users' };

  test('comes as a stream, or as a text', async () => {
    const request = { path: { ...path, ...exported }, query: { format: 'ndjson' } } as const;
    const { body, headers } = await api.client.download(EXPORT, request);
    const text: string = await api.client.get(EXPORT, request);
    // The table keeps maps in no order.
    const rows = (lines: string) =>
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    expect(rows(await textOf(body))).toEqual(rows(text));
    expect(headers.get('content-disposition')).toContain('users.ndjson');
  });

  test('that is refused is a problem as any other', async () => {
    const wrong = { path: { accountId: path.accountId, exported: 'secrets' } };
    await expect(api.client.download(EXPORT, wrong)).rejects.toMatchObject({ name: 'RollbookError' });
  });

  test('that breaks off says so, and a time limit ends when it begins', async () => {
    const server = await answeringWith((answer) => {
      answer.writeHead(200, { 'content-type': 'text/csv' }).write('email\r\n');
      setTimeout(() => answer.destroy(), 1_800);
    });
    const client = createClient({ baseUrl: server.url, token, timeoutMs: 1_500 });
    const { body } = await client.download(EXPORT, { path: { ...path, ...exported } });
    await expect(textOf(body)).rejects.toThrow(ConnectionError);
    server.close();
  });

  test('ends when its reader aborts it', async () => {
    const server = await answeringWith((answer) => answer.writeHead(200).write('email\r\n'));
    const abort = new AbortController();
    const client = createClient({ baseUrl: server.url, token });
    const { body } = await client.download(EXPORT, {
      path: { ...path, ...exported },
      signal: abort.signal,
    });
    const read = textOf(body);
    abort.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    server.close();
  });
});

test('with cookies no token is sent, and a page may add its own headers', async () => {
  const sent: [unknown, RequestInit | undefined][] = [];
  const send: typeof fetch = (input, init) => {
    sent.push([input, init]);
    return Promise.resolve(Response.json({}));
  };
  const headers = () => ({ 'x-page': '1' });
  const page = createClient({ baseUrl: '', credentials: 'include', headers, fetch: send });
  await page.get('/v1/me');
  const [url, init] = sent[0]!;
  expect({ url, credentials: init?.credentials }).toEqual({ url: '/v1/me', credentials: 'include' });
  const given = new Headers(init?.headers);
  expect([given.get('authorization'), given.get('x-page')]).toEqual([null, '1']);
});

test('an abort ends the wait for the next attempt, with its reason', async () => {
  let asked = 0;
  const server = await answeringWith((answer) => {
    asked += 1;
    answer.writeHead(503, { 'retry-after': '20' }).end();
    setTimeout(() => abort.abort(new Error('left the page')), 50);
  });
  const abort = new AbortController();
  const client = createClient({ baseUrl: server.url, token });
  await expect(client.get('/v1/me', { signal: abort.signal })).rejects.toThrow('left the page');
  expect(asked).toBe(1);
  server.close();
});

test.each(['', '.', '..'])('%j is not part of a path', async (userId) => {
  const removed = api.client.delete('/v1/accounts/{accountId}/users/{userId}', { path: { ...path, userId } });
  await expect(removed).rejects.toThrow(TypeError);
});

async function answeringWith(answer: (response: ServerResponse) => unknown) {
  const server: Server = createServer((_request: IncomingMessage, response) => void answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
