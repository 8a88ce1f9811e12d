import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { expectCalls, expectProblem } from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUser, created } from '../../support/api/people.js';
import { filled, inventedIds } from '../../support/api/tenant-matrix.js';
import { openApiDocument } from '../../support/contract.js';
import { engineClient } from '../../support/engines/engine.js';
import type { Browser } from '../../support/browser/browser.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';

type Method = Parameters<Browser['send']>[0];

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startSignInApi();
});
beforeEach(async () => {
  team = await createTeam(api);
  for (const user of [team.owner, team.admin]) await api.link(user, user.id);
});
const { now } = Date;
afterEach(() => {
  Date.now = now;
});
afterAll(() => api.close());

const at = (path: string) => `${api.url}${path}`;
const own = '/v1/session/see-as';
const reason = 'Ticket 4711';

async function operator(): Promise<Browser> {
  api.provider.person = { groups: ['rollbook-operators'] };
  const browser = await api.signIn('ops');
  api.provider.person = {};
  return browser;
}

const seeAs = (browser: Browser, userId: string, path = team.path) =>
  browser.send('POST', at(`${path}/users/${userId}/see-as`), { body: { reason } });
/** Its end has come, and nobody has committed it. */
async function letItEnd(userId: string, groupId: string): Promise<void> {
  const client = engineClient();
  await client.send(
    new UpdateItemCommand({
      TableName: api.configuration.table.name,
      Key: { PK: { S: `user:${userId}` }, SK: { S: `servicegroup:${groupId}` } },
      UpdateExpression: 'SET endsAt = :now',
      ConditionExpression: 'attribute_exists(endsAt)',
      ExpressionAttributeValues: { ':now': { S: new Date().toISOString() } },
    }),
  );
  client.destroy();
}

const whoAmI = (browser: Browser) => browser.send('GET', at('/v1/me'));

async function seeing(browser: Browser, userId = team.member.id): Promise<Browser> {
  created(await seeAs(browser, userId));
  return browser;
}

describe('seeing as a user', () => {
  test('is reading what they read, until it is ended', async () => {
    const browser = await operator();
    const begun = await seeAs(browser, team.member.id);
    expect(begun).toMatchObject({ status: 200, body: { userId: team.member.id, role: 'member' } });
    const left = Date.parse(begun.body.until as string) - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    const me = await whoAmI(browser);
    expect(me.body).toMatchObject({ kind: 'user', id: team.member.id, role: 'member' });
    // The session, the user, and the service groups that they manage.
    expectCalls(me, 3);
    await expectProblem(await browser.send('GET', at(`${team.path}/users`)), 403, 'not_permitted');
    await expectProblem(await browser.send('GET', at('/v1/accounts')), 403, 'not_permitted');
    const { id } = await createServiceGroup(api, team.account.id);
    await api.operator('PUT', `${team.path}/service-groups/${id}/members/${team.member.id}`);
    const groups = await browser.send('GET', at(`${team.path}/users/${team.member.id}/service-groups`));
    expect(groups.body.data).toMatchObject([{ serviceGroupId: id }]);
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({
      kind: 'operator',
      seeingAs: { ...begun.body, name: team.member.name, accountName: team.account.name },
    });
    expect((await browser.send('DELETE', at(own))).status).toBe(204);
    expect((await whoAmI(browser)).body).toMatchObject({ kind: 'operator' });
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({ seeingAs: null });
    expect((await browser.send('POST', at('/v1/accounts'), { body: { name: 'Globex' } })).status).toBe(201);
  });

  test('shows access that ends until its end, and not from then on, and so does their own session', async () => {
    const { id } = await createServiceGroup(api, team.account.id);
    const group = `${team.path}/service-groups/${id}`;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    created(await api.operator('PUT', `${group}/members/${team.member.id}`, { expiresAt }));
    await api.link(team.member, team.member.id);
    const browsers = [await seeing(await operator()), await api.signIn(team.member.id)];
    const groups = at(`${team.path}/users/${team.member.id}/service-groups`);
    for (const browser of browsers) {
      expect((await browser.send('GET', groups)).body.data).toMatchObject([
        { serviceGroupId: id, expiresAt },
      ]);
      expect((await browser.send('GET', at(group))).status).toBe(200);
    }
    await letItEnd(team.member.id, id);
    for (const browser of browsers) {
      expect((await browser.send('GET', groups)).body.data).toEqual([]);
      expect((await browser.send('GET', at(group))).status).not.toBe(200);
      expect((await whoAmI(browser)).status).toBe(200);
    }
  });

  test('is reading as a manager what they manage, and changing nothing of it', async () => {
    const { id } = await createServiceGroup(api, team.account.id);
    const group = `${team.path}/service-groups/${id}`;
    created(await api.operator('PUT', `${group}/managers/${team.member.id}`));
    for (const seer of [await operator(), await api.signIn(team.owner.id)]) {
      const browser = await seeing(seer);
      expect((await browser.send('GET', at(`${group}/members`))).status).toBe(200);
      const { body } = await browser.send('GET', at('/v1/session'));
      expect(body.seeingAs).toMatchObject({ managedServiceGroups: [{ id }] });
      const member = at(`${group}/members/${team.admin.id}`);
      await expectProblem(await browser.send('PUT', member), 403, 'seeing_as');
      const other = await createServiceGroup(api, team.account.id);
      const members = at(`${team.path}/service-groups/${other.id}/members`);
      await expectProblem(await browser.send('GET', members), 403, 'not_permitted');
    }
  });

  test('is an event of the user, whose reason is erased with them', async () => {
    await seeing(await api.signIn(team.owner.id));
    const expected = {
      type: 'user.seen_as',
      actor: `user:${team.owner.id}`,
      summary: `${team.owner.name} saw the account as ${team.member.name}: ${reason}`,
    };
    const history = () => team.asks.owner('GET', `${team.path}/users/${team.member.id}/events?include=actor`);
    const activity = await team.asks.owner('GET', `${team.path}/events?type=user.seen_as&include=actor`);
    expect(activity.body.data).toMatchObject([expected]);
    expect((await history()).body.data.at(-1)).toMatchObject({ ...expected, data: { reason } });
    await team.asks.owner('DELETE', `${team.path}/users/${team.member.id}`);
    expect((await team.asks.owner('POST', `${team.path}/users/${team.member.id}/erase`)).status).toBe(204);
    expect(JSON.stringify((await history()).body)).not.toContain(reason);
  });

  test('is for operators and owners with a browser who have just signed in, and a reason', async () => {
    const path = `${team.path}/users/${team.member.id}/see-as`;
    for (const ask of [team.asks.operator, team.asks.owner])
      await expectProblem(await ask('POST', path, { reason }), 401, 'session_missing');
    await expectProblem(await team.asks.member('POST', path, { reason }), 403, 'not_permitted');
    const admin = await api.signIn(team.admin.id);
    await expectProblem(await seeAs(admin, team.member.id), 403, 'not_permitted');
    await expectProblem(await seeAs(admin, team.owner.id), 403, 'not_permitted');
    const owner = await api.signIn(team.owner.id);
    for (const [body, code] of [
      [{}, 'required'],
      [{ reason: '  ' }, 'invalid_name'],
      [{ reason: 'x'.repeat(201) }, 'invalid_name'],
    ] as const)
      await expectProblem(await owner.send('POST', at(path), { body }), 400, code);
    api.provider.person = { auth_time: Math.floor(Date.now() / 1_000) - 400 };
    const old = await api.signIn(team.owner.id);
    api.provider.person = {};
    await expectProblem(await seeAs(old, team.member.id), 401, 'recent_sign_in_needed');
    const { body } = await team.asks.owner('GET', `${team.path}/events?type=user.seen_as`);
    expect(body.data).toEqual([]);
    expect((await whoAmI(owner)).body).toMatchObject({ id: team.owner.id });
  });

  test('is not of another account, nor of who is not active', async () => {
    const other = await createTeam(api);
    const owner = await api.signIn(team.owner.id);
    await expectProblem(await seeAs(owner, other.member.id, other.path), 404, 'account_not_found');
    await expectProblem(await seeAs(owner, other.member.id), 404, 'user_not_found');
    await api.operator('POST', `${team.path}/users/${team.member.id}/suspend`);
    await expectProblem(await seeAs(owner, team.member.id), 409, 'user_suspended');
    const invited = { name: 'Ida', email: 'ida@invited.example' };
    const { id } = created<{ id: string }>(await api.operator('POST', `${team.path}/invitations`, invited));
    await expectProblem(await seeAs(owner, id), 409, 'user_invited');
  });
});

describe('who sees as a user', () => {
  const allowed = [
    'POST /access/v1/evaluation',
    'POST /access/v1/evaluations',
    'POST /access/v1/search/subject',
    'POST /access/v1/search/resource',
    'POST /access/v1/search/action',
    'POST /v1/accounts/{accountId}/import/{kind}/inspect',
    'DELETE /v1/session/see-as',
  ];
  /** Every route that needs a credential and is no GET. */
  const writes = () =>
    Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
      Object.entries(item)
        .filter(([method, { security }]) => method !== 'get' && security?.length !== 0)
        .map(([method]) => ({ method: method.toUpperCase() as Method, template })),
    );

  test('writes by no route, not even as a dry run', async () => {
    const browser = await seeing(await api.signIn(team.owner.id), team.admin.id);
    const ids = { ...inventedIds(), accountId: team.account.id, userId: team.admin.id };
    const everything = async () => (await team.asks.owner('GET', `${team.path}/events?limit=100`)).body.data;
    const before = await everything();
    const names: string[] = [];
    for (const { method, template } of writes()) {
      const name = `${method} ${template}`;
      names.push(name);
      if (allowed.includes(name)) continue;
      for (const query of ['', '?dryRun=true']) {
        const { status, body } = await browser.send(method, at(filled(template, ids) + query));
        const code = template.startsWith('/scim') ? /see-as ends that/.exec(body.detail)?.[0] : body.code;
        expect(`${name}: ${status} ${code}`).toMatch(/: 403 (seeing_as|see-as ends that)$/);
      }
    }
    expect(names).toEqual(expect.arrayContaining(allowed));
    expect(await everything()).toEqual(before);
    expect((await whoAmI(browser)).body).toMatchObject({ id: team.admin.id });
  });

  test('asks what is asked by POST', async () => {
    const browser = await seeing(await api.signIn(team.owner.id));
    const { id } = await createServiceGroup(api, team.account.id);
    const evaluation = {
      subject: { type: 'user', id: team.member.id },
      action: { name: 'enter' },
      resource: { type: 'service_group', id },
    };
    const answer = await browser.send('POST', at('/access/v1/evaluation'), { body: evaluation });
    expect(answer).toMatchObject({ status: 200, body: { decision: false } });
    const about = { ...evaluation, subject: { type: 'user', id: team.admin.id } };
    const foreign = await browser.send('POST', at('/access/v1/evaluation'), { body: about });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    const csv = { body: 'name,email\nAda,ada@x.example\n', headers: { 'content-type': 'text/csv' } };
    await expectProblem(
      await browser.send('POST', at(`${team.path}/import/users/inspect`), csv),
      403,
      'not_permitted',
    );
  });

  test('sees as nobody else before that is ended', async () => {
    const browser = await seeing(await api.signIn(team.owner.id), team.admin.id);
    await expectProblem(await seeAs(browser, team.member.id), 403, 'seeing_as');
    const body = { accountId: team.account.id };
    const choose = await browser.send('POST', at('/v1/session/account'), { body });
    await expectProblem(choose, 403, 'seeing_as');
    expect((await whoAmI(browser)).body).toMatchObject({ id: team.admin.id });
    const raced = await api.signIn(team.owner.id);
    const both = await Promise.all([seeAs(raced, team.admin.id), seeAs(raced, team.member.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  const ends: [string, () => unknown][] = [
    ['the user is suspended', () => api.operator('POST', `${team.path}/users/${team.member.id}/suspend`)],
    ['the user is removed', () => api.operator('DELETE', `${team.path}/users/${team.member.id}`)],
    [
      'they are no owner any more',
      async () => {
        await createUser(api, team.account.id, 'owner');
        await api.operator('PATCH', `${team.path}/users/${team.owner.id}`, { role: 'admin' });
      },
    ],
    [
      'its time is over',
      () => {
        const later = Date.now() + 15 * 60_000;
        Date.now = () => later;
      },
    ],
  ];

  test.each(ends)('goes on as nobody when %s, until they say so', async (_, end) => {
    const browser = await seeing(await api.signIn(team.owner.id));
    await end();
    await expectProblem(await whoAmI(browser), 403, 'seeing_as_ended');
    const change = () =>
      browser.send('PATCH', at(`${team.path}/users/${team.owner.id}`), { body: { name: 'Ada L.' } });
    await expectProblem(await change(), 403, 'seeing_as_ended');
    const { seeingAs } = (await browser.send('GET', at('/v1/session'))).body;
    expect(seeingAs).toMatchObject({ userId: team.member.id });
    expect((await browser.send('DELETE', at(own))).status).toBe(204);
    expect((await whoAmI(browser)).body).toMatchObject({ id: team.owner.id });
    expect((await change()).status).toBe(200);
  });

  test('is out with their own session, user or account', async () => {
    const browser = await seeing(await api.signIn(team.owner.id));
    const { id } = (await browser.send('GET', at('/v1/session'))).body;
    const path = `${team.path}/users/${team.owner.id}`;
    const second = await seeing(await api.signIn(team.owner.id));
    expect((await team.asks.operator('DELETE', `${path}/sessions/${id}`)).status).toBe(204);
    await expectProblem(await whoAmI(browser), 401, 'session_ended');
    const other = await createUser(api, team.account.id, 'owner');
    await api.operator('POST', `${path}/suspend`);
    await expectProblem(await whoAmI(second), 403, 'user_suspended');
    await api.link(other, other.id);
    const third = await seeing(await api.signIn(other.id));
    await api.operator('POST', `${team.path}/suspend`, undefined, { 'if-match': '*' });
    await expectProblem(await whoAmI(third), 403, 'account_suspended');
  });
});
