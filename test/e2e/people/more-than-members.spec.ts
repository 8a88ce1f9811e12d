import { askWith, expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { importRows } from '../../support/api/imports.js';
import { created, createTeam, createUser } from '../../support/api/people.js';
import { USER_SCHEMA } from '../../support/api/scim.js';
import { finishJob } from '../../support/directory/jobs.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startApi();
  team = await createTeam(api);
});
afterAll(() => api.close());

async function keyWith(scopes: string[], path = team.path): Promise<Ask> {
  const { key } = created<{ key: string }>(
    await api.operator('POST', `${path}/api-keys`, { name: 'machine', scopes }),
  );
  return askWith(api.url, key);
}

let count = 0;
const person = (role: string) => ({ name: 'Ada', email: `more-${(count += 1)}@x.example`, role });
const identity = () => ({ issuer: 'https://login.x.example', subject: `subject-${(count += 1)}` });

type Write = [string, string, () => string | Promise<string>, () => object | undefined];
const users = () => `${team.path}/users`;
const ofAdmin = () => `${users()}/${team.admin.id}`;
const invitedAdmin = async () =>
  `${team.path}/invitations/${(await api.operator('POST', `${team.path}/invitations`, person('admin'))).body.id}`;
const scimUser = () => `/scim/v2/${team.account.id}/Users`;
const nothing = () => undefined;

const WRITES: Write[] = [
  ['creates no admin', 'POST', users, () => person('admin')],
  [
    'creates none among others',
    'POST',
    () => `${users()}/batch`,
    () => ({ users: [person('member'), person('admin')] }),
  ],
  ['makes nobody one', 'PATCH', () => `${users()}/${team.member.id}`, () => ({ role: 'admin' })],
  ['changes none', 'PATCH', ofAdmin, () => ({ email: 'taken-over@x.example' })],
  ['suspends none', 'POST', () => `${ofAdmin()}/suspend`, nothing],
  ['removes none', 'DELETE', ofAdmin, nothing],
  ['invites none', 'POST', () => `${team.path}/invitations`, () => person('admin')],
  [
    'invites none among others',
    'POST',
    () => `${team.path}/invitations/batch`,
    () => ({ invitations: [person('member'), person('admin')] }),
  ],
  ['invites none again', 'POST', async () => `${await invitedAdmin()}/resend`, nothing],
  ['revokes no invitation of one', 'DELETE', invitedAdmin, nothing],
  [
    'makes nobody one in bulk',
    'POST',
    () => `${team.path}/bulk-jobs`,
    () => ({ action: 'change_role', role: 'admin', userIds: [team.member.id] }),
  ],
];

async function expectScopeNeeded(ask: Ask, [, method, path, body]: Write, scope: string) {
  const answer = await ask(method, await path(), body(), method === 'DELETE' ? { 'if-match': '*' } : {});
  const { detail } = await expectProblem(answer, 403, 'not_permitted');
  expect(detail).toContain(scope);
}

describe('a key without the scope admins:write', () => {
  let own: Awaited<ReturnType<typeof keyWith>>;
  let ofPlatform: Awaited<ReturnType<typeof keyWith>>;
  beforeAll(async () => {
    own = await keyWith(['users:write', 'users:read', 'jobs:read']);
    ofPlatform = await keyWith(['users:write'], '/v1');
  });

  test.each(WRITES)('%s', async (...write) => {
    await expectScopeNeeded(own, write, 'admins:write');
    await expectScopeNeeded(ofPlatform, write, 'admins:write');
  });

  test('still creates and changes members', async () => {
    const member = created<{ id: string }>(await own('POST', users(), person('member')));
    created(await own('PATCH', `${users()}/${member.id}`, { name: 'Other' }));
    created(await own('POST', `${users()}/${member.id}/suspend`));
  });

  test('changes and imports none in a job, which says so for each row', async () => {
    const userIds = [team.admin.id, (await createUser(api, team.account.id)).id];
    const job = await own('POST', `${team.path}/bulk-jobs`, { action: 'suspend', userIds });
    await finishJob(api.directory, job.body.id as string);
    expect((await api.operator('GET', `${team.path}/jobs/${job.body.id}`)).body).toMatchObject({
      processed: 2,
      refused: 1,
    });
    const rows = `email,name,role\n${person('').email},New,admin\n${team.admin.email},Renamed,\n${person('').email},New,`;
    const { errors } = await importRows(api, { path: team.path, kind: 'users', rows, ask: own });
    expect(errors).toMatchObject([
      { line: 2, code: 'not_permitted', detail: expect.stringContaining('admins:write') },
      { line: 3, code: 'not_permitted' },
    ]);
  });

  test('provisions none by SCIM', async () => {
    const provider = await keyWith(['scim']);
    const resource = { schemas: [USER_SCHEMA], userName: person('').email, roles: [{ value: 'admin' }] };
    const answer = await provider('POST', scimUser(), resource, { 'content-type': 'application/scim+json' });
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('admins:write') } });
    const removed = await provider('DELETE', `${scimUser()}/${team.admin.id}`);
    expect(removed).toMatchObject({ status: 403, body: { detail: expect.stringContaining('admins:write') } });
  });
});

test('a key with it does all that, but no more than its other scopes say', async () => {
  const ask = await keyWith(['users:write', 'admins:write']);
  const admin = created<{ id: string }>(await ask('POST', users(), person('admin')));
  created(await ask('PATCH', `${users()}/${admin.id}`, { name: 'Other' }));
  await expectProblem(await ask('POST', users(), person('owner')), 403, 'owner_needed');
  const { detail } = await expectProblem(
    await (
      await keyWith(['admins:write'])
    )('POST', users(), person('member')),
    403,
    'not_permitted',
  );
  expect(detail).toContain('users:write');
});

test('a key links identities with the scope of that name only, and those of admins with both', async () => {
  const of = (user: { id: string }) => `${users()}/${user.id}/identities`;
  const link: Write = ['', 'POST', () => of(team.member), identity];
  await expectScopeNeeded(await keyWith(['users:write', 'admins:write']), link, 'identities:write');
  const ask = await keyWith(['identities:write']);
  created(await ask('POST', of(team.member), identity()));
  await expectScopeNeeded(ask, ['', 'POST', () => of(team.admin), identity], 'admins:write');
  created(await (await keyWith(['identities:write', 'admins:write']))('POST', of(team.admin), identity()));
});
