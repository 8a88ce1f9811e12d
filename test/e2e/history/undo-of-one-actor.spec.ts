import { runJobChunk } from '#libs/directory';
import { askWith, expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUser, createUsers } from '../../support/api/people.js';
import { finishUndo, undo, type Team } from '../../support/api/undo.js';
import { finishJob } from '../../support/directory/jobs.js';

/** A correlation id is known to others, who can send it too: what they do with it is another change. */

let api: RunningApi;
let team: Team;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  team = await createTeam(api);
});
afterAll(() => api.close());

const rename = async (ask: Ask, id: string, name: string, correlationId?: string) => {
  const headers = correlationId === undefined ? undefined : { 'x-correlation-id': correlationId };
  const answer = await ask('PATCH', `${team.path}/users/${id}`, { name }, headers);
  expect(answer.status).toBe(200);
  return answer;
};

const nameOf = async (id: string) =>
  (await team.asks.owner('GET', `${team.path}/users/${id}`)).body.name as string;

const eventsWith = async (correlationId: string) => {
  const { body } = await team.asks.owner('GET', `${team.path}/events?limit=100`);
  const events = body.data as { correlationId: string; at: string; actor: string }[];
  return events.filter((event) => event.correlationId === correlationId);
};

describe('an undo', () => {
  test('is neither refused for what others do with the id of a request, nor takes that back', async () => {
    const [one, two] = [await createUser(api, team.account.id), await createUser(api, team.account.id)];
    const group = await createServiceGroup(api, team.account.id);
    const groupPath = `${team.path}/service-groups/${group.id}`;
    await team.asks.owner('PATCH', groupPath, { membershipRules: { membersMayAsk: true } });
    const answer = await rename(team.asks.owner, one.id, 'Ada');
    const id = answer.headers.get('rollbook-revertible')!;
    const headers = { 'x-correlation-id': id };
    const asked = { serviceGroupId: group.id };
    const request = await team.asks.member('POST', `${team.path}/access-requests`, asked, headers);
    expect(request.status).toBe(201);
    const key = { name: 'CI', scopes: ['users:read'] };
    expect((await api.operator('POST', `${team.path}/api-keys`, key, headers)).status).toBe(201);
    await rename(team.asks.admin, two.id, 'Grace', id);
    expect((await eventsWith(id)).length).toBe(4);
    const undone = await undo(team, id);
    expect(undone).toMatchObject({ status: 200, body: { correlationId: id } });
    expect([await nameOf(one.id), await nameOf(two.id)]).toEqual([one.name, 'Grace']);
    const { body } = await team.asks.member('GET', `${team.path}/access-requests/${request.body.id}`);
    expect(body.status).toBe('requested');
  });

  test('is refused where others have changed the same with the same id', async () => {
    const user = await createUser(api, team.account.id);
    const { headers } = await rename(team.asks.owner, user.id, 'Ada');
    const id = headers.get('rollbook-revertible')!;
    await rename(team.asks.admin, user.id, 'Grace', id);
    await expectProblem(await undo(team, id), 409, 'change_superseded');
    expect(await nameOf(user.id)).toBe('Grace');
  });

  test('of an id that several have made up is of whom the time or the actor says, else of the caller', async () => {
    const users = await createUsers(api, team.account.id, 3);
    const names = await Promise.all(users.map(nameOf));
    const [first, second, third] = users as [string, string, string];
    const at = new Date().toISOString();
    await rename(team.asks.admin, first, 'By admin', 'ticket-1');
    await rename(team.asks.owner, second, 'By owner', 'ticket-1');
    await rename(api.operator, third, 'By operator', 'ticket-1');
    const found = await eventsWith('ticket-1');
    expect((await undo(team, 'ticket-1', { query: `?at=${at}` })).status).toBe(200);
    expect(await Promise.all(users.map(nameOf))).toEqual(['By admin', names[1], 'By operator']);
    const admins = found.find(({ actor }) => actor === `user:${team.admin.id}`)!;
    const exact = `?at=${encodeURIComponent(admins.at)}`;
    expect((await undo(team, 'ticket-1', { query: exact })).status).toBe(200);
    expect(await Promise.all(users.map(nameOf))).toEqual([names[0], names[1], 'By operator']);
    const operators = found.find(({ actor }) => actor.startsWith('operator:'))!;
    const byActor = `?at=${at}&actor=${encodeURIComponent(operators.actor)}`;
    expect((await undo(team, 'ticket-1', { query: byActor })).status).toBe(200);
    expect(await Promise.all(users.map(nameOf))).toEqual(names);
    const nobody = `?at=${at}&actor=user:nobody`;
    await expectProblem(await undo(team, 'ticket-1', { query: nobody }), 404, 'change_not_found');
  });
});

describe('an undo by a job', () => {
  const suspend = async (ask: Ask, userIds: readonly string[], correlationId: string) => {
    const body = { action: 'suspend', userIds };
    const headers = { 'x-correlation-id': correlationId };
    const answer = await ask('POST', `${team.path}/bulk-jobs`, body, headers);
    expect(answer.status).toBe(202);
    return answer.body as { id: string; createdAt: string };
  };
  const suspended = async () => {
    const { body } = await team.asks.owner('GET', `${team.path}/users?status=suspended&limit=100`);
    return (body.data as { id: string }[]).map(({ id }) => id).sort();
  };

  test('does not wait for the jobs of others, nor undo what they did', async () => {
    const users = (await createUsers(api, team.account.id, 90)).sort();
    const [own, theirs, paused] = [users.slice(0, 40), users.slice(40, 80), users.slice(80)];
    const { id, createdAt } = await suspend(team.asks.owner, own, 'sweep');
    await finishJob(api.directory, id);
    await finishJob(api.directory, (await suspend(team.asks.admin, theirs, 'sweep')).id);
    const waiting = await suspend(team.asks.admin, paused, 'sweep');
    await team.asks.admin('POST', `${team.path}/jobs/${waiting.id}/pause`);
    const query = `?at=${encodeURIComponent(createdAt)}`;
    const job = await finishUndo(api, team, await undo(team, 'sweep', { query }));
    expect(job).toMatchObject({ processed: 40, refused: 0 });
    expect(await suspended()).toEqual(theirs);
  });

  test('has all of a job that several have resumed', async () => {
    const users = (await createUsers(api, team.account.id, 95)).sort();
    const { body: key } = await api.operator('POST', `${team.path}/api-keys`, {
      ...{ name: 'machine', scopes: ['users:write', 'jobs:read', 'events:read'] },
    });
    const askers = [askWith(api.url, key.key as string), team.asks.admin, team.asks.owner];
    const { id, createdAt } = await suspend(askers[0]!, users, 'handed-on');
    for (const ask of askers.slice(1)) {
      await runJobChunk(api.directory, id);
      await team.asks.owner('POST', `${team.path}/jobs/${id}/pause`);
      expect((await ask('POST', `${team.path}/jobs/${id}/resume`)).status).toBe(200);
    }
    await finishJob(api.directory, id);
    expect(new Set((await eventsWith('handed-on')).map(({ actor }) => actor)).size).toBeGreaterThan(1);
    expect(await suspended()).toEqual(users);
    const query = `?at=${encodeURIComponent(createdAt)}`;
    const job = await finishUndo(api, team, await undo(team, 'handed-on', { query }));
    expect(job).toMatchObject({ processed: 95, refused: 0 });
    expect(await suspended()).toEqual([]);
  });
});
