/** @engines both */
import { ApiKeyUses } from '../../../apps/api/src/auth/api-keys/api-key-uses.js';
import { askWith, costOf, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { created, createServiceGroup, createTeam as createPeople } from '../../support/api/people.js';

let api: RunningApi;
let people: Awaited<ReturnType<typeof createPeople>>;
let owner: Ask;
let userId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  people = await createPeople(api);
  ({ owner } = people.asks);
  userId = people.member.id;
});

const ASKED = { prefer: 'respond-async, return=representation' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const aTeam = async (name: string) => {
  const { id } = created<{ id: string }>(await owner('POST', `${people.path}/teams`, { name }));
  return { id, name, place: `${people.path}/teams/${id}/members/${userId}` };
};
const aGroup = async () => {
  const { id, name } = await createServiceGroup(api, people.account.id);
  const path = `${people.path}/service-groups/${id}`;
  return { id, path, name, membership: `${path}/members/${userId}` };
};
const put = async (path: string, body?: object) => created(await owner('PUT', path, body));

describe('the end of a membership', () => {
  test('says by which teams the user still may enter, if it is asked', async () => {
    const [platform, support, gone] = [await aTeam('Platform'), await aTeam('Support'), await aTeam('Gone')];
    const prod = await aGroup();
    const expiresAt = inAnHour();
    for (const { id, place } of [platform, support, gone]) {
      await put(place, id === platform.id ? { expiresAt } : {});
      await put(`${prod.path}/teams/${id}`);
    }
    await put(prod.membership);
    await owner('DELETE', `${people.path}/teams/${gone.id}`);
    const remaining = [
      { teamId: platform.id, teamName: 'Platform', expiresAt },
      { teamId: support.id, teamName: 'Support' },
    ];
    const tried = await owner('DELETE', `${prod.membership}?dryRun=true`);
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, left: { remaining } } });
    const key = { ...ASKED, 'idempotency-key': 'end-1' };
    expect(await owner('DELETE', prod.membership, undefined, key)).toMatchObject({
      status: 200,
      body: { remaining },
    });
    const again = await owner('DELETE', prod.membership, undefined, key);
    expect(again.status).toBe(204);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('says and costs nothing more, if it is not asked, or there are no teams', async () => {
    const [platform, prod, dev] = [await aTeam('Platform'), await aGroup(), await aGroup()];
    await put(platform.place);
    for (const { membership } of [prod, dev]) await put(membership);
    const dry = await owner('DELETE', `${dev.membership}?dryRun=true`);
    expect(Object.keys(dry.body as object)).toEqual(['dryRun', 'events']);
    const alone = await owner('DELETE', dev.membership, undefined, ASKED);
    expect(alone).toMatchObject({ status: 200, body: { remaining: [] } });
    await put(`${prod.path}/teams/${platform.id}`);
    const silent = await owner('DELETE', prod.membership, undefined, { prefer: 'return=minimal' });
    expect(silent.status).toBe(204);
    expect(costOf(silent)).toEqual(costOf(alone));
  });
});

test('who leaves a team is told what this closes, and what stays open by another way', async () => {
  const [platform, support, gone] = [await aTeam('Platform'), await aTeam('Support'), await aTeam('Gone')];
  const groups = [await aGroup(), await aGroup(), await aGroup(), await aGroup()];
  const [both, closed, own, removed] = groups as [(typeof groups)[0], ...typeof groups];
  const named = ({ id, name }: { id: string; name: string }) => ({ serviceGroup: { id, name } });
  for (const { place } of [platform, support, gone]) await put(place);
  for (const { path } of groups) await put(`${path}/teams/${platform.id}`);
  const expiresAt = inAnHour();
  await put(`${both.path}/teams/${support.id}`, { expiresAt });
  await put(`${closed!.path}/teams/${gone.id}`);
  await put(own!.membership, { expiresAt });
  await put(removed!.membership);
  await owner('DELETE', `${people.path}/teams/${gone.id}`);
  await owner('DELETE', removed!.path);

  const left = {
    closes: [named(closed!)],
    staysOpen: [
      { ...named(both), via: [{ teamId: support.id, teamName: 'Support', expiresAt }] },
      { ...named(own!), via: [{ expiresAt }] },
    ],
  };
  const { events: _events, ...tried } = (await owner('DELETE', `${platform.place}?dryRun=true`)).body;
  expect(tried).toEqual({ dryRun: true, left });
  const done = await owner('DELETE', platform.place, undefined, ASKED);
  expect([done.status, done.body]).toEqual([200, left]);
  const nothing = await owner('DELETE', support.place);
  expect([nothing.status, nothing.body]).toEqual([204, undefined]);
});

test('the end of the access of a team names the other teams, and nothing of each person', async () => {
  const [platform, support, ended] = [await aTeam('Platform'), await aTeam('Support'), await aTeam('Ended')];
  const prod = await aGroup();
  const expiresAt = inAnHour();
  await put(prod.membership);
  for (const { id, place } of [platform, support, ended]) {
    await put(place);
    await put(`${prod.path}/teams/${id}`, id === support.id ? { expiresAt } : {});
  }
  await owner('DELETE', `${people.path}/teams/${ended.id}`);
  const access = `${prod.path}/teams/${platform.id}`;
  const remaining = [{ teamId: support.id, teamName: 'Support', expiresAt }];
  expect((await owner('DELETE', `${access}?dryRun=true`)).body).toMatchObject({ left: { remaining } });
  const done = await owner('DELETE', access, undefined, ASKED);
  expect([done.status, done.body]).toEqual([200, { remaining }]);
});

test('the answer to the first team names the keys whose readers do not know teams, and no other does', async () => {
  const keys = `${people.path}/api-keys`;
  const keyOf = async (name: string, expiresAt?: string) =>
    created<{ id: string; key: string }>(
      await owner('POST', keys, { name, scopes: ['events:read'], ...(expiresAt && { expiresAt }) }),
    );
  const [old, knowing, revoked] = [
    await keyOf('Old guard', inAnHour()),
    await keyOf('New guard'),
    await keyOf('Revoked'),
  ];
  await keyOf('Reads no feed');
  const read = (key: string, understands: Record<string, string>) =>
    askWith(api.url, key)('GET', `${people.path}/changes`, undefined, understands);
  for (const { key } of [old, revoked]) await read(key, {});
  await read(knowing.key, { 'rollbook-understands': 'teams' });
  await api.app.get(ApiKeyUses).write();
  await owner('DELETE', `${keys}/${revoked.id}`);
  const first = await owner('POST', `${people.path}/teams`, { name: 'First' });
  expect(first).toMatchObject({
    status: 201,
    body: { notUnderstoodBy: [{ id: old.id, name: 'Old guard' }] },
  });
  const { notUnderstoodBy: _keys, ...team } = first.body as { id: string; notUnderstoodBy: unknown };
  expect((await owner('GET', `${people.path}/teams/${team.id}`)).body).toEqual(team);
  await owner('DELETE', `${people.path}/teams/${team.id}`);
  expect((await owner('POST', `${people.path}/teams`, { name: 'Second' })).body).not.toHaveProperty(
    'notUnderstoodBy',
  );
});
