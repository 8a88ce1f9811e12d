import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { UserUses } from '../../../apps/api/src/auth/caller/user-uses.js';
import { askWith, costOf, expectCalls, expectProblem, type Ask } from '../../support/api/api.js';
import { startIssuer, type TestIssuer } from '../../support/api/issuer.js';
import { createTeam, createUser, createUsers, created } from '../../support/api/people.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';
import { holdClock, type Clock } from '../../support/clock.js';
import { everyItem } from '../../support/directory/items.js';
import { indexesSettled } from '../../support/engines/engine.js';

const MINUTE = 60_000;

let clock: Clock;
let issuer: TestIssuer;
let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let written: string[];
let refuses: boolean;

beforeAll(async () => {
  // The API is to have it, too.
  clock = holdClock();
  issuer = await startIssuer('https://login.acme.example', { subjects: 'identities' });
  api = await startSignInApi({ moreIssuers: [issuer.configuration] });
  watchWrites(api.app.get(DynamoDBClient));
});
beforeEach(async () => {
  team = await createTeam(api);
  [written, refuses] = [[], false];
});
afterAll(async () => {
  clock.letGo();
  await api.close();
  await issuer.close();
});

/** Notes whose items are written, and refuses that if the spec says so. */
function watchWrites(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { Item } = args.input as { Item?: Record<string, { S?: string }> };
      if (Item?.['entity']?.S !== 'last-seen') return next(args);
      written.push(Item['userId']?.S ?? '');
      if (refuses) throw new Error('The table refuses it.');
      return next(args);
    },
    { step: 'initialize', name: 'watchWrites' },
  );
}

const at = (path: string) => `${api.url}${path}`;
const iso = () => new Date().toISOString();
const settled = async () => {
  await api.app.get(UserUses).settled();
  await indexesSettled();
};

/** As an operator reads it, who is never seen themselves. */
async function lastSeen({ id }: { id: string }): Promise<string | null> {
  await settled();
  const answer = await api.operator('GET', `${team.path}/users/${id}?fields=id,lastSeenAt`);
  expect(answer.status).toBe(200);
  return (answer.body as { lastSeenAt: string | null }).lastSeenAt;
}

const use = async (ask: Ask) => expect((await ask('GET', '/v1/me')).status).toBe(200);

async function signedIn(user: { id: string; accountId: string }) {
  await api.link(user, user.id);
  return api.signIn(user.id);
}

describe('a user is seen', () => {
  test('when they sign in, and every few minutes while they use the session', async () => {
    expect(await lastSeen(team.admin)).toBeNull();
    const browser = await signedIn(team.admin);
    const signedInAt = iso();
    expect(await lastSeen(team.admin)).toBe(signedInAt);
    clock.turn(4 * MINUTE);
    expect((await browser.send('GET', at('/v1/me'))).status).toBe(200);
    expect(await lastSeen(team.admin)).toBe(signedInAt);
    expect(written).toEqual([team.admin.id]);
    clock.turn(2 * MINUTE);
    // What the dashboard asks first, which is about the session.
    expect((await browser.send('GET', at('/v1/session'))).status).toBe(200);
    expect(await lastSeen(team.admin)).toBe(iso());
    clock.turn(6 * MINUTE);
    expect((await browser.send('GET', at('/v1/me'))).status).toBe(200);
    expect(await lastSeen(team.admin)).toBe(iso());
    expect(written).toHaveLength(3);
  });

  test('in the account that they choose, and in no other of theirs', async () => {
    const other = await createTeam(api);
    const subject = team.admin.id;
    for (const user of [team.admin, other.admin]) await api.link(user, subject);
    const browser = await api.signIn(subject);
    expect(await lastSeen(team.admin)).toBeNull();
    const body = { accountId: team.account.id };
    expect((await browser.send('POST', at('/v1/session/account'), { body })).status).toBe(200);
    expect(await lastSeen(team.admin)).toBe(iso());
    expect(written).toEqual([team.admin.id]);
  });

  test('when they use a token of their own, which is written once in five minutes', async () => {
    await use(team.asks.member);
    const first = iso();
    expect(await lastSeen(team.member)).toBe(first);
    clock.turn(4 * MINUTE);
    await use(team.asks.member);
    expect(await lastSeen(team.member)).toBe(first);
    expect(written).toEqual([team.member.id]);
    clock.turn(MINUTE);
    await use(team.asks.member);
    expect(await lastSeen(team.member)).toBe(iso());
    expect(written).toHaveLength(2);
  });

  test('when they use a token of an identity provider', async () => {
    const identity = { issuer: issuer.configuration.issuer, subject: team.member.id };
    created(await api.operator('POST', `${team.path}/users/${team.member.id}/identities`, identity));
    await use(askWith(api.url, await issuer.sign({ sub: team.member.id })));
    expect(await lastSeen(team.member)).toBe(iso());
  });

  test('without a table call of the request that they make', async () => {
    const first = await team.asks.member('GET', '/v1/me');
    await settled();
    const second = await team.asks.member('GET', '/v1/me');
    expect(written).toEqual([team.member.id]);
    expect(costOf(first).writes).toBe(0);
    expectCalls(first, costOf(second).calls);
  });
});

describe('a user is not seen', () => {
  test('when somebody else sees as them, who is not seen by that either', async () => {
    const browser = await signedIn(team.owner);
    const seeAs = `${team.path}/users/${team.member.id}/see-as`;
    created(await browser.send('POST', at(seeAs), { body: { reason: 'Ticket 4711' } }));
    const before = await lastSeen(team.owner);
    clock.turn(6 * MINUTE);
    const me = await browser.send('GET', at('/v1/me'));
    expect(me.body).toMatchObject({ id: team.member.id });
    expect(await lastSeen(team.member)).toBeNull();
    expect(await lastSeen(team.owner)).toBe(before);
  });

  test('when a key of the account, or an operator, is at work', async () => {
    const input = { name: 'machine', scopes: ['users:read'] };
    const { key } = created<{ key: string }>(await api.operator('POST', `${team.path}/api-keys`, input));
    await use(askWith(api.url, key));
    await settled();
    expect(written).toEqual([]);
  });

  test('when they are refused, because they are suspended', async () => {
    const browser = await signedIn(team.admin);
    const before = await lastSeen(team.admin);
    await api.operator('POST', `${team.path}/users/${team.admin.id}/suspend`);
    clock.turn(6 * MINUTE);
    await expectProblem(await browser.send('GET', at('/v1/me')), 403, 'user_suspended');
    await expectProblem(await team.asks.admin('GET', '/v1/me'), 403, 'user_suspended');
    await browser.send('GET', at('/v1/session'));
    expect(await lastSeen(team.admin)).toBe(before);
    expect(written).toHaveLength(1);
  });
});

describe('the time', () => {
  test('does not go back with a clock that does', async () => {
    await signedIn(team.member);
    const before = await lastSeen(team.member);
    clock.turn(-60 * MINUTE);
    try {
      await api.signIn(team.member.id);
      expect(await lastSeen(team.member)).toBe(before);
      expect(written).toHaveLength(2);
    } finally {
      clock.turn(60 * MINUTE);
    }
  });

  test('is missed, and no request with it, when the table refuses it', async () => {
    refuses = true;
    await use(team.asks.member);
    const browser = await signedIn(team.admin);
    expect((await browser.send('GET', at('/v1/me'))).status).toBe(200);
    await settled();
    expect(written.toSorted()).toEqual([team.member.id, team.admin.id].toSorted());
    refuses = false;
    expect(await lastSeen(team.member)).toBeNull();
    clock.turn(6 * MINUTE);
    await use(team.asks.member);
    expect(await lastSeen(team.member)).toBe(iso());
  });

  test('is deleted when the user is erased', async () => {
    await use(team.asks.member);
    await settled();
    const stored = async () => {
      const tables = { client: api.app.get(DynamoDBClient), tableName: api.configuration.table.name };
      const items = await everyItem(tables);
      return items.filter(({ entity, userId }) => entity === 'last-seen' && userId === team.member.id);
    };
    expect(await stored()).toHaveLength(1);
    const path = `${team.path}/users/${team.member.id}`;
    expect((await api.operator('DELETE', path)).status).toBe(204);
    expect((await api.operator('POST', `${path}/erase`)).status).toBe(204);
    expect(await stored()).toEqual([]);
  });
});

describe('reading it', () => {
  const users = (query: string, ask: Ask = team.asks.admin) => ask('GET', `${team.path}/users?${query}`);

  test('takes that its field is named, and one table call more', async () => {
    await use(team.asks.member);
    await use(team.asks.admin);
    await settled();
    for (const query of ['limit=10', 'q=person', 'sort=name', `ids=${team.member.id}`, 'role=member']) {
      const without = await users(query);
      const named = await users(`${query}&fields=name,lastSeenAt`);
      for (const user of without.body.data) expect(user).not.toHaveProperty('lastSeenAt');
      const seen = Object.fromEntries(
        named.body.data.map(({ id, lastSeenAt }: { id: string; lastSeenAt: string }) => [id, lastSeenAt]),
      );
      expect(seen).toMatchObject({ [team.member.id]: iso() });
      if (query === 'limit=10') {
        expect(seen).toMatchObject({ [team.admin.id]: iso(), [team.owner.id]: null });
        expectCalls(named, costOf(without).calls + 1);
      }
    }
    const own = `${team.path}/users/${team.member.id}`;
    const one = await team.asks.member('GET', own);
    expect(one.body).not.toHaveProperty('lastSeenAt');
    const withIt = await team.asks.member('GET', `${own}?fields=lastSeenAt`);
    expect(withIt.body).toEqual({ id: team.member.id, accountId: team.account.id, lastSeenAt: iso() });
    expectCalls(withIt, costOf(one).calls + 1);
  });

  test('of a search costs no more than the search and one call', async () => {
    await users('q=person');
    const lean = await users('q=person&fields=name');
    expectCalls(await users('q=person&fields=name,lastSeenAt'), costOf(lean).calls + 1);
  });

  test('is possible for a hundred users at once, by their ids', async () => {
    const ids = await createUsers(api, team.account.id, 100);
    const answer = await users(`ids=${ids.join(',')}&fields=id,lastSeenAt`);
    expect(answer.body.data).toEqual(ids.map((id) => ({ id, accountId: team.account.id, lastSeenAt: null })));
    const many = [...ids, team.member.id].join(',');
    await expectProblem(await users(`ids=${many}`), 400, 'invalid_format');
  });

  test('is possible for whoever reads the user, and in no other account', async () => {
    const other = await createTeam(api);
    await use(other.asks.member);
    await settled();
    const answer = await users(`ids=${other.member.id},${team.member.id}&fields=id,lastSeenAt`);
    expect(answer.body.data).toEqual([{ id: team.member.id, accountId: team.account.id, lastSeenAt: null }]);
    const theirs = `${team.path}/users/${other.member.id}?fields=lastSeenAt`;
    await expectProblem(await team.asks.admin('GET', theirs), 404, 'user_not_found');
    const { id } = await createUser(api, team.account.id);
    const ofAnother = `${team.path}/users/${id}?fields=lastSeenAt`;
    await expectProblem(await team.asks.member('GET', ofAnother), 403, 'not_permitted');
  });

  test('is refused of the past, and of removed users', async () => {
    const asOf = encodeURIComponent(iso());
    const refused = [
      await users(`fields=lastSeenAt&asOf=${asOf}`),
      await users('fields=lastSeenAt&status=removed'),
      await team.asks.admin('GET', `${team.path}/users/${team.member.id}?fields=lastSeenAt&asOf=${asOf}`),
    ];
    for (const answer of refused) await expectProblem(answer, 400, 'not_allowed_value');
  });
});
