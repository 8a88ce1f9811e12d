import {
  actionsIn,
  check,
  companyWithRoles,
  idsIn,
  questionOf,
  READS,
  ROLES,
  search,
} from '../../support/api/access-roles.js';
import {
  askWith,
  expectCalls,
  expectProblem,
  startApi,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { created, createServiceGroup, createTeam } from '../../support/api/people.js';
import { moment } from '../../support/moment.js';

/** Actions that nobody knows, and the search for those that somebody may do. */

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('an action that no access role of the account allows', () => {
  test('is denied, with the reason for keys, owners, admins and operators; a member learns nothing', async () => {
    const { account, asks, path, member, prod } = await companyWithRoles(api);
    const key = async (scopes: string[]) => {
      const body = { name: 'product', scopes };
      return created<{ key: string }>(await api.operator('POST', `${path}/api-keys`, body)).key;
    };
    const context = { account_id: account.id };
    const unknown = { decision: false, context: { reason: 'unknown_action' } };
    const asking: [Ask, object][] = [
      [asks.owner, unknown],
      [asks.admin, unknown],
      [api.operator, unknown],
      [askWith(api.url, await key(['access:check'])), unknown],
      [asks.member, { decision: false }],
    ];
    for (const [ask, expected] of asking) {
      for (const action of ['logs.raed', 'Enter', 'ENTER', ' ', ''])
        expect(await check(ask, questionOf(member.id, prod.id, action, context))).toEqual(expected);
      // Some role allows it, though not theirs.
      expect(await check(ask, questionOf(member.id, prod.id, 'deploy', context))).toEqual({
        decision: false,
      });
      const { body } = await ask('POST', '/access/v1/evaluations', {
        ...questionOf(member.id, prod.id, undefined, context),
        evaluations: ['logs.raed', 'logs.read'].map((name) => ({ action: { name } })),
      });
      expect(body.evaluations).toEqual([expected, { decision: true }]);
      const resources = {
        ...questionOf(member.id, '', 'logs.raed', context),
        resource: { type: 'service_group' },
      };
      expect(idsIn(await search(ask, 'resource', resources))).toEqual([]);
    }
  });

  test('is one before the first access role, as every action but entering', async () => {
    const { account, asks, member } = await createTeam(api);
    const { id } = await createServiceGroup(api, account.id);
    await api.operator('PUT', `/v1/accounts/${account.id}/service-groups/${id}/members/${member.id}`);
    expect(await check(asks.owner, questionOf(member.id, id, 'enter'))).toEqual({ decision: true });
    expect(await check(asks.owner, questionOf(member.id, id, 'logs.read'))).toEqual({
      decision: false,
      context: { reason: 'unknown_action' },
    });
    expect(actionsIn(await search(asks.owner, 'action', questionOf(member.id, id)))).toEqual(['enter']);
  });

  test('was one before the role that allows it', async () => {
    const { asks, member, prod, put } = await companyWithRoles(api);
    const as_of = await moment();
    await put({ ...ROLES, reader: [...READS, 'traces.read'] });
    const ask = (context?: object) =>
      check(asks.owner, questionOf(member.id, prod.id, 'traces.read', context));
    expect(await ask()).toEqual({ decision: true });
    expect(await ask({ as_of })).toEqual({ decision: false, context: { reason: 'unknown_action' } });
  });
});

describe('a search for actions', () => {
  test('answers page by page, in order', async () => {
    const permissions = Array.from({ length: 60 }, (_, index) => `p${String(index).padStart(2, '0')}`);
    const { asks, member, prod } = await companyWithRoles(api, { roles: { reader: permissions } });
    const found: string[] = [];
    for (let token = '', pages = 1; ; pages += 1) {
      const page = { limit: 25, ...(token && { token }) };
      const answer = await search(asks.owner, 'action', { ...questionOf(member.id, prod.id), page });
      expectCalls(answer, 2);
      found.push(...actionsIn(answer));
      token = answer.body.page.next_token;
      if (token !== '') continue;
      expect(pages).toBe(3);
      break;
    }
    expect(found).toEqual(['enter', ...permissions]);
  });

  test('refuses the token of another question', async () => {
    const { asks, member, owner, prod } = await companyWithRoles(api);
    const first = await search(asks.owner, 'action', {
      ...questionOf(member.id, prod.id),
      page: { limit: 1 },
    });
    const page = { token: first.body.page.next_token };
    expect(page.token).not.toBe('');
    for (const other of [
      questionOf(owner.id, prod.id),
      questionOf(member.id, prod.id, undefined, { as_of: await moment() }),
    ])
      await expectProblem(await search(asks.owner, 'action', { ...other, page }), 400, 'invalid_cursor');
  });

  test('is for members about themselves, takes external ids, and of an operator needs an account', async () => {
    const { account, asks, member, owner, prod, path } = await companyWithRoles(api);
    expect(actionsIn(await search(asks.member, 'action', questionOf(member.id, prod.id)))).toEqual([
      'enter',
      ...READS,
    ]);
    const others = await search(asks.member, 'action', questionOf(owner.id, prod.id));
    await expectProblem(others, 403, 'not_permitted');
    const nobodys = await search(asks.member, 'action', questionOf('external:nobody', prod.id));
    await expectProblem(nobodys, 403, 'not_permitted');
    await expectProblem(
      await search(api.operator, 'action', questionOf(member.id, prod.id)),
      400,
      'required',
    );
    const any = { 'if-match': '*' };
    created(await api.operator('PATCH', `${path}/users/${member.id}`, { externalId: 'ada' }, any));
    created(await api.operator('PATCH', `${path}/service-groups/${prod.id}`, { externalId: 'prod' }, any));
    const external = questionOf('external:ada', 'external:prod', undefined, { account_id: account.id });
    for (const ask of [api.operator, asks.owner, asks.member]) {
      expect(actionsIn(await search(ask, 'action', external))).toEqual(['enter', ...READS]);
      expect(await check(ask, { ...external, action: { name: 'logs.read' } })).toEqual({ decision: true });
    }
    const missing = questionOf('external:bob', 'external:prod', undefined, { account_id: account.id });
    expect(actionsIn(await search(asks.owner, 'action', missing))).toEqual([]);
    await expectProblem(
      await search(asks.owner, 'action', { ...questionOf(member.id, prod.id), action: { name: 'enter' } }),
      400,
      'unknown_field',
    );
  });
});
