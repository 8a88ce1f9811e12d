import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { importRows } from '../../support/api/imports.js';
import { created, createTeam as createPeople, createUser } from '../../support/api/people.js';
import { finishUndo, jobAt, startUndo } from '../../support/api/undo.js';

let api: RunningApi;
let people: Awaited<ReturnType<typeof createPeople>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  people = await createPeople(api);
});

const TEAMS = 'name,externalId\nPlatform,idp-7\nSupport,';
const END = '2090-12-31T18:00:00.000Z';
const placesFile = () =>
  [
    'userEmail,teamName,teamExternalId,until,reason',
    `${people.admin.email.toUpperCase()},platform,,${END},On call`,
    `${people.member.email},,idp-7,,`,
    `${people.member.email},Support,,,`,
  ].join('\r\n');

type Kind = 'teams' | 'team-members';
async function run(kind: Kind, rows: string, query = '') {
  const done = await importRows(api, { path: people.path, kind, rows, query });
  return { ...done, codes: done.errors.map(({ line, code }) => [line, code]) };
}

/** The rows of an export, in the order of their texts. */
async function exported(what: string, query = ''): Promise<string[]> {
  const { status, body } = await people.asks.owner('GET', `${people.path}/export/${what}${query}`);
  expect(status).toBe(200);
  return (body as string).trim().split('\r\n').slice(1).sort();
}

const everyPlace = () =>
  [
    `${people.admin.email},,Platform,idp-7,${END},On call`,
    `${people.member.email},,Platform,idp-7,,`,
    `${people.member.email},,Support,,,`,
  ].sort();

test('teams and their people come from files, are left as they are by the same files, and go out as they came', async () => {
  expect((await run('teams', TEAMS, '?dryRun=true')).report).toMatchObject({ created: 2, refused: 0 });
  expect(await exported('teams')).toEqual([]);
  expect((await run('teams', TEAMS)).report).toMatchObject({ created: 2, refused: 0 });
  expect((await run('teams', TEAMS)).report).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  const tried = await run('team-members', placesFile(), '?dryRun=true');
  expect(tried.report).toMatchObject({ dryRun: true, created: 3, refused: 0 });
  expect(await exported('team-members')).toEqual([]);
  expect((await run('team-members', placesFile())).report).toMatchObject({ created: 3, refused: 0 });
  const again = await run('team-members', placesFile());
  expect(again.report).toMatchObject({ created: 0, changed: 0, unchanged: 3, refused: 0 });
  expect(await exported('team-members')).toEqual(everyPlace());
  expect(await exported('teams')).toEqual(['Platform,idp-7', 'Support,']);
  const before = [await exported('teams'), await exported('team-members')];
  const { body: teams } = await people.asks.owner('GET', `${people.path}/export/teams`);
  const { body: places } = await people.asks.owner('GET', `${people.path}/export/team-members`);
  expect((await run('teams', teams as string)).report).toMatchObject({ unchanged: 2, refused: 0 });
  expect((await run('team-members', places as string)).report).toMatchObject({ unchanged: 3, refused: 0 });
  expect([await exported('teams'), await exported('team-members')]).toEqual(before);
});

test('a row about who is in a team already gives them its end and its reason, and nothing without these', async () => {
  await run('teams', TEAMS);
  await run('team-members', placesFile());
  const rows = [
    'userEmail,teamName,until,reason',
    `${people.admin.email},Platform,,`,
    `${people.member.email},Platform,${END},`,
    `${people.member.email},Support,,For good`,
  ];
  const { report } = await run('team-members', rows.join('\n'));
  expect(report).toMatchObject({ created: 0, changed: 2, unchanged: 1 });
  expect(await exported('team-members')).toEqual(
    [
      `${people.admin.email},,Platform,idp-7,${END},On call`,
      `${people.member.email},,Platform,idp-7,${END},`,
      `${people.member.email},,Support,,,For good`,
    ].sort(),
  );
  const renamed = await run('teams', 'name,externalId\nPlatform Engineering,idp-7\nsupport,idp-8');
  expect(renamed.report).toMatchObject({ changed: 2, created: 0 });
  expect(await exported('teams')).toEqual(['Platform Engineering,idp-7', 'support,idp-8']);
});

test('a row says by itself why it is refused, in a dry run as in the import', async () => {
  await run('teams', `${TEAMS}\nGone,`);
  const { body } = await people.asks.owner('GET', `${people.path}/teams?limit=100`);
  const gone = (body.data as { id: string; name: string }[]).find(({ name }) => name === 'Gone')!;
  await people.asks.owner('DELETE', `${people.path}/teams/${gone.id}`);
  const suspended = await createUser(api, people.account.id);
  await people.asks.owner('POST', `${people.path}/users/${suspended.id}/suspend`, undefined, {
    'if-match': '*',
  });
  const { email } = people.member;
  const rows = [
    'userEmail,teamName,until,reason',
    `${email},Nothing,,`,
    `${email},Gone,,`,
    'nobody@x.example,Support,,',
    `${email},Support,2001-01-01,`,
    `${email},Support,soon,`,
    `${email},,,`,
    `,Support,,`,
    `${email},Support,,${'x'.repeat(501)}`,
    `${suspended.email},Support,,`,
    `${email},Platform,,`,
  ].join('\n');
  const codes = [
    [2, 'team_not_found'],
    [3, 'team_not_found'],
    [4, 'user_not_found'],
    [5, 'invalid_expires_at'],
    [6, 'invalid_expires_at'],
    [7, 'invalid_row'],
    [8, 'invalid_row'],
    [9, 'invalid_name'],
    [10, 'user_suspended'],
  ];
  for (const query of ['?dryRun=true', '']) {
    const done = await run('team-members', rows, query);
    expect(done.codes).toEqual(codes);
    expect(done.report).toMatchObject({ created: 1, refused: 9 });
  }
  const named = await run('teams', 'name,externalId\n,x\nNew,idp-7\nPlatform,idp-9\nplatform,idp-10');
  expect(named.codes).toEqual([[2, 'invalid_row']]);
  expect(await exported('teams')).toEqual(['New,idp-7', 'Support,', 'platform,idp-10']);
});

test('an export has the people of one team, of some users, or those of an earlier time', async () => {
  await run('teams', TEAMS);
  await run('team-members', placesFile());
  const { body } = await people.asks.owner('GET', `${people.path}/teams?limit=100`);
  const support = (body.data as { id: string; name: string }[]).find(({ name }) => name === 'Support')!;
  const [ofSupport] = everyPlace().filter((row) => row.includes('Support'));
  expect(await exported('team-members', `?teamId=${support.id}`)).toEqual([ofSupport]);
  const ofAdmin = [`${people.admin.email},,Platform,,${END},On call`];
  expect(await exported('team-members', `?userId=${people.admin.id}`)).toEqual(ofAdmin);
  expect(await exported('team-members', '?role=admin')).toEqual(ofAdmin);
  const then = new Date().toISOString();
  await people.asks.owner('DELETE', `${people.path}/teams/${support.id}/members/${people.member.id}`);
  await people.asks.owner('PATCH', `${people.path}/teams/${support.id}`, { name: 'Helpers' });
  await people.asks.owner('DELETE', `${people.path}/teams/${support.id}`);
  expect(await exported('teams')).toEqual(['Platform,idp-7']);
  expect(await exported('teams', `?asOf=${then}`)).toEqual(['Platform,idp-7', 'Support,']);
  const asOf = await exported('team-members', `?asOf=${then}`);
  expect(asOf).toEqual(
    everyPlace()
      .map((row) => row.replace('idp-7', ''))
      .sort(),
  );
  expect(await exported('team-members', `?asOf=${then}&teamId=${support.id}`)).toEqual([ofSupport]);
  const refused = [
    ['teams?q=x', 400, 'not_allowed_value'],
    [`teams?teamId=${support.id}`, 400, 'not_allowed_value'],
    [`users?teamId=${support.id}`, 400, 'not_allowed_value'],
    [`team-members?teamId=${support.id}&role=admin`, 400, 'not_allowed_value'],
    [`team-members?teamId=${support.id}`, 404, 'team_not_found'],
  ] as const;
  for (const [path, status, code] of refused)
    await expectProblem(await people.asks.owner('GET', `${people.path}/export/${path}`), status, code);
});

test('files of teams take the scopes of teams', async () => {
  await run('teams', TEAMS);
  const keyWith = async (...scopes: string[]) =>
    askWith(
      api.url,
      created<{ key: string }>(
        await people.asks.owner('POST', `${people.path}/api-keys`, { name: 'Key', scopes }),
      ).key,
    );
  const [writer, reader, other] = await Promise.all([
    keyWith('teams:write', 'jobs:read'),
    keyWith('teams:read'),
    keyWith('users:write', 'users:read', 'memberships:write', 'memberships:read'),
  ]);
  const of = { path: people.path, kind: 'team-members', rows: placesFile() } as const;
  expect((await importRows(api, { ...of, ask: writer })).report).toMatchObject({ created: 3 });
  for (const kind of ['teams', 'team-members']) {
    const csv = { 'content-type': 'text/csv' };
    for (const ask of [reader, other, people.asks.member])
      await expectProblem(
        await ask('POST', `${people.path}/import/${kind}`, TEAMS, csv),
        403,
        'not_permitted',
      );
    expect((await reader('GET', `${people.path}/export/${kind}`)).status).toBe(200);
    for (const ask of [writer, other, people.asks.member])
      await expectProblem(await ask('GET', `${people.path}/export/${kind}`), 403, 'not_permitted');
  }
});

test('the columns of a file of people are guessed', async () => {
  const file = 'E-mail;Team;End date;Comment\nada@x.example;Platform;2090-01-31;On call\n';
  const { body } = await people.asks.owner('POST', `${people.path}/import/team-members/inspect`, file, {
    'content-type': 'text/csv',
  });
  const fields = (body.columns as { field: string }[]).map(({ field }) => field);
  expect(fields).toEqual(['userEmail', 'teamName', 'until', 'reason']);
  expect(body).toMatchObject({ valid: 1, problems: [] });
});

test('undoing an import of people gives each place back what it was, and undoing that does it again', async () => {
  await run('teams', TEAMS);
  const emails = Array.from({ length: 60 }, (_, n) => `imported-${n}@x.example`);
  const users = ['email,name', ...emails.map((email) => `${email},Person`)].join('\n');
  await importRows(api, { path: people.path, kind: 'users', rows: users });
  const fileOf = (some: readonly string[], terms: string) =>
    ['userEmail,teamName,until,reason', ...some.map((email) => `${email},Platform,${terms}`)].join('\n');
  await run('team-members', fileOf(emails.slice(0, 20), `${END},For now`));
  const before = await exported('team-members');
  expect(before).toHaveLength(20);
  const { jobId, report } = await run('team-members', fileOf(emails, '2091-01-31,For longer'));
  expect(report).toMatchObject({ created: 40, changed: 20 });
  const after = await exported('team-members');
  const undone = await finishUndo(api, people, await startUndo(people, jobId));
  expect(undone).toMatchObject({ status: 'done', processed: 60, refused: 0 });
  expect(await exported('team-members')).toEqual(before);
  expect(await jobAt(people, jobId)).toMatchObject({ revertedBy: undone.correlationId });
  await finishUndo(api, people, await startUndo(people, undone.id));
  expect(await exported('team-members')).toEqual(after);
});

test('what an import of teams has created is not taken back: a team is removed instead', async () => {
  const { jobId } = await run('teams', TEAMS);
  await expectProblem(await startUndo(people, jobId), 409, 'change_not_revertible');
  expect(await exported('teams')).toEqual(['Platform,idp-7', 'Support,']);
});
