import { connect } from 'node:net';
import { drawKey } from '../../../apps/api/src/auth/api-keys/api-key-format.js';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount } from '../../support/api/people.js';
import { ProbeModule } from '../../support/api/probe.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ additionalModules: [ProbeModule] });
});
afterAll(() => api.close());

const manyParameters = Array.from({ length: 40 }, (_, n) => `p${n}=1`).join('&');
const json = { 'content-type': 'application/json' };
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  fetch(`${api.url}/probe/things`, { method: 'POST', headers, body });

/** Sends bytes that no HTTP client would send, and reads the whole answer. */
async function raw(request: string): Promise<string> {
  const { port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

describe('a body', () => {
  test('that is right reaches the handler as it is', async () => {
    const answer = await post('{"name":"lamp","size":2,"address":{"city":"Bern"}}');
    expect(await answer.json()).toEqual({ received: { name: 'lamp', size: 2, address: { city: 'Bern' } } });
  });

  test.each([
    ['malformed JSON', '{"name":', 'malformed_json'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'malformed_json'],
    ['an array', '[]', 'body_not_an_object'],
    ['null', 'null', 'body_not_an_object'],
    ['a text', '"name"', 'body_not_an_object'],
    ['nesting', `{"name":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 'body_too_deep'],
    ['a prototype key', '{"name":"a","__proto__":{"admin":true}}', 'forbidden_key'],
    ["a key that is every object's", '{"name":"a","metadata":{"toString":"b"}}', 'forbidden_key'],
    ['a nested constructor key', '{"name":"a","address":{"constructor":{}}}', 'forbidden_key'],
    ['a NUL byte', String.raw`{"name":"a\u0000b"}`, 'invalid_text'],
    ['half a surrogate pair', String.raw`{"name":"\ud800"}`, 'invalid_text'],
    ['half a surrogate pair in a key', String.raw`{"\ud800":1}`, 'invalid_text'],
    ['an endless number', '{"name":"a","size":1e999}', 'invalid_number'],
    ['a number that would be rounded', '{"name":"a","size":9007199254740993}', 'invalid_number'],
    ['a number too small to be stored', '{"name":"a","size":-1e-200}', 'invalid_number'],
  ])('with %s is refused', async (_what, body, code) => {
    await expectProblem(await post(body), 400, code);
  });

  test('with a field that is unknown, missing, of a wrong type or too long says which', async () => {
    const unknown = await expectProblem(await post('{"name":"a","colour":1}'), 400, 'unknown_field');
    expect(unknown.errors).toEqual([
      { code: 'unknown_field', detail: 'colour is not a known field.', pointer: '/colour' },
    ]);
    const missing = await expectProblem(await post('{}'), 400, 'required');
    expect(missing.errors).toEqual([{ code: 'required', detail: 'name is required.', pointer: '/name' }]);
    expect((await expectProblem(await post(''), 400, 'required')).errors).toEqual(missing.errors);
    const wrong = await expectProblem(await post('{"name":7}'), 400, 'wrong_type');
    expect(wrong.errors).toMatchObject([{ code: 'wrong_type', pointer: '/name' }]);
    const long = await expectProblem(await post(`{"name":"${'a'.repeat(21)}"}`), 400, 'too_long');
    expect(long.errors).toMatchObject([{ code: 'too_long', pointer: '/name' }]);
    const nested = await expectProblem(
      await post('{"name":"a","address":{"city":"x","a/b":1}}'),
      400,
      'unknown_field',
    );
    expect(nested.errors).toMatchObject([{ code: 'unknown_field', pointer: '/address/a~1b' }]);
  });

  test('with several mistakes names each', async () => {
    const problem = await expectProblem(await post('{"name":7,"size":0,"x":1}'), 400, 'validation_failed');
    expect(problem.errors?.map(({ code, pointer }) => [pointer, code]).sort()).toEqual([
      ['/name', 'wrong_type'],
      ['/size', 'out_of_range'],
      ['/x', 'unknown_field'],
    ]);
  });

  test('of another type is a 415, and one that is too large a 413', async () => {
    await expectProblem(
      await post('name=a', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    );
    await expectProblem(
      await post('<a/>', { 'content-type': 'application/xml' }),
      415,
      'unsupported_media_type',
    );
    await expectProblem(await post(`{"name":"${'a'.repeat(140_000)}"}`), 413, 'body_too_large');
  });

  test('with more values than one of its size should have is refused before it is parsed', async () => {
    const few = await post(`{"name":"a","x":[${'0,'.repeat(9_000)}0]}`);
    await expectProblem(few, 400, 'unknown_field');
    for (const values of [
      '0,'.repeat(14_000),
      '[],'.repeat(8_000),
      `${'['.repeat(9)}${']'.repeat(9)},`.repeat(2_000),
    ]) {
      await expectProblem(await post(`{"name":"a","x":[${values}0]}`), 413, 'body_too_large');
      await expectProblem(await post(`{"name":"a","x":[${values}`), 413, 'body_too_large');
    }
    // In a text they are none.
    await expectProblem(await post(`{"name":"${'[,{'.repeat(20_000)}"}`), 400, 'too_long');
  });

  test.each(['1e-400', '-1.5E-999', `0.${'0'.repeat(400)}1`])(
    'says where a number is that JavaScript reads as 0: %s',
    async (number) => {
      const body = `{"name":"1e-400","x":[0,0e-400,{"a/b":[0,${number}]}]}`;
      const { errors } = await expectProblem(await post(body), 400, 'invalid_number');
      expect(errors).toMatchObject([{ pointer: '/x/2/a~1b/1', detail: expect.stringContaining(number) }]);
    },
  );

  test('is not read before the credential: nobody without one learns what is wrong with it', async () => {
    const wrong = `{"b":"e-100","a":[${'0,'.repeat(500_000)}`;
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { key: invented } = drawKey(`acct_${ulid}`, `akey_${ulid}`);
    for (const authorization of [undefined, 'Bearer x', `Bearer ${invented}`, `Bearer ${'x.'.repeat(3)}`]) {
      const headers = { ...json, ...(authorization && { authorization }) };
      for (const path of ['/v1/accounts/acct_1/users/batch', '/scim/v2/acct_1/Users', '/v1/accounts'])
        expect((await fetch(`${api.url}${path}`, { method: 'POST', headers, body: wrong })).status).toBe(401);
    }
    expect((await api.operator('POST', '/v1/accounts', { name: 'A'.repeat(10) })).status).toBe(201);
  });

  test('that is compressed is a 415 that asks for none', async () => {
    const answer = await post('{"name":"a"}', {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    await expectProblem(answer, 415, 'unsupported_media_type');
  });

  test('where none is taken is refused, unless it says nothing', async () => {
    const { id } = await createAccount(api);
    const path = `/v1/accounts/${id}/suspend`;
    const any = { 'if-match': '*' };
    const problem = await expectProblem(
      await api.operator('POST', path, { reason: 'unpaid' }, any),
      400,
      'unknown_field',
    );
    expect(problem.errors).toMatchObject([{ pointer: '/reason' }]);
    expect((await api.operator('POST', path, {}, any)).status).toBe(200);
  });
});

describe('a URL', () => {
  test.each([
    ['that leads nowhere', '/nope', 404, 'route_not_found'],
    ['with a slash too many', '/probe/', 404, 'route_not_found'],
    ['that says one thing twice', '/probe/public?order=asc&order=desc', 400, 'duplicate_parameter'],
    ['whose query is not UTF-8', '/probe/public?order=%ff', 400, 'malformed_url'],
    ['with a NUL byte', '/probe/public?order=a%00', 400, 'invalid_text'],
    ['with a value that is not allowed', '/probe/public?order=up', 400, 'not_allowed_value'],
    ['with a prototype key', '/probe/public?__proto__=1', 400, 'unknown_field'],
    ['with a constructor key', '/probe/public?constructor=1', 400, 'unknown_field'],
    ['with an unknown parameter', '/probe/public?sort=asc', 400, 'unknown_field'],
    ['with too many parameters', `/probe/public?${manyParameters}`, 400, 'malformed_url'],
    ['that is too long', `/probe/public?order=${'a'.repeat(5_000)}`, 414, 'url_too_long'],
  ])('%s is refused', async (_what, path, status, code) => {
    await expectProblem(await fetch(`${api.url}${path}`), status, code);
  });

  test.each([
    ['with half an escape', '/probe/%', 400, 'malformed_url'],
    ['whose path is not UTF-8', '/probe/%ff%fe', 400, 'malformed_url'],
    ['with a part that is too long', `/probe/accounts/${'a'.repeat(300)}/admin`, 414, 'url_too_long'],
  ])('%s is refused before it is routed', async (_what, path, status, code) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
  });

  test('asked with a wrong method is a 405 that names the right ones', async () => {
    // Fastify knows QUERY, and would say what else is wrong with it.
    for (const method of ['DELETE', 'QUERY']) {
      const answer = await fetch(`${api.url}/probe/things`, { method });
      await expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });
});

test('a request with two Authorization headers is refused, whichever of them is good', async () => {
  const token = await api.issuer.signOperatorToken();
  const headers = `Host: a\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer other\r\nConnection: close`;
  const answer = await raw(`GET /v1/me HTTP/1.1\r\n${headers}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).toContain('"code":"token_invalid"');
});

describe('a connection', () => {
  test('with headers that are too large is answered 431', async () => {
    const answer = await raw(`GET /health/live HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(answer).toContain('"code":"headers_too_large"');
  });

  test('without a Host is answered 400, unless it is of HTTP/1.0', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('application/problem+json');
    expect(answer).toContain('"code":"malformed_request"');
    expect(await raw('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('that does not speak HTTP is answered 400', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"malformed_request"');
  });
});

describe('any answer', () => {
  test('has a request id of its own, whatever the client calls the request', async () => {
    const ask = async () =>
      (await fetch(`${api.url}/health/live`, { headers: { 'x-request-id': 'order-17' } })).headers.get(
        'x-request-id',
      );
    const [one, other] = [await ask(), await ask()];
    expect(one).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(other).not.toBe(one);
  });

  test('carries security headers, no cache, and what it cost', async () => {
    const { headers } = await fetch(`${api.url}/health/live`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('server-timing')).toMatch(/^total;dur=[\d.]+, dynamodb;dur=0\.0, calls;desc="0"/);
  });

  test('says nothing about an unknown error', async () => {
    const problem = await expectProblem(await fetch(`${api.url}/probe/failure`), 500, 'internal_error');
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});
