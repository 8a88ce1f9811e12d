import { grantTenant } from '#libs/directory';
import { expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { created, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';
import { indexesSettled } from '../../support/engines/engine.js';

type Team = Awaited<ReturnType<typeof createTeam>>;
interface Reference {
  id: string;
  key: string;
}

let api: RunningApi;
let team: Team;
let group: string;
let groupId: string;
let reader: Reference;
let deployer: Reference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  ({ id: groupId } = await createServiceGroup(api, team.account.id));
  group = `${team.path}/service-groups/${groupId}`;
  [deployer, reader] = (await replace('deployer', 'reader')) as [Reference, Reference];
});

const ROLES: Record<string, string[]> = { deployer: ['deploy', 'logs.read'], reader: ['logs.read'] };
async function replace(...keys: string[]): Promise<Reference[]> {
  const accessRoles = keys.map((key) => ({ key, name: key, permissions: ROLES[key] ?? [] }));
  const set = created<{ accessRoles: Reference[] }>(
    await team.asks.owner('PUT', `${team.path}/access-roles`, { accessRoles }),
  );
  return set.accessRoles.map(({ id, key }) => ({ id, key }));
}
const rule = async (membershipRules: object) =>
  created(await team.asks.owner('PATCH', group, { membershipRules }));
const member = () => `${group}/members/${team.member.id}`;
const roleOf = async () => (await team.asks.admin('GET', member())).body.accessRole as unknown;

describe('a membership', () => {
  test('is given an access role, gets another one, and loses it', async () => {
    const added = await team.asks.admin('PUT', member(), { accessRole: 'reader' });
    expect(added).toMatchObject({ status: 201, body: { accessRole: reader } });
    // Who is a member keeps what they have.
    expect((await team.asks.admin('PUT', member(), { accessRole: 'deployer' })).body.accessRole).toEqual(
      reader,
    );
    const changed = await team.asks.admin('PATCH', member(), { accessRole: 'deployer' });
    expect(changed).toMatchObject({ status: 200, body: { accessRole: deployer } });
    const { body } = await team.asks.admin('PATCH', member(), { accessRole: null });
    expect(body).not.toHaveProperty('accessRole');
    await indexesSettled();
    await expectNothingWrong(grantTenant(api.directory, team.account.id));
  });

  test('shows its access role wherever it is shown', async () => {
    const { asks, path } = team;
    const end = new Date(Date.now() + 3_600_000).toISOString();
    created(await asks.admin('PUT', member(), { accessRole: 'reader', expiresAt: end }));
    await indexesSettled();
    const own = `${path}/users/${team.member.id}/service-groups`;
    const now = new Date().toISOString();
    for (const list of [`${group}/members`, own, `${path}/memberships/ending`, `${own}?asOf=${now}`])
      expect((await asks.admin('GET', list)).body.data).toMatchObject([{ accessRole: reader }]);
    const matrix = await asks.admin(
      'GET',
      `${path}/memberships/matrix?groupIds=${groupId}&userIds=${team.member.id}`,
    );
    expect(matrix.body.rows[0].cells[groupId]).toMatchObject({ accessRole: reader });
    const csv = await asks.admin('GET', `${path}/export/memberships`);
    expect(String(csv.body)).toContain('reader');
    // The past stays as it was.
    created(await asks.admin('PATCH', member(), { accessRole: 'deployer' }));
    const past = await asks.admin('GET', `${member()}?asOf=${now}`);
    expect(past.body).toMatchObject({ accessRole: reader });
    const listed = await asks.admin('GET', `${group}/members?asOf=${now}`);
    expect(listed.body.data).toMatchObject([{ accessRole: reader }]);
  });

  test('refuses an access role that the account does not have, and changes nothing', async () => {
    const { asks } = team;
    const unknown = await asks.admin('PUT', member(), { accessRole: 'nobody' });
    await expectProblem(unknown, 409, 'access_role_not_found');
    await expectProblem(await asks.admin('GET', member()), 404, 'membership_not_found');
    const malformed = await asks.admin('PUT', member(), { accessRole: 'No Key' });
    expect(malformed.body.errors).toMatchObject([{ pointer: '/accessRole' }]);
    created(await asks.admin('PUT', member()));
    await expectProblem(
      await asks.admin('PATCH', member(), { accessRole: 'nobody' }),
      409,
      'access_role_not_found',
    );
  });

  test('keeps the reference to a role that was removed, and a role with its key is another one', async () => {
    created(await team.asks.admin('PUT', member(), { accessRole: 'reader' }));
    await replace('deployer');
    expect(await roleOf()).toEqual(reader);
    const [, again] = await replace('deployer', 'reader');
    expect(again!.id).not.toBe(reader.id);
    expect(await roleOf()).toEqual(reader);
    const changed = await team.asks.admin('PATCH', member(), { accessRole: 'reader' });
    expect(changed.body.accessRole).toEqual(again);
  });
});

describe('many memberships', () => {
  test('get an access role in a batch, in the matrix, and with all groups of a user', async () => {
    const { asks, path } = team;
    created(
      await asks.admin('POST', `${group}/members/batch`, { add: [team.member.id], accessRole: 'reader' }),
    );
    expect(await roleOf()).toEqual(reader);
    const cell = { userId: team.member.id, serviceGroupId: groupId };
    const batch = (change: object) =>
      asks.admin('POST', `${path}/memberships/batch`, { changes: [{ ...cell, ...change }] });
    expect((await batch({ action: 'change', accessRole: 'deployer' })).body).toMatchObject({ done: 1 });
    expect(await roleOf()).toEqual(deployer);
    expect((await batch({ action: 'change', accessRole: 'nobody' })).body.results).toMatchObject([
      { outcome: 'refused', problem: { code: 'access_role_not_found' } },
    ]);
    const all = { serviceGroupIds: [], accessRole: 'reader' };
    created(await asks.admin('PUT', `${path}/users/${team.member.id}/service-groups`, all));
    const one = { serviceGroupIds: [groupId], accessRole: 'reader' };
    created(await asks.admin('PUT', `${path}/users/${team.member.id}/service-groups`, one));
    expect(await roleOf()).toEqual(reader);
  });

  const bulk = async (body: object) => {
    const started = await team.asks.owner('POST', `${team.path}/bulk-jobs`, body);
    expect(started).toMatchObject({ status: 202 });
    return started.body.id as string;
  };
  const job = async (id: string) => (await team.asks.owner('GET', `${team.path}/jobs/${id}`)).body;

  test('are moved to another access role by a bulk job, which leaves out who is no member', async () => {
    created(await team.asks.admin('PUT', member(), { accessRole: 'reader' }));
    const change = { action: 'change_access_role', serviceGroupIds: [groupId], accessRole: 'deployer' };
    const id = await bulk({ ...change, userIds: [team.member.id, team.admin.id] });
    await finishJob(api.directory, id);
    expect(await job(id)).toMatchObject({ processed: 2, refused: 0, bulk: { accessRole: 'deployer' } });
    expect(await roleOf()).toEqual(deployer);
    await expectProblem(
      await team.asks.admin('GET', `${group}/members/${team.admin.id}`),
      404,
      'membership_not_found',
    );
    const missing = await team.asks.owner('POST', `${team.path}/bulk-jobs`, {
      ...{ action: 'change_access_role', serviceGroupIds: [groupId], userIds: [team.member.id] },
    });
    expect(missing.body.errors).toMatchObject([{ code: 'required', pointer: '/accessRole' }]);
  });

  test('get nothing from a job whose access role was removed and made anew before it ran', async () => {
    const add = { action: 'add_to_groups', serviceGroupIds: [groupId], accessRole: 'reader' };
    const id = await bulk({ ...add, userIds: [team.member.id] });
    await replace('deployer');
    await replace('deployer', 'reader');
    await finishJob(api.directory, id);
    expect(await job(id)).toMatchObject({ refused: 1 });
    await expectProblem(await team.asks.admin('GET', member()), 404, 'membership_not_found');
  });

  test('are undone with their access roles, of which a removed one gives nothing', async () => {
    created(await team.asks.admin('PUT', member(), { accessRole: 'reader' }));
    const changed = await team.asks.admin('PATCH', member(), { accessRole: 'deployer' });
    const correlationId =
      changed.headers.get('rollbook-correlation-id') ?? changed.headers.get('x-request-id');
    await indexesSettled();
    const undone = await team.asks.admin('POST', `${team.path}/changes/${correlationId}/revert`);
    expect(undone.status).toBe(200);
    expect(await roleOf()).toEqual(reader);
    await indexesSettled();
    await expectNothingWrong(grantTenant(api.directory, team.account.id));
  });
});

describe('a manager', () => {
  let manager: Awaited<ReturnType<typeof createUser>>;
  let asks: Ask;
  const own = () => `${group}/members/${manager.id}`;

  beforeEach(async () => {
    manager = await createUser(api, team.account.id);
    asks = await api.as(manager);
    created(await team.asks.admin('PUT', `${group}/managers/${manager.id}`));
    await rule({ accessRoles: [{ key: 'reader', maxLengthSeconds: 3_600 }] });
  });

  test('gives the access roles that the service group offers, for no longer than it says', async () => {
    const { body } = await asks('PUT', member(), { accessRole: 'reader' });
    expect(body).toMatchObject({ accessRole: reader, expiresAt: expect.any(String) as string });
    // The end is decided by a clock that goes on steadily, the beginning by that of the event.
    const length = Date.parse(body.expiresAt as string) - Date.parse(body.since as string);
    expect(Math.round(length / 1_000)).toBe(3_600);
    const long = new Date(Date.now() + 2 * 3_600_000).toISOString();
    await expectProblem(await asks('PATCH', member(), { expiresAt: long }), 409, 'membership_too_long');
  });

  test('gives no other one, and none to themselves, by no route', async () => {
    const far = new Date(Date.now() + 86_400_000).toISOString();
    created(
      await team.asks.admin('PUT', member(), {
        accessRole: 'deployer',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
    created(
      await team.asks.admin('PUT', own(), {
        accessRole: 'reader',
        expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
      }),
    );
    const refusals: [string, string, object, string][] = [
      ['PUT', `${group}/members/${team.admin.id}`, { accessRole: 'deployer' }, 'access_role_not_offered'],
      ['PATCH', member(), { expiresAt: far }, 'access_role_not_offered'],
      ['PATCH', own(), { accessRole: 'reader', expiresAt: far }, 'membership_too_long'],
      ['PATCH', own(), { expiresAt: new Date(Date.now() + 3_000_000).toISOString() }, 'not_permitted'],
    ];
    for (const [method, path, body, code] of refusals) {
      const { status, body: problem } = await asks(method, path, body);
      expect([code, status >= 400, problem.code]).toEqual([code, true, code]);
    }
    const batch = await asks('POST', `${group}/members/batch`, {
      add: [team.admin.id],
      accessRole: 'deployer',
    });
    expect(batch.body).toMatchObject({ results: [{ problem: { code: 'access_role_not_offered' } }] });
    expect((await asks('DELETE', own())).status).toBe(204);
    await expectProblem(await asks('PUT', own(), { accessRole: 'reader' }), 403, 'not_permitted');
    created(await asks('PUT', own()));
    await expectProblem(await asks('PATCH', own(), { accessRole: 'reader' }), 403, 'not_permitted');
  });

  test('approves a request for an offered role, not for one that is offered no longer or was made anew', async () => {
    const offered = { accessRoles: [{ key: 'reader', membersMayAsk: true }] };
    await rule({ membersMayAsk: true, ...offered });
    const ask = async () =>
      created<{ id: string }>(
        await team.asks.member('POST', `${team.path}/access-requests`, {
          serviceGroupId: groupId,
          accessRole: 'reader',
        }),
      );
    const { id } = await ask();
    const approve = (by: Ask, request: string) =>
      by('POST', `${group}/access-requests/${request}/approve`, {});
    await rule({ accessRoles: null });
    await expectProblem(await approve(asks, id), 403, 'access_role_not_offered');
    await expectProblem(await approve(team.asks.owner, id), 403, 'access_role_not_offered');
    await rule(offered);
    await replace('deployer');
    await replace('deployer', 'reader');
    await expectProblem(await approve(asks, id), 409, 'access_role_not_found');
    created(await team.asks.member('POST', `${team.path}/access-requests/${id}/withdraw`, {}));
    const again = await ask();
    const approved = await approve(asks, again.id);
    expect(approved.body).toMatchObject({ status: 'approved', accessRole: { key: 'reader' } });
    expect(await roleOf()).toMatchObject({ key: 'reader' });
    const { body } = await team.asks.admin('GET', `${team.path}/requestable-service-groups`);
    expect(body.data).toMatchObject([{ accessRoles: [{ key: 'reader', maxLengthSeconds: null }] }]);
  });
});

test('invitations and imports give the default of a service group, unless they name another one', async () => {
  const { asks, path } = team;
  await rule({ defaultAccessRole: 'reader' });
  const invited = created<{ id: string }>(
    await asks.admin('POST', `${path}/invitations`, {
      ...{ name: 'Grace', email: 'grace@acme.example', serviceGroupIds: [groupId] },
    }),
  );
  expect((await asks.admin('GET', `${group}/members/${invited.id}`)).body.accessRole).toEqual(reader);
  const { body: people } = await asks.admin('GET', `${path}/users/${team.member.id}`);
  const { body: named } = await asks.admin('GET', group);
  const rows = async (accessRole: string) => {
    const csv = `userEmail,serviceGroupName,accessRole\n${people.email},${named.name},${accessRole}\n`;
    const started = await asks.owner('POST', `${path}/import/memberships`, csv, {
      'content-type': 'text/csv',
    });
    expect(started.status).toBe(202);
    await finishJob(api.directory, started.body.id as string);
  };
  await rows('');
  expect(await roleOf()).toEqual(reader);
  await rows('deployer');
  expect(await roleOf()).toEqual(deployer);
  await rows('');
  expect(await roleOf()).toEqual(deployer);
});
