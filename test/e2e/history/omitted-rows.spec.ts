import fc from 'fast-check';
import { grantTenant, listImportErrors, runJobChunk } from '#libs/directory';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { finishImport, importRows, startImport } from '../../support/api/imports.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let path: string;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  team = await createTeam(api);
  ({ path } = team);
});
afterAll(() => api.close());

const users = (rows: string, query = '') => importRows(api, { path, kind: 'users', rows, query });

async function exported(of = path): Promise<string[]> {
  const { body } = await api.operator('GET', `${of}/export/users?format=ndjson`);
  return String(body).trim().split('\n').sort();
}

async function errorsOf(jobId: string, query = '') {
  const { body } = await api.operator('GET', `${path}/imports/${jobId}/errors${query}`);
  return body.data as { line: number; lastLine: number; values: string[] | null }[];
}

test.each([
  ['LF', '\n', ''],
  ['LF, and none at its end', '\n', '\n'],
  ['CRLF', '\r\n', ''],
  ['CRLF, and none at its end', '\r\n', '\r\n'],
  ['CR', '\r', ''],
])('rows are replaced by mended ones below a file with %s', async (_, end, before) => {
  const columns = 'columns=email,name,';
  const rows = ['x,X,', '"ida@x.example","Rhodes, ""Ida""","of', 'two lines"', '', 'y,Y,"1', '2"', '=z,Z,'];
  const file = `${['\ufeffMail,Name,Notes', ...rows].join(end)}${before === '' ? end : ''}`;
  const checked = await users(file, `?${columns}&dryRun=true`);
  expect(checked.report).toMatchObject({ rows: 4, created: 1, refused: 3, skipped: 1, omitted: 0, lines: 8 });
  const mended = [`"y@x.example","'=Y",""`, `"x@x.example","X ""the"" Great, again","a${end}b"`];
  const sent = `${file}${before}${mended.join('\r\n')}\r\n`;
  for (const dryRun of [true, false]) {
    const { report, jobId } = await users(sent, `?${columns}&omit=2,6&dryRun=${dryRun}`);
    const counts = { rows: 4, processed: 4, created: 3, changed: 0, unchanged: 0, refused: 1 };
    expect(report).toMatchObject({ ...counts, skipped: 1, omitted: 2, lines: 11, dryRun });
    expect(await errorsOf(jobId)).toMatchObject([{ line: 8, values: ['=z', 'Z', ''] }]);
  }
  const names = (await exported()).map((row) => (JSON.parse(row) as { name: string }).name);
  for (const name of ['Rhodes, "Ida"', 'X "the" Great, again', '=Y']) expect(names).toContain(name);
});

test('rows of NDJSON are left out as well', async () => {
  const rows = [
    '{"email":"x"}',
    '',
    '{"email":"ida@x.example","name":"Ida"}',
    '{"email":"x@x.example","name":"X"}',
  ];
  const type = 'application/x-ndjson';
  const { report } = await importRows(api, {
    path,
    kind: 'users',
    rows: rows.join('\n'),
    type,
    query: '?omit=1',
  });
  expect(report).toMatchObject({ rows: 2, created: 2, refused: 0, skipped: 1, omitted: 1, lines: 4 });
});

const FILE = 'email,name\n"ida@x.example\n",Ida\n\njoan@x.example,Joan\n';

test.each([
  ['', 'invalid_format', '1 to 500'],
  ['2,', 'invalid_format', '1 to 500'],
  ['0', 'invalid_format', '1 to 500'],
  ['2,2', 'invalid_format', 'each once'],
  ['-2', 'invalid_format', '1 to 500'],
  ['1e1', 'invalid_format', '1 to 500'],
  ['2,5,x', 'invalid_format', '1 to 500'],
  ['1', 'not_allowed_value', 'line 1,'],
  ['2,3', 'not_allowed_value', 'line 3,'],
  ['4', 'not_allowed_value', 'line 4,'],
  ['5,6', 'not_allowed_value', 'line 6,'],
])('omit=%s is refused, and says why: %s', async (omit, code, words) => {
  const answer = await api.operator('POST', `${path}/import/users?omit=${omit}`, FILE, {
    'content-type': 'text/csv',
  });
  const problem = await expectProblem(answer, 400, code);
  expect(problem.errors).toMatchObject([{ code, parameter: 'omit', detail: expect.stringContaining(words) }]);
  const { body } = await api.operator('GET', `${path}/imports`);
  expect(body.data).toEqual([]);
});

test('at most 500 rows are left out', async () => {
  const lines = Array.from({ length: 501 }, (_, n) => n + 2);
  const file = `email\n${lines.map((line) => `u${line}\n`).join('')}joan@x.example\n`;
  const send = (omit: readonly number[]) =>
    api.operator('POST', `${path}/import/users?omit=${omit.join()}`, file, { 'content-type': 'text/csv' });
  await expectProblem(await send(lines), 400, 'invalid_format');
  expect((await send(lines.slice(1))).body).toMatchObject({ rows: 2, omitted: 500 });
});

test('a file of which every row is left out has none', async () => {
  const answer = await api.operator('POST', `${path}/import/users?omit=2,5`, FILE, {
    'content-type': 'text/csv',
  });
  await expectProblem(answer, 400, 'empty_import');
});

test('a key stands for the rows that are left out, too', async () => {
  const send = (omit: string) =>
    api.operator('POST', `${path}/import/users?omit=${omit}`, FILE, {
      'content-type': 'text/csv',
      'idempotency-key': 'omitting',
    });
  const first = await send('2');
  expect((await send('2')).body.id).toBe(first.body.id);
  await expectProblem(await send('5'), 422, 'idempotency_key_reused');
  expect((await finishImport(api, path, first.body.id as string)).report).toMatchObject({
    created: 1,
    omitted: 1,
  });
});

test('what is left out stays so when the import is paused in the middle and resumed', async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `u${n}@x.example,User ${n}`);
  const omitted = [2, 300, 501, 502, 503, 1_201];
  const file = ['email,name', ...rows].join('\n');
  const jobId = await startImport(api, { path, kind: 'users', rows: file, query: `?omit=${omitted.join()}` });
  expect(await runJobChunk(api.directory, jobId)).toBe('more');
  await api.operator('POST', `${path}/jobs/${jobId}/pause`, undefined, { 'if-match': '*' });
  await api.operator('POST', `${path}/jobs/${jobId}/resume`, undefined, { 'if-match': '*' });
  const { report } = await finishImport(api, path, jobId);
  const count = rows.length - omitted.length;
  expect(report).toMatchObject({ status: 'done', rows: count, processed: count, created: count, omitted: 6 });
  const emails = (await exported()).map((row) => (JSON.parse(row) as { email: string }).email);
  for (const line of omitted) expect(emails).not.toContain(`u${line - 2}@x.example`);
  expect(emails).toHaveLength(count + 3);
});

test('refused rows are listed with the values that stand in the file, for a week, from any line on', async () => {
  const file = 'Mail;Name;Notes\r\nx;"\'=""King""; Ada";1\r\nada@x.example;Ada;\r\ny;Y\r\n"z\n";;3;4\r\n';
  const { jobId } = await users(file, '?columns=email,name,');
  const refused = [
    { line: 2, lastLine: 2, values: ['x', `'="King"; Ada`, '1'] },
    { line: 4, lastLine: 4, values: ['y', 'Y'] },
    { line: 5, lastLine: 6, values: ['z\n', '', '3', '4'] },
  ];
  expect(await errorsOf(jobId)).toMatchObject(refused);
  expect(await errorsOf(jobId, '?fromLine=4')).toMatchObject(refused.slice(1));
  expect(await errorsOf(jobId, '?fromLine=5&limit=1')).toMatchObject(refused.slice(2));
  expect(await errorsOf(jobId, '?fromLine=6')).toEqual([]);
  await expectProblem(
    await api.operator('GET', `${path}/imports/${jobId}/errors?fromLine=0`),
    400,
    'out_of_range',
  );
  const inAWeek = { ...api.directory, now: () => Date.now() + 7 * 24 * 60 * 60 * 1000 + 1000 };
  const later = await listImportErrors(grantTenant(inAWeek, team.account.id), jobId, { limit: 10 });
  expect(later.items.map(({ line, values }) => [line, values])).toEqual([
    [2, undefined],
    [4, undefined],
    [5, undefined],
  ]);
});

test('nobody of another account sees the values of refused rows', async () => {
  const { jobId } = await users('email,name\nsecret,S\n');
  const other = await createTeam(api);
  for (const place of [path, other.path]) {
    const { status, body } = await other.asks.owner('GET', `${place}/imports/${jobId}/errors`);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('secret');
  }
});

test('an inspection says what is between the values, and how many rows the file has', async () => {
  const inspect = async (rows: string, type = 'text/csv') => {
    const answer = await api.operator('POST', `${path}/import/users/inspect`, rows, { 'content-type': type });
    return answer.body as { delimiter: string | null; rows: number; total: number | null };
  };
  const rows = (count: number, delimiter: string) =>
    `email${delimiter}name\n${Array.from({ length: count }, (_, n) => `u${n}@x.example${delimiter}U\n\n`).join('')}`;
  expect(await inspect(rows(7, ','))).toMatchObject({ delimiter: ',', rows: 7, total: 7 });
  expect(await inspect(rows(150, '\t'))).toMatchObject({ delimiter: '\t', rows: 100, total: 150 });
  expect(await inspect(`sep=|\n${rows(2, '|')}`)).toMatchObject({ delimiter: '|', total: 2 });
  expect(await inspect(rows(20_000, ';'))).toMatchObject({ delimiter: ';', rows: 100, total: null });
  const ndjson = await inspect('{"email":"x"}\n\n{}\n', 'application/x-ndjson');
  expect(ndjson).toMatchObject({ delimiter: null, rows: 2, total: 2 });
});

const RUNS = process.env['ROLLBOOK_NIGHTLY'] === '1' ? 100 : 6;

test('to leave rows out and append them mended does what the mended file does', async () => {
  const row = fc.record({
    name: fc.constantFrom('Ida', 'Ada, "King"', "'=Ida", 'of\ntwo lines', ' Ida ', ''),
    isBroken: fc.boolean(),
    isLeftOut: fc.boolean(),
  });
  const files = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    delimiter: fc.constantFrom(',', ';', '\t'),
    hasEnd: fc.boolean(),
    bom: fc.constantFrom('', '\ufeff'),
  });
  const property = fc.asyncProperty(files, async ({ rows, end, delimiter, hasEnd, bom }) => {
    const line = (...values: string[]) =>
      values.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter);
    const mended = rows.map(({ name }, n) => line(`u${n}@x.example`, name));
    const asSent = rows.map(({ name, isBroken }, n) => (isBroken ? line(`u${n}`, name) : mended[n]!));
    const linesIn = (text: string) => text.split(/\r\n|\n|\r/).length;
    const lineOf = (n: number) => 2 + asSent.slice(0, n).reduce((sum, text) => sum + linesIn(text), 0);
    const isReplaced = rows.map(({ isBroken, isLeftOut }) => isBroken || isLeftOut);
    const omit = rows.flatMap((_, n) => (isReplaced[n] ? [lineOf(n)] : []));
    const appended = mended.filter((_, n) => isReplaced[n] && !rows[n]!.isLeftOut);
    const whole = mended.filter((_, n) => !rows[n]!.isLeftOut);
    const heading = `${bom}${line('email', 'name')}`;
    const base = [heading, ...asSent].join(end);
    const sent = [`${base}${hasEnd || appended.length > 0 ? end : ''}${appended.join(end)}`];
    if (whole.length === 0) return;
    const [inPlace, asOne] = [await createTeam(api), await createTeam(api)];
    const query = omit.length > 0 ? `?omit=${omit.join()}` : '';
    const one = await importRows(api, { path: asOne.path, kind: 'users', rows: sent.join(''), query });
    const two = await importRows(api, {
      path: inPlace.path,
      kind: 'users',
      rows: [heading, ...whole].join(end),
    });
    const counts = ({ report: { rows: all, created, changed, unchanged, refused, skipped } }: typeof one) => [
      ...[all, created, changed, unchanged, refused, skipped],
    ];
    expect(counts(one)).toEqual(counts(two));
    expect(one.report['omitted']).toBe(omit.length);
    const imported = async (of: string) => (await exported(of)).filter((each) => /"u\d@/.test(each));
    expect(await imported(asOne.path)).toEqual(await imported(inPlace.path));
  });
  await fc.assert(property, { numRuns: RUNS });
});
