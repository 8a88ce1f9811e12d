import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { moment } from '../../support/moment.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Difference {
  change: 'added' | 'removed';
  at: string;
  by: string;
  user: { id: string; name: string };
  serviceGroup: { id: string; name: string };
}
interface Diff {
  data: Difference[];
  counts: { added: number; removed: number; atLeast: boolean } | null;
  to: string;
  nextCursor: string | null;
}

/** Every page of one. */
async function diffOf(path: string, query: string): Promise<{ pages: Diff[]; said: string[] }> {
  const pages: Diff[] = [];
  let cursor = '';
  do {
    const { status, body } = await api.operator('GET', `${path}?${query}${cursor}`);
    expect([path, status]).toEqual([path, 200]);
    pages.push(body as Diff);
    const { nextCursor } = body as Diff;
    cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
  } while (cursor !== '');
  const said = pages.flatMap(({ data }) => data);
  return {
    pages,
    said: said.map(({ change, user, serviceGroup }) => `${change} ${user.id} ${serviceGroup.id}`),
  };
}

async function history() {
  const team = await createTeam(api);
  const { owner, admin, member, account, path } = team;
  const [one, two] = [await createServiceGroup(api, account.id), await createServiceGroup(api, account.id)];
  const at = (group: { id: string }, user: { id: string }) =>
    `${path}/service-groups/${group.id}/members/${user.id}`;
  const change = async (method: 'PUT' | 'DELETE' | 'PATCH', route: string, body?: object) => {
    const { status } = await api.operator(method, route, body, { 'if-match': '*' });
    expect([method, route, status < 300]).toEqual([method, route, true]);
  };
  await change('PUT', at(one, member));
  await change('PUT', at(one, admin));
  await change('PUT', at(two, admin));
  const from = await moment();
  await change('DELETE', at(one, member));
  await change('PUT', at(two, member));
  await change('PUT', at(one, owner), { reason: 'On call' });
  await change('DELETE', at(two, admin));
  await change('PUT', at(two, admin));
  await change('PUT', at(two, owner));
  await change('DELETE', at(two, owner));
  const to = await moment();
  await change('PATCH', `${path}/users/${member.id}`, { name: 'Later' });
  await change('DELETE', `${path}/service-groups/${two.id}`);
  return { ...team, one, two, from, to, change };
}

describe('the difference between two moments', () => {
  test('is who came and who went, net, of a service group, a user and the account', async () => {
    const { owner, member, path, one, two, from, to } = await history();
    const between = `from=${from}&to=${to}`;
    const wentOne = `removed ${member.id} ${one.id}`;
    const cameOne = `added ${owner.id} ${one.id}`;
    const cameTwo = `added ${member.id} ${two.id}`;
    for (const limit of [1, 2, 100]) {
      const query = `${between}&limit=${limit}`;
      const members = await diffOf(`${path}/service-groups/${one.id}/members/diff`, query);
      expect(members.said.toSorted()).toEqual([cameOne, wentOne]);
      expect(members.pages[0]?.counts).toEqual({ added: 1, removed: 1, atLeast: false });
      const groups = await diffOf(`${path}/users/${member.id}/service-groups/diff`, query);
      expect(groups.said).toEqual([wentOne, cameTwo]);
      const all = await diffOf(`${path}/memberships/diff`, query);
      expect(all.said).toEqual([wentOne, cameTwo, cameOne]);
    }
    const back = await diffOf(`${path}/memberships/diff`, `${between}&order=desc`);
    expect(back.said).toEqual([cameOne, cameTwo, wentOne]);
    expect(back.pages[0]?.counts).toEqual({ added: 2, removed: 1, atLeast: false });
    const [came, gone] = [back.pages[0]?.data[0], back.pages[0]?.data[2]];
    expect(came).toMatchObject({ by: expect.stringContaining('operator:') as string, reason: 'On call' });
    expect(gone?.user.name).toBe(member.name);
    expect(gone?.by).toMatch(/^operator:/);
    expect(from < gone!.at && gone!.at < to).toBe(true);
    // A group that has gone since went with all its members.
    const since = await diffOf(`${path}/service-groups/${two.id}/members/diff`, `from=${to}`);
    expect(since.said).toHaveLength(2);
    expect(since.said.every((each) => each.startsWith('removed'))).toBe(true);
    expect(since.pages[0]!.to > to).toBe(true);
  });

  test('of the account has what ended by itself before its user was removed, with no event of its own', async () => {
    const { account, member, path } = await createTeam(api);
    const [ending, staying] = [
      await createServiceGroup(api, account.id),
      await createServiceGroup(api, account.id),
    ];
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    for (const [group, terms] of [
      [ending, { expiresAt }],
      [staying, {}],
    ] as const)
      await api.operator('PUT', `${path}/service-groups/${group.id}/members/${member.id}`, terms);
    const from = await moment();
    await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 50));
    await api.operator('DELETE', `${path}/users/${member.id}`, undefined, { 'if-match': '*' });
    const { pages, said } = await diffOf(`${path}/memberships/diff`, `from=${from}`);
    expect(said.toSorted()).toEqual(
      [ending, staying].map(({ id }) => `removed ${member.id} ${id}`).toSorted(),
    );
    const [gone] = pages[0]!.data.filter(({ serviceGroup }) => serviceGroup.id === ending.id);
    expect(gone).toMatchObject({ at: expiresAt, by: 'system:expiry' });
  });

  test('is refused with the field and the rule, and without the permission', async () => {
    const { member, admin, asks, path, one, from } = await history();
    const lists = [
      `${path}/service-groups/${one.id}/members/diff`,
      `${path}/users/${admin.id}/service-groups/diff`,
      `${path}/memberships/diff`,
    ];
    const other = await createTeam(api);
    for (const list of lists) {
      const asked = async (query: string, status: number, code: Parameters<typeof expectProblem>[2]) =>
        expectProblem(await api.operator('GET', `${list}?${query}`), status, code);
      const wrong = async (query: string, code: Parameters<typeof expectProblem>[2], parameter: string) =>
        expect((await asked(query, 400, code)).errors).toMatchObject([{ parameter }]);
      await wrong('from=yesterday', 'invalid_format', 'from');
      await wrong(`from=${from}&to=now`, 'invalid_format', 'to');
      await wrong(`from=${from}&to=${from}`, 'out_of_range', 'to');
      await wrong('from=2999-01-01T00:00:00Z', 'out_of_range', 'from');
      // A client takes for now what its clock says.
      const ahead = new Date(Date.now() + 30_000).toISOString();
      expect((await api.operator('GET', `${list}?from=${ahead}`)).body).toMatchObject({
        data: [],
        counts: { added: 0, removed: 0, atLeast: false },
      });
      await asked(`from=${from}&cursor=x`, 400, 'invalid_cursor');
      expect((await asks.member('GET', `${list}?from=${from}`)).status).toBe(403);
      expect((await asks.admin('GET', `${list}?from=${from}`)).status).toBe(200);
      expect((await other.asks.owner('GET', `${list}?from=${from}`)).status).toBe(404);
    }
    const own = await asks.member('GET', `${path}/users/${member.id}/service-groups/diff?from=${from}`);
    expect(own.status).toBe(200);
    const account = path.replace(/acct_\w+/, 'acct_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const nowhere = await api.operator('GET', `${account}/memberships/diff?from=${from}`);
    await expectProblem(nowhere, 404, 'account_not_found');
    const missing = `${path}/service-groups/${one.id}/members/diff?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`;
    await expectProblem(await api.operator('GET', missing), 404, 'service_group_not_found');
  });
});
