import { connect } from 'node:net';
import fc from 'fast-check';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { finishJob } from '../../support/directory/jobs.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let operator: string;
beforeAll(async () => {
  api = await startApi();
  operator = await api.issuer.signOperatorToken();
});
beforeEach(async () => {
  team = await createTeam(api);
});
afterAll(() => api.close());

async function send(path: string, type: string, body: Uint8Array | string) {
  const answer = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator}`, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const sendRows = (body: Uint8Array | string, type = 'text/csv') =>
  send(`${team.path}/import/service-groups`, type, body);

async function namesAfter(body: Uint8Array | string, type?: string): Promise<string[]> {
  const { status, body: started } = await sendRows(body, type);
  expect({ status, started }).toMatchObject({ status: 202 });
  await finishJob(api.directory, String(started['id']));
  const { data } = (await api.operator('GET', `${team.path}/service-groups?limit=100`)).body as {
    data: { name: string }[];
  };
  return data.map(({ name }) => name).sort();
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('rows of CSV', () => {
  test.each([
    ['with a byte order mark', '\ufeffname,externalId\r\nÄrger,1\r\n'],
    ['with semicolons', 'name;externalId\r\nÄrger;1\r\n'],
    ['with tabs', 'name\texternalId\nÄrger\t1\n'],
    ['with lines that end with CR', 'name,externalId\rÄrger,1\r'],
    ['with semicolons, a mark and CR', '\ufeffexternalId;name\r1;Ärger\r'],
    ['with a comma in a value between semicolons', 'name;externalId\n"Ärger";1\n'],
  ])('%s are read', async (_what, text) => {
    expect(await namesAfter(text)).toEqual(['Ärger']);
  });

  test.each([
    ['UTF-16', utf16('name\nÄrger\n'), /UTF-16/],
    ['UTF-16 without its mark', utf16('name\nÄrger\n').subarray(2), /UTF-16/],
    ['a spreadsheet', Buffer.from('PK\x03\x04rest'), /\.xlsx/],
    ['Latin 1', Buffer.from('name\nA\n\xc4rger\n', 'latin1'), /line 3 \(0xC4, byte 8 of the body\)/],
    ['Latin 1 with CR', Buffer.from('name\rA\r\xc4rger\r', 'latin1'), /line 3 \(0xC4, byte 8 of the body\)/],
    ['a character that breaks off', Buffer.from('name\nÄ').subarray(0, 6), /line 2 \(0xC3, byte 6/],
    ['half a pair', Buffer.from([...Buffer.from('name\n'), 0xed, 0xa0, 0x80]), /line 2 \(0xED, byte 6/],
  ])('in %s are refused as a whole, by name or place', async (_what, bytes, why) => {
    for (const type of ['text/csv', 'application/x-ndjson']) {
      const { status, body } = await sendRows(bytes, type);
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_encoding' } });
      expect(body['detail']).toMatch(why);
    }
  });

  test('are refused at the very byte, wherever it is', async () => {
    const line = fc.constantFrom('Ärger', 'a', '東京', '😀', '"x\ny"');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 40 }),
        fc.constantFrom(0xff, 0xc0, 0xf8),
        async (lines, byte) => {
          const before = Buffer.from(['name', ...lines].join('\n') + '\n');
          const { body } = await sendRows(
            Buffer.concat([before, Buffer.from([byte]), Buffer.from('rest\n')]),
          );
          const rows = before.filter((each) => each === 10).length;
          const hex = byte.toString(16).toUpperCase();
          expect(body['detail']).toContain(
            `line ${rows + 1} (0x${hex}, byte ${before.length + 1} of the body)`,
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  test('that say they are something else are refused by that', async () => {
    expect(await sendRows('name\nA\n', 'text/csv; charset=windows-1252')).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
    expect(await namesAfter('name\nA\n', 'text/csv; charset="UTF-8"')).toEqual(['A']);
  });

  test('come back from an export as they were, though no spreadsheet takes them for formulas', async () => {
    const names = ['=1+1', "'=1", "''@x", '+1', '-1', '@a', '＝2', "'＋3", "'quoted'", "it's"];
    for (const name of names) await api.operator('POST', `${team.path}/service-groups`, { name });
    const exported = await fetch(`${api.url}${team.path}/export/service-groups`, {
      headers: { authorization: `Bearer ${operator}` },
    });
    const csv = await exported.text();
    expect(csv.split('\r\n').some((row) => /^"?[=+\-@＝＋]/.test(row))).toBe(false);
    team = await createTeam(api);
    expect(await namesAfter(csv)).toEqual([...names].sort());
  });
});

describe('a body of JSON', () => {
  const json = (body: Uint8Array | string, type = 'application/json') =>
    send(`${team.path}/service-groups`, type, body);

  test.each([
    ['UTF-16', utf16('{"name":"A"}'), /UTF-16/],
    ['Latin 1', Buffer.from('{"name":"\xc4"}', 'latin1'), /0xC4, byte 10 of the body/],
  ])('in %s is refused by name or place', async (_what, bytes, why) => {
    const { status, body } = await json(bytes);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(body['detail']).toMatch(why);
  });

  test('may begin with a byte order mark, and must not say that it is not UTF-8', async () => {
    expect((await json('\ufeff{"name":"A"}')).status).toBe(201);
    expect((await json('{"name":"B"}', 'application/json; charset=iso-8859-1')).status).toBe(415);
  });

  test('a duplicate key is refused at any depth, with its place', async () => {
    const key = fc.constantFrom('a', 'b/c', 'd~e', 'f"g', ':', '{', '\\', 'é', '');
    const leaf = fc.constantFrom<unknown>(1, 'x:"{', null, [], {}, ':');
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('node'), { maxLength: 2 }),
        fc.dictionary(key, tie('node'), { maxKeys: 3 }),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(value, value, key.filter(Boolean), async (one, other, name) => {
        const [first, second, named] = [one, other, name].map((each) => JSON.stringify(each));
        const body = `{"name":"n","metadata":{"in":[${first},{${named}:${first},${named} : ${second}}]}}`;
        const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
        expect((await json(body)).body).toMatchObject({
          code: 'duplicate_key',
          errors: [{ pointer: `/metadata/in/1/${escaped}` }],
        });
      }),
      { numRuns: 30 },
    );
    const path = `/scim/v2/${team.account.id}/Users`;
    const twice = await send(
      path,
      'application/scim+json',
      '{"userName":"a@x.example","USERNAME":"b@x.example"}',
    );
    expect([400, 401, 403]).toContain(twice.status);
  });

  test('in which no key is given twice is taken, whatever its texts look like', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 8 })),
        async (metadata) => {
          const { body } = await json(JSON.stringify({ name: '', metadata }));
          expect(body['code']).not.toBe('duplicate_key');
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a body that is too large', () => {
  /** Writes all of it before it reads, as many clients do, in pieces. */
  const upload = (path: string, size: number, type: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      let answer = '';
      socket.on('error', reject).on('data', (data) => (answer += data.toString()));
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${operator}\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n`,
      );
      const piece = Buffer.alloc(64 * 1024, 'x');
      let left = size;
      const next = (): void => {
        if (left <= 0) {
          // The connection is as good as before.
          socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
          socket.on('end', () => resolve(answer));
          return;
        }
        const part = piece.subarray(0, Math.min(left, piece.length));
        left -= part.length;
        socket.write(part, (error) => (error ? reject(error) : setImmediate(next)));
      };
      next();
    });

  test.each([
    ['of JSON', '/v1/accounts', 'application/json', /^HTTP\/1\.1 413 /],
    [
      'of an import that is inspected',
      '/v1/accounts/acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8/import/users/inspect',
      'text/csv',
      /^HTTP\/1\.1 413 /,
    ],
    [
      'of an import to an account that is not there',
      '/v1/accounts/acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8/import/users',
      'text/csv',
      /^HTTP\/1\.1 404 /,
    ],
  ])('%s is read to its end, answered, and breaks no connection', async (_what, path, type, status) => {
    for (let round = 0; round < 5; round += 1) {
      const answer = await upload(path, 8 * 1024 * 1024, type);
      expect(answer).toMatch(status);
      expect(answer).toMatch(/HTTP\/1\.1 200 OK/);
    }
  });
});

describe('what is not there', () => {
  test('is a 404 below /docs, and for invitations to an unknown account', async () => {
    expect((await api.operator('GET', '/docs/nothing.js')).status).toBe(404);
    const unknown = '/v1/accounts/acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8/invitations/batch';
    const invitations = [{ name: 'A', email: 'a@x.example' }];
    expect(await api.operator('POST', unknown, { invitations })).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
  });
});
