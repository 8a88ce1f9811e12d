import fc from 'fast-check';
import { grantTenant, listRefusedRows, startImport, type ImportRow } from '#libs/directory';
import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { finishImport } from '../../support/api/imports.js';
import { created, createTeam } from '../../support/api/people.js';

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

type Form = 'text/csv' | 'application/x-ndjson';
interface Sent {
  type?: Form;
  token?: string;
  query?: string;
  key?: string;
}

async function send(kind: string, text: string, { type = 'text/csv', token, query = '', key }: Sent = {}) {
  const answer = await fetch(`${api.url}${team.path}/import/${kind}${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? operator}`,
      'content-type': type,
      ...(key && { 'idempotency-key': key }),
    },
    body: text,
  });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, location: answer.headers.get('location'), body };
}

/** Imports, does what the stream processor does, and gives back what became of it. */
async function execute(kind: string, text: string, options: Sent = {}) {
  const { status, location, body } = await send(kind, text, options);
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'running', processed: 0 } });
  const jobId = body['id'] as string;
  expect(location).toBe(`${team.path}/imports/${jobId}`);
  return finish(jobId);
}

async function finish(jobId: string) {
  const { report, errors } = await finishImport(api, team.path, jobId);
  return { report, errors: errors.map(({ line, code }) => [line, code]) };
}

/** Whole: `text()` would take the byte order mark away. */
async function exportedBytes(what: string, query: string): Promise<Buffer> {
  const answer = await fetch(`${api.url}${team.path}/export/${what}${query}`, {
    headers: { authorization: `Bearer ${operator}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}

async function exported(what: string, query = ''): Promise<string> {
  const answer = await fetch(`${api.url}${team.path}/export/${what}${query}`, {
    headers: { authorization: `Bearer ${operator}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

const USERS = [
  'email,name,role,externalId',
  'ida@x.example,"Rhodes, ""Ida""",admin,hr-1',
  'joan@x.example,Joan Clarke,,',
].join('\r\n');

test('the name of the file is kept with the import, and said by its job', async () => {
  const { report } = await execute('users', USERS, { query: '?fileName=People%20of%20June.csv' });
  expect(report).toMatchObject({ fileName: 'People of June.csv', created: 2 });
  const { body } = await api.operator('GET', `${team.path}/jobs`);
  expect(body.data[0].import).toEqual({ kind: 'users', dryRun: false, fileName: 'People of June.csv' });
  expect((await execute('users', USERS)).report).toMatchObject({ fileName: null });
  for (const name of ['', 'x'.repeat(201), 'a%E2%80%AEb']) {
    const refused = await send('users', USERS, { query: `?fileName=${name}` });
    expect([name, refused.status, refused.body['code']]).toEqual([name, 400, 'invalid_format']);
  }
});

test('users come from CSV, each row alone, and are left as they are when it is sent again', async () => {
  const broken = ['no-email,Nobody,,', 'x@x.example,X,king,', ',No email,,', 'a,b'];
  const first = await execute('users', [USERS, ...broken].join('\r\n'));
  expect(first.report).toMatchObject({ rows: 6, processed: 6, created: 2, refused: 4, status: 'done' });
  expect(first.errors).toEqual([
    [4, 'invalid_email'],
    [5, 'invalid_row'],
    [6, 'invalid_row'],
    [7, 'invalid_row'],
  ]);
  const again = await execute('users', USERS);
  expect(again.report).toMatchObject({ rows: 2, created: 0, changed: 0, unchanged: 2, refused: 0 });
  const changed = 'externalId,email,name\nhr-1,ida.rhodes@x.example,Ida Rhodes';
  expect((await execute('users', changed)).report).toMatchObject({ changed: 1, created: 0 });
  expect(await exported('users')).toContain('ida.rhodes@x.example,Ida Rhodes,admin,hr-1');
});

test('a row about what an earlier row has made changes that, within a part as across parts', async () => {
  const repeated = ['IDA@x.example,Ida Rhodes,,', 'joan@x.example,Joan Clarke,,', 'x@x.example,X,,hr-1'];
  const users = [USERS, ...repeated].join('\n');
  const dry = await execute('users', users, { query: '?dryRun=true' });
  expect(dry.report).toMatchObject({ created: 2, changed: 3, refused: 0 });
  const { report } = await execute('users', users);
  expect(report).toMatchObject({ created: 2, changed: 2, unchanged: 1, refused: 0 });
  expect(await exported('users')).toContain('x@x.example,X,admin,hr-1');
  const groups = await execute('service-groups', 'name,externalId\ndev,\nDev,g-1\nprod,g-1\nprod,');
  expect(groups.report).toMatchObject({ created: 1, changed: 2, unchanged: 1 });
  expect(await exported('service-groups')).toBe('name,externalId\r\nprod,g-1\r\n');
});

test('columns without a heading are left out, and a row with a value there is refused', async () => {
  const rows = ['email,name,,', 'ida@x.example,Ida,,', 'joan@x.example,Joan,,secret'];
  const { report, errors } = await execute('users', rows.join('\n'));
  expect(report).toMatchObject({ created: 1, refused: 1, rows: 2 });
  expect(errors).toEqual([[3, 'invalid_row']]);
  for (const nameless of [',', ',\nida@x.example,Ida', 'email,shoes,'])
    expect((await send('users', nameless)).status).toBe(400);
});

test('every row is imported of a file whose headings are all empty, with the names that the request gives', async () => {
  const query = '?columns=email,name';
  for (const heading of [',', ',\n,\n', '""," "', ',\nemail,name']) {
    const { report } = await execute('users', `${heading}\nida@x.example,Ida\njoan@x.example,Joan\n`, {
      query,
    });
    expect(report).toMatchObject({ rows: 2, refused: 0 });
  }
});

test('a dry run says what would become of the rows, and changes nothing', async () => {
  const before = await exported('users');
  const { report, errors } = await execute('users', `${USERS}\r\n${team.owner.email},Other name,,`, {
    query: '?dryRun=true',
  });
  expect(report).toMatchObject({ dryRun: true, created: 2, changed: 1, refused: 0 });
  const { body: job } = await api.operator('GET', `${team.path}/jobs/${String(report['id'])}`);
  expect(job).toMatchObject({ type: 'import', import: { kind: 'users', dryRun: true } });
  expect(errors).toEqual([]);
  expect(await exported('users')).toBe(before);
});

test('a dry run refuses what the import refuses, also a row like one that was refused before', async () => {
  const rows = 'email,name\nnone,A\nnone,B\nida@x.example,Ida\nida@x.example,Ida R\n';
  const counts = { created: 1, changed: 1, refused: 2 };
  expect((await execute('users', rows, { query: '?dryRun=true' })).report).toMatchObject(counts);
  expect((await execute('users', rows)).report).toMatchObject(counts);
});

test('service groups and memberships come from NDJSON, and an export is what an import takes', async () => {
  const type = 'application/x-ndjson';
  const long = 'x'.repeat(100_000);
  const groups = `{"name":"dev","externalId":"g-1"}\n\r\n{"name":"prod"}\r\n{"title":"x"}\nnonsense\n{"name":7}\n${long}`;
  const { report, errors } = await execute('service-groups', groups, { type });
  expect(report).toMatchObject({ created: 2, refused: 4 });
  expect(errors).toEqual([
    [4, 'invalid_row'],
    [5, 'invalid_row'],
    [6, 'invalid_row'],
    [7, 'invalid_row'],
  ]);
  await execute('users', USERS);
  const rows = [
    { userEmail: 'IDA@x.example', serviceGroupExternalId: 'g-1' },
    { userExternalId: 'hr-1', serviceGroupName: 'Prod' },
    { userEmail: 'joan@x.example', serviceGroupName: 'dev' },
    { userEmail: 'nobody@x.example', serviceGroupName: 'dev' },
    { userEmail: 'joan@x.example', serviceGroupName: 'none' },
  ];
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const members = await execute('memberships', text, { type });
  expect(members.report).toMatchObject({ created: 3, refused: 2 });
  expect(members.errors).toEqual([
    [4, 'user_not_found'],
    [5, 'service_group_not_found'],
  ]);
  const until = 'userEmail,serviceGroupName,until\nida@x.example,prod,2090-12-31\njoan@x.example,dev,\n';
  expect((await execute('memberships', until)).report).toMatchObject({ changed: 1, unchanged: 1 });
  const csv = await exported('memberships');
  expect(csv.trim().split('\r\n').sort()).toEqual([
    'ida@x.example,,dev,g-1,,',
    'ida@x.example,,prod,,2091-01-01T00:00:00.000Z,',
    'joan@x.example,,dev,g-1,,',
    'userEmail,userExternalId,serviceGroupName,serviceGroupExternalId,until,accessRole',
  ]);
  const from = team;
  const everything = await Promise.all(['service-groups', 'users'].map((what) => exported(what)));
  // Into another account: all that the first has.
  team = await createTeam(api);
  for (const [index, kind] of ['service-groups', 'users'].entries()) await execute(kind, everything[index]!);
  expect((await execute('memberships', csv)).report).toMatchObject({ created: 3, refused: 0 });
  expect(await exported('memberships')).toBe(csv);
  expect(from.path).not.toBe(team.path);
});

test('the audit log is exported by time', async () => {
  const all = (await exported('events', '?format=ndjson')).trim().split('\n');
  const events = all.map((line) => JSON.parse(line) as { type: string; at: string });
  expect(events.map(({ type }) => type)).toContain('user.created');
  const last = events.at(-1)!.at;
  const ranged = await exported('events', `?format=ndjson&from=${last}`);
  expect(JSON.parse(ranged)).toMatchObject({ at: last });
  expect(await exported('events', `?to=2000-01-01T00:00:00Z`)).toMatch(/^id,type,at,[\w,]+\r\n$/);
});

test('the audit log is exported by what happened, by whom, to what and in which words', async () => {
  await team.asks.owner('PATCH', `${team.path}/users/${team.member.id}`, { name: 'Renamed' });
  const sentences = async (query: string) => {
    const text = await exported('events', `?format=ndjson&${query}`);
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { summary: string }).summary);
  };
  const renamed = `${team.owner.name} renamed ${team.member.name} to Renamed`;
  expect(await sentences('type=user.profile_changed')).toEqual([renamed]);
  expect(await sentences(`actor=user:${team.owner.id}`)).toEqual([renamed]);
  expect(await sentences(`subject=${team.member.id}&type=user.created,user.profile_changed`)).toHaveLength(2);
  expect(await sentences('q=renamed')).toEqual([renamed]);
  expect(await sentences('q=nobody')).toEqual([]);
  const answer = await api.operator('GET', `${team.path}/export/events?type=user.gone`);
  await expectProblem(answer, 400, 'invalid_format');
});

test('an export until nobody knows when is refused', async () => {
  const answer = await api.operator('GET', `${team.path}/export/events?to=tomorrow`);
  const problem = await expectProblem(answer, 400, 'invalid_format');
  expect(problem.errors).toMatchObject([{ parameter: 'to' }]);
});

test('an admin imports no owners, and changes none', async () => {
  const { id: userId } = team.admin;
  const token = await api.issuer.signUserToken({ accountId: team.account.id, userId });
  const rows = `email,name,role\nnew@x.example,New,owner\n${team.owner.email},Renamed,`;
  const { errors } = await execute('users', rows, { token });
  expect(errors).toEqual([
    [2, 'owner_needed'],
    [3, 'owner_needed'],
  ]);
});

test('an API key imports and exports what its scopes name, and follows what it has begun', async () => {
  const issue = async (...scopes: string[]) =>
    created<{ key: string }>(await team.asks.owner('POST', `${team.path}/api-keys`, { name: 'HR', scopes }))
      .key;
  const token = await issue('users:write', 'admins:write', 'jobs:read');
  const rows = `${USERS}\nnew@x.example,New,owner,`;
  const { report, errors } = await execute('users', rows, { token });
  expect(report).toMatchObject({ created: 2, refused: 1 });
  expect(errors).toEqual([[4, 'owner_needed']]);
  const ask = askWith(api.url, token);
  expect((await ask('GET', `${team.path}/imports/${String(report['id'])}`)).body).toEqual(report);
  expect((await ask('GET', `${team.path}/imports/${String(report['id'])}/errors`)).status).toBe(200);
  for (const kind of ['service-groups', 'memberships'])
    expect(await send(kind, 'name\nx', { token })).toMatchObject({ status: 403 });
  await expectProblem(await ask('GET', `${team.path}/export/users`), 403, 'not_permitted');
  const reader = askWith(api.url, await issue('events:read'));
  expect((await reader('GET', `${team.path}/export/events?format=ndjson`)).status).toBe(200);
  await expectProblem(await reader('GET', `${team.path}/export/users`), 403, 'not_permitted');
});

test.each([
  ['is never closed', 'email,name\nida@x.example,Ida\njoan@x.example,"Joan, and all\nk@x.example,K\n', 3, 16],
  [
    'is not closed in more than a row can have',
    `email,name\r\nida@x.example,"Ida\r\n${'all that follows\r\n'.repeat(20_000)}`,
    2,
    15,
  ],
  ['is closed too late', 'email,name\nida@x.example,"Ida\njoan@x.example,"Joan"\n', 2, 15],
  ['is followed by more', 'email,name\r\n"a\r\nb",Ida\r\nk@x.example,"King" Ada\r\n', 4, 13],
  ['was never opened', 'email,name\rida@x.example,Ida\rk@x.example,King, Ada"\r', 3, 22],
])('a quotation mark that %s refuses the file where the trouble began', async (_what, file, line, column) => {
  const { status, body } = await send('users', file);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'malformed_csv' } });
  expect(body['detail']).toMatch(new RegExp(`^Line ${line}, column ${column}: `));
  const inspected = await send('users/inspect', file);
  expect(inspected).toMatchObject({ status: 400, body: { detail: body['detail'] } });
});

test('rows are told by the lines in which they begin and end, and empty ones are counted', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = ['', 'email,name', 'x,"one', '', 'three"', ',', '', 'y,Y', '"z","Z', 'Z"'];
    const { report } = await execute('users', lines.join(end));
    expect(report).toMatchObject({ rows: 3, processed: 3, refused: 3, skipped: 3 });
    const { body } = await api.operator('GET', `${team.path}/imports/${String(report['id'])}/errors`);
    expect(body.data).toMatchObject([
      { line: 3, lastLine: 5 },
      { line: 8, lastLine: 8 },
      { line: 9, lastLine: 10 },
    ]);
  }
});

test('the line `sep=` names the delimiter, and names of columns may contain another one', async () => {
  const { report, errors } = await execute(
    'users',
    'sep=;\r\nemail;name\r\nida@x.example;"Rhodes; Ida, Dr."\r\nx;X',
  );
  expect({ report, errors }).toMatchObject({
    report: { created: 1, refused: 1 },
    errors: [[4, 'invalid_email']],
  });
  expect(await exported('users')).toContain('ida@x.example,"Rhodes; Ida, Dr."');
  const inspected = await send(
    'users/inspect',
    '"Mail, work";"Name, full";Notes, or none\nada@x.example;Ada;',
  );
  const names = ['Mail, work', 'Name, full', 'Notes, or none'].map((name) => ({ name }));
  expect(inspected).toMatchObject({ status: 200, body: { columns: names } });
});

test('an import sent again under its key is the same import, and another one is refused', async () => {
  const key = 'import-1';
  const { body: first } = await send('users', USERS, { key });
  expect((await send('users', USERS, { key })).body['id']).toBe(first['id']);
  expect(await send('users', `${USERS}\r\nk@x.example,K,,`, { key })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
});

test('columns say what the columns of a file are, whatever their headings are', async () => {
  const file = 'Name, full;Mail;Shoe size\n"King, Ada";ada@x.example;38\nKing;"x\n";39\n';
  const query = `?columns=${encodeURIComponent('name,email,')}`;
  const { report, errors } = await execute('users', file, { query });
  expect({ report, errors }).toMatchObject({
    report: { created: 1, refused: 1 },
    errors: [[3, 'invalid_email']],
  });
  expect(await exported('users')).toContain('ada@x.example,"King, Ada",member,');
  const wrong = [
    ['name,email', 400, 'invalid_row'],
    ['name,mail,', 400, 'not_allowed_value'],
    ['name,name,', 400, 'not_allowed_value'],
    [',,', 400, 'not_allowed_value'],
  ] as const;
  for (const [columns, status, code] of wrong)
    expect(await send('users', file, { query: `?columns=${columns}` })).toMatchObject({
      status,
      body: { code },
    });
  const ndjson = await send('users', '{}', { query, type: 'application/x-ndjson' });
  expect(ndjson).toMatchObject({ status: 400, body: { errors: [{ parameter: 'columns' }] } });
  const dry = await send('users', file, { query: `${query}&dryRun=true&rows=1` });
  expect(dry).toMatchObject({ status: 400, body: { code: 'unknown_field' } });
});

async function refusedCsv(jobId: unknown, query = ''): Promise<Buffer> {
  const answer = await fetch(`${api.url}${team.path}/jobs/${String(jobId)}/refused.csv${query}`, {
    headers: { authorization: `Bearer ${operator}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}

test('refused rows are given back with their own values, can be corrected, and are kept for a week', async () => {
  const file = 'Mail;Name;Notes\r\nx;"=""King""; Ada";1\r\nada@x.example;Ada;\r\ny;Y\r\n';
  const { report } = await execute('users', file, { query: '?columns=email,name,' });
  const csv = (await refusedCsv(report['id'])).toString();
  const [heading, ...rows] = csv.trim().split('\r\n');
  expect(heading).toBe('line,userId,code,detail,Mail,Name,Notes');
  expect(rows[0]).toMatch(/^2,,invalid_email,.*,x,"'=""King""; Ada",1$/);
  expect(rows[1]).toMatch(/^4,,invalid_row,.*,y,Y$/);
  const corrected = csv.replace(/,x,/, ',x@x.example,').replace(/,y,Y/, ',y@x.example,Y,');
  const again = await execute('users', corrected, { query: '?columns=,,,,email,name,' });
  expect(again.report).toMatchObject({ created: 2, refused: 0 });
  expect(await exported('users')).toContain(`x@x.example,"'=""King""; Ada",`);
  const ndjson = await execute('users', '{"email":"x"}\n{"emai', { type: 'application/x-ndjson' });
  const lines = (await refusedCsv(ndjson.report['id'])).toString().trim().split('\r\n');
  expect(lines[0]).toBe('line,userId,code,detail,row');
  expect(lines[1]).toMatch(/,"\{""email"":""x""\}"$/);
  expect(lines[2]).toMatch(/,"\{""emai"$/);
  const inAWeek = { ...api.directory, now: () => Date.now() + 7 * 24 * 60 * 60 * 1000 + 1000 };
  const later = await listRefusedRows(grantTenant(inAWeek, team.account.id), String(report['id']));
  for await (const { values } of later.rows) expect(values).toEqual([]);
});

test('of two imports that arrive together under one key, the one that is refused changes no rows of the other', async () => {
  const tenant = grantTenant(api.directory, team.account.id);
  const start = (rows: () => AsyncIterable<ImportRow>) =>
    startImport(
      tenant,
      { kind: 'users', mayManageOwners: true, rows: rows() },
      {
        actor: 'operator:ops',
        correlationId: 'corr_1',
        receipt: { idempotencyKey: 'together', requestHash: '', answer: () => undefined },
      },
    );
  const row = (email: string): ImportRow => ({ line: 2, values: { email, name: 'Ida' } });
  let first: { jobId: string } | undefined;
  const second = start(async function* () {
    first = await start(async function* () {
      yield await Promise.resolve(row('ida@x.example'));
    });
    yield row('joan@x.example');
  });
  await expect(second).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect((await finish(first!.jobId)).report).toMatchObject({ created: 1 });
  const users = await exported('users');
  expect(users).toContain('ida@x.example');
  expect(users).not.toContain('joan@x.example');
});

test('roles are understood in any case', async () => {
  const rows = 'email,name,role\nida@x.example,Ida,Admin\njoan@x.example,Joan, OWNER \nk@x.example,K,mEmber';
  expect((await execute('users', rows)).report).toMatchObject({ created: 3, refused: 0 });
  expect((await execute('users', rows)).report).toMatchObject({ unchanged: 3 });
  const users = await exported('users');
  for (const row of ['ida@x.example,Ida,admin,', 'joan@x.example,Joan,owner,', 'k@x.example,K,member,'])
    expect(users).toContain(row);
  const inspected = await send('users/inspect', rows);
  expect(inspected).toMatchObject({ status: 200, body: { valid: 3, problems: [] } });
});

test('an export for spreadsheets begins with a byte order mark, and can be imported', async () => {
  await execute('service-groups', 'name\nÄrger');
  expect(await exported('service-groups')).toBe('name,externalId\r\nÄrger,\r\n');
  const bytes = await exportedBytes('service-groups', '?bom=true');
  expect(bytes.toString()).toBe('\ufeffname,externalId\r\nÄrger,\r\n');
  expect((await execute('service-groups', bytes.toString())).report).toMatchObject({ unchanged: 1 });
  expect((await exportedBytes('events', '?bom=true')).toString()).toMatch(/^\ufeffid,/);
  const { report } = await execute('users', 'email,name\nnone,Ärger');
  expect((await refusedCsv(report['id'], '?bom=true')).toString()).toMatch(/^\ufeffline,/);
});

test('what could have no rows is refused as a whole', async () => {
  expect(await send('users', '')).toMatchObject({ status: 400, body: { code: 'empty_import' } });
  expect(await send('users', 'email,name\n')).toMatchObject({ status: 400, body: { code: 'empty_import' } });
  expect(await send('users', 'mail\nx')).toMatchObject({ status: 400, body: { code: 'invalid_row' } });
  expect(await send('things', 'email\nx')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
  const json = await api.operator('POST', `${team.path}/import/users`, { email: 'x' });
  expect(json.status).toBe(415);
});

test('rows that a whole account refuses are refused one by one', async () => {
  const { body } = await send('users', USERS);
  await api.operator('POST', `${team.path}/suspend`, undefined, { 'if-match': '*' });
  const { report } = await finish(String(body['id']));
  expect(report).toMatchObject({ status: 'done', created: 0, refused: 2 });
  expect(await send('users', USERS)).toMatchObject({ status: 409, body: { code: 'account_suspended' } });
});

const SPOILED_RUNS = process.env['ROLLBOOK_NIGHTLY'] === '1' ? 200 : 8;

test('of a spoiled file every row is in some count, or the file is refused', async () => {
  const row = fc.constantFrom(
    '{n}@x.example,"N ""{n}"", Great",',
    '{n}@x.example,N,{n}',
    ',,',
    '{n},N,',
    '{n}@x.example',
  );
  const spoilt = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(2),
    added: fc.constantFrom('', '"', '""', '\r\n', '\r', ',', '"x', 'x"'),
  });
  let run = 0;
  const property = fc.asyncProperty(spoilt, async ({ rows, at, removed, added }) => {
    run += 1;
    const body = rows.map((text, n) => text.replaceAll('{n}', `u${run}-${n}`)).join('\r\n');
    const place = Math.floor(at * (body.length + 1));
    const file = `email,name,externalId\r\n${body.slice(0, place)}${added}${body.slice(place + removed)}`;
    const { status, body: answer } = await send('users', file);
    if (status === 400) {
      expect(['malformed_csv', 'empty_import']).toContain(answer['code']);
      return;
    }
    const { report } = await finish(String(answer['id']));
    const { created, changed, unchanged, refused, skipped } = report as Record<string, number>;
    const records = recordsIn(file);
    expect(created! + changed! + unchanged! + refused!).toBe(report['rows']);
    expect(Number(report['rows']) + skipped!).toBe(records - 1);
  });
  await fc.assert(property, { numRuns: SPOILED_RUNS });
});

/** A line break within quotation marks does not end a row. */
function recordsIn(file: string): number {
  const breaks = [...file.replace(/(\r\n|\r)$/, '').matchAll(/\r\n|\n|\r/g)];
  return 1 + breaks.filter(({ index }) => file.slice(0, index).split('"').length % 2 === 1).length;
}
