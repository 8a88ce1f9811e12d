import fc from 'fast-check';
import { ulid } from 'ulid';
import { expectProblem, startApi, type RunningApi, expectCalls } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { moment } from '../../support/moment.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function teamWithMember() {
  const team = await createTeam(api);
  const group = await createServiceGroup(api, team.account.id);
  await api.operator('PUT', `${team.path}/service-groups/${group.id}/members/${team.member.id}`);
  return { ...team, group };
}

const question = (userId: string, groupId: string, context?: object) => ({
  subject: { type: 'user', id: userId },
  action: { name: 'enter' },
  resource: { type: 'service_group', id: groupId },
  ...(context && { context }),
});

describe('the access check', () => {
  test('allows members and denies everyone else, with one table read in addition to the caller', async () => {
    const { owner, member, group, asks, account } = await teamWithMember();
    const ask = async (userId: string, groupId = group.id) => {
      const answer = await asks.admin('POST', '/access/v1/evaluation', question(userId, groupId));
      expect(answer.status).toBe(200);
      expectCalls(answer, 2);
      return answer.body;
    };
    expect(await ask(member.id)).toEqual({ decision: true });
    expect(await ask(owner.id)).toEqual({ decision: false });
    expect(await ask(`user_${ulid()}`)).toEqual({ decision: false });
    expect(await ask(member.id, `sgrp_${ulid()}`)).toEqual({ decision: false });
    const other = { ...question(member.id, group.id), action: { name: 'paint' } };
    expect((await asks.admin('POST', '/access/v1/evaluation', other)).body).toEqual({
      decision: false,
      context: { reason: 'unknown_action' },
    });
    const asOperator = question(member.id, group.id, { account_id: account.id });
    expect((await api.operator('POST', '/access/v1/evaluation', asOperator)).body).toEqual({
      decision: true,
    });
  });

  test('follows suspension, reactivation and removal at once', async () => {
    const { account, member, group, path } = await teamWithMember();
    const ask = async () =>
      (
        await api.operator(
          'POST',
          '/access/v1/evaluation',
          question(member.id, group.id, { account_id: account.id }),
        )
      ).body.decision;
    const user = `${path}/users/${member.id}`;
    await api.operator('POST', `${user}/suspend`);
    expect(await ask()).toBe(false);
    await api.operator('POST', `${user}/reactivate`);
    expect(await ask()).toBe(true);
    await api.operator('POST', `${path}/suspend`, undefined, { 'if-match': '*' });
    expect(await ask()).toBe(false);
    await api.operator('POST', `${path}/reactivate`);
    await api.operator('DELETE', `${path}/service-groups/${group.id}`);
    expect(await ask()).toBe(false);
  });

  test('answers many questions, until the first denial or permission when asked so', async () => {
    const { member, owner, group, asks } = await teamWithMember();
    const evaluations = [member, owner, member].map(({ id }) => ({ subject: { type: 'user', id } }));
    const { action, resource } = question('', group.id);
    const many = async (semantic?: string) => {
      const options = semantic === undefined ? {} : { options: { evaluations_semantic: semantic } };
      const answer = await asks.owner('POST', '/access/v1/evaluations', {
        action,
        resource,
        evaluations,
        ...options,
      });
      return answer.body.evaluations.map(({ decision }: { decision: boolean }) => decision);
    };
    expect(await many()).toEqual([true, false, true]);
    expect(await many('deny_on_first_deny')).toEqual([true, false]);
    expect(await many('permit_on_first_permit')).toEqual([true]);
    const options = { evaluations_semantic: 'most' };
    const problem = await expectProblem(
      await asks.owner('POST', '/access/v1/evaluations', { action, resource, evaluations, options }),
      400,
      'not_allowed_value',
    );
    expect(problem.errors).toMatchObject([{ pointer: '/options/evaluations_semantic' }]);
  });

  test('answers each of many questions by itself: one that is not valid is denied with the reason', async () => {
    const { account, member, owner, group, asks } = await teamWithMember();
    const good = question(member.id, group.id);
    const bad: [unknown, string][] = [
      [{ ...good, subject: { type: 'group', id: member.id } }, 'not_allowed_value'],
      [{ ...good, subject: { type: 'user', id: 'me' } }, 'invalid_format'],
      [{ ...good, resource: { type: 'todo', id: '1', properties: { ownerID: 'x' } } }, 'not_allowed_value'],
      [{ ...good, action: {} }, 'required'],
      [{ ...good, subject: 'me' }, 'wrong_type'],
      [{ ...good, extra: 1 }, 'unknown_field'],
      [{ ...good, context: [] }, 'wrong_type'],
      [{ ...good, context: { account_id: 'x' } }, 'invalid_format'],
      [{ subject: good.subject, action: good.action }, 'required'],
      ['me', 'wrong_type'],
      [null, 'wrong_type'],
      [[], 'wrong_type'],
    ];
    const context = { account_id: account.id };
    const denials = bad.map(([, code]) => ({
      decision: false,
      context: { error: { status: 400, code, message: expect.any(String) } },
    }));
    for (const ask of [asks.owner, api.operator]) {
      const evaluations = [good, ...bad.map(([each]) => each), good];
      const { status, body } = await ask('POST', '/access/v1/evaluations', { context, evaluations });
      expect(status).toBe(200);
      expect(body.evaluations).toEqual([{ decision: true }, ...denials, { decision: true }]);
      const stopping = {
        evaluations,
        context,
        options: { evaluations_semantic: 'deny_on_first_deny', another: 1 },
      };
      const stopped = await ask('POST', '/access/v1/evaluations', stopping);
      expect(stopped.body.evaluations).toEqual([{ decision: true }, denials[0]]);
    }
    // A member's question about somebody else, next to one about themselves.
    const mixed = { evaluations: [question(owner.id, group.id), good] };
    expect((await asks.member('POST', '/access/v1/evaluations', mixed)).body.evaluations).toMatchObject([
      { decision: false, context: { error: { status: 403, code: 'not_permitted' } } },
      { decision: true },
    ]);
  });

  test('takes any context, for all questions or for each', async () => {
    const { account, member, group, asks } = await teamWithMember();
    const context = { time: '1985-10-26T01:22-07:00', ip: null, schema: { deep: [1, { er: true }] } };
    const good = question(member.id, group.id, context);
    expect((await asks.owner('POST', '/access/v1/evaluation', good)).body).toEqual({ decision: true });
    const { action, resource, subject } = good;
    for (const [kind, body] of [
      ['subject', { subject: { type: 'user' }, action, resource, context }],
      ['resource', { subject, action, resource: { type: 'service_group' }, context }],
    ] as const)
      expect((await asks.owner('POST', `/access/v1/search/${kind}`, body)).body.results).toHaveLength(1);
    // The context of a question is in place of that for all.
    const evaluations = [
      { context: { account_id: account.id } },
      { context: { account_id: `acct_${ulid()}` } },
      {},
    ];
    const all = { subject, action, resource, evaluations, context: { ...context, account_id: account.id } };
    for (const ask of [asks.owner, api.operator])
      expect((await ask('POST', '/access/v1/evaluations', all)).body.evaluations).toEqual([
        { decision: true },
        { decision: false },
        { decision: true },
      ]);
    await expectProblem(
      await api.operator('POST', '/access/v1/evaluations', { ...all, context }),
      400,
      'required',
    );
    await expectProblem(
      await asks.owner('POST', '/access/v1/evaluation', question(member.id, group.id, { account_id: 1 })),
      400,
      'invalid_format',
    );
  });

  test('finds who may enter, and what may be entered', async () => {
    const { member, admin, group, asks, path } = await teamWithMember();
    await api.operator('PUT', `${path}/service-groups/${group.id}/members/${admin.id}`);
    const { action, resource, subject } = question(member.id, group.id);
    const users = await asks.owner('POST', '/access/v1/search/subject', {
      subject: { type: 'user' },
      action,
      resource,
    });
    expect(users.body).toEqual({
      results: [admin, member].map(({ id, name }) => ({ type: 'user', id, properties: { name } })),
      page: { next_token: '' },
    });
    const first = await asks.owner('POST', '/access/v1/search/subject', {
      subject: { type: 'user' },
      action,
      resource,
      page: { limit: 1 },
    });
    const page = { limit: 1, token: first.body.page.next_token };
    const second = await asks.owner('POST', '/access/v1/search/subject', {
      subject: { type: 'user' },
      action,
      resource,
      page,
    });
    expect(second.body.results).toMatchObject([{ id: member.id }]);
    const groups = await asks.member('POST', '/access/v1/search/resource', {
      subject,
      action,
      resource: { type: 'service_group' },
    });
    expect(groups.body.results).toEqual([
      { type: 'service_group', id: group.id, properties: { name: group.name } },
    ]);
  });

  test('lets a member ask about itself only, and an operator only with an account', async () => {
    const { member, owner, group, asks } = await teamWithMember();
    expect(
      (await asks.member('POST', '/access/v1/evaluation', question(member.id, group.id))).body.decision,
    ).toBe(true);
    await expectProblem(
      await asks.member('POST', '/access/v1/evaluation', question(owner.id, group.id)),
      403,
      'not_permitted',
    );
    const { action, resource } = question(member.id, group.id);
    await expectProblem(
      await asks.member('POST', '/access/v1/search/subject', { subject: { type: 'user' }, action, resource }),
      403,
      'not_permitted',
    );
    const problem = await expectProblem(
      await api.operator('POST', '/access/v1/evaluation', question(member.id, group.id)),
      400,
      'required',
    );
    expect(problem.errors).toMatchObject([{ pointer: '/context/account_id' }]);
  });

  test.each([
    [{ subject: { type: 'group', id: `user_${ulid()}` } }, 'not_allowed_value', '/subject/type'],
    [{ subject: { type: 'user', id: 'me' } }, 'invalid_format', '/subject/id'],
    [{ subject: 'me' }, 'wrong_type', '/subject'],
    [{ resource: { type: 'service_group' } }, 'required', '/resource/id'],
    [{ action: {} }, 'required', '/action/name'],
    [{ reason: 'why not' }, 'unknown_field', '/reason'],
  ])('refuses a question with %j', async (changes, code, pointer) => {
    const { member, group, asks } = await teamWithMember();
    const problem = await expectProblem(
      await asks.owner('POST', '/access/v1/evaluation', { ...question(member.id, group.id), ...changes }),
      400,
      code,
    );
    expect(problem.errors).toMatchObject([{ code, pointer }]);
  });
});

describe('searches and evaluations', () => {
  /** No stream processor runs here, so that no copy in a membership ever follows what became of its user. */
  test('agree at every moment, whatever commands came before', async () => {
    const team = await createTeam(api);
    const users = [team.admin, team.member, team.owner];
    const groups = [
      await createServiceGroup(api, team.account.id),
      await createServiceGroup(api, team.account.id),
    ];
    const context = { account_id: team.account.id };
    const action = { name: 'enter' };
    const search = async (kind: string, body: object): Promise<string[]> => {
      const answer = await api.operator('POST', `/access/v1/search/${kind}`, { ...body, action, context });
      expect(answer.status).toBe(200);
      return answer.body.results.map(({ id }: { id: string }) => id);
    };
    const mayEnter = async (userId: string, groupId: string) =>
      (await api.operator('POST', '/access/v1/evaluation', question(userId, groupId, context))).body.decision;
    const steps = fc.record({
      kind: fc.constantFrom('PUT', 'PUT', 'DELETE', 'suspend', 'reactivate'),
      user: fc.nat(1),
      group: fc.nat(1),
    });
    const taken = new Set<string>();
    for (const { kind, user, group } of fc.sample(steps, { numRuns: 25, seed: 20260304 })) {
      const [userId, groupId] = [users[user]?.id as string, groups[group]?.id as string];
      const isMembership = kind === 'PUT' || kind === 'DELETE';
      const path = isMembership ? `service-groups/${groupId}/members/${userId}` : `users/${userId}/${kind}`;
      const { status } = await api.operator(isMembership ? kind : 'POST', `${team.path}/${path}`);
      if (status < 300) taken.add(kind);
      const allowed = new Set<string>();
      for (const { id: u } of users)
        for (const { id: g } of groups) if (await mayEnter(u, g)) allowed.add(`${u} ${g}`);
      const found = new Set<string>();
      for (const { id: u } of users) {
        const request = { subject: { type: 'user', id: u }, resource: { type: 'service_group' } };
        for (const g of await search('resource', request)) found.add(`${u} ${g}`);
      }
      expect(found).toEqual(allowed);
      found.clear();
      for (const { id: g } of groups) {
        const request = { subject: { type: 'user' }, resource: { type: 'service_group', id: g } };
        for (const u of await search('subject', request)) found.add(`${u} ${g}`);
      }
      expect(found).toEqual(allowed);
    }
    expect(taken).toEqual(new Set(['PUT', 'DELETE', 'suspend', 'reactivate']));
  });
});

describe('the access check of an earlier time', () => {
  test('is how it was: before it was given, while it was, while they were suspended, and after it ended', async () => {
    const { member, account, asks, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const one = `${path}/service-groups/${group.id}/members/${member.id}`;
    const times: [string, boolean][] = [['2020-01-01T00:00:00Z', false]];
    const then = async (decision: boolean) => times.push([await moment(), decision]);
    const change = async (method: 'PUT' | 'POST' | 'DELETE', route: string, decision: boolean) => {
      expect((await api.operator(method, route, undefined, { 'if-match': '*' })).status).toBeLessThan(300);
      await then(decision);
    };
    await then(false);
    await change('PUT', one, true);
    await change('POST', `${path}/users/${member.id}/suspend`, false);
    await change('POST', `${path}/users/${member.id}/reactivate`, true);
    await change('POST', `${path}/suspend`, false);
    await change('POST', `${path}/reactivate`, true);
    await change('DELETE', one, false);
    await change('PUT', one, true);
    await change('DELETE', `${path}/service-groups/${group.id}`, false);
    await change('DELETE', `${path}/users/${member.id}`, false);
    for (const [as_of, decision] of times) {
      const context = { as_of };
      const { body } = await asks.admin(
        'POST',
        '/access/v1/evaluation',
        question(member.id, group.id, context),
      );
      expect({ as_of, ...body }).toEqual({ as_of, decision });
      const asked = question(member.id, group.id, { ...context, account_id: account.id });
      expect((await api.operator('POST', '/access/v1/evaluation', asked)).body).toEqual({ decision });
    }
    const evaluations = times.map(([as_of]) => ({ context: { as_of } }));
    const many = await asks.admin('POST', '/access/v1/evaluations', {
      ...question(member.id, group.id),
      evaluations,
    });
    expect(many.body).toEqual({ evaluations: times.map(([, decision]) => ({ decision })) });
    const semantic = { evaluations_semantic: 'permit_on_first_permit' };
    const first = await asks.admin('POST', '/access/v1/evaluations', {
      ...question(member.id, group.id),
      evaluations,
      options: semantic,
    });
    expect(first.body.evaluations).toEqual([{ decision: false }, { decision: false }, { decision: true }]);
  });

  test('of an access with an end is no from its end on', async () => {
    const { member, account, asks, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await api.operator('PUT', `${path}/service-groups/${group.id}/members/${member.id}`, { expiresAt });
    const at = async (time: number) => {
      const asked = question(member.id, group.id, { as_of: new Date(time).toISOString() });
      return (await asks.admin('POST', '/access/v1/evaluation', asked)).body;
    };
    const now = Date.parse((await moment()) ?? '');
    expect(await at(now)).toEqual({ decision: true });
    expect(await at(Date.parse(expiresAt) - 1)).toEqual({ decision: true });
    expect(await at(Date.parse(expiresAt))).toEqual({ decision: false });
  });

  test('finds who might enter then, and what', async () => {
    const { member, group, asks, path } = await teamWithMember();
    const as_of = await moment();
    await api.operator('DELETE', `${path}/service-groups/${group.id}/members/${member.id}`);
    const subjects = { ...question('', group.id), subject: { type: 'user' } };
    const resources = { ...question(member.id, ''), resource: { type: 'service_group' } };
    for (const [route, asked, found] of [
      ['subject', subjects, member.id],
      ['resource', resources, group.id],
    ] as const) {
      const past = await asks.admin('POST', `/access/v1/search/${route}`, { ...asked, context: { as_of } });
      expect(past.body.results).toMatchObject([{ id: found }]);
      expect((await asks.admin('POST', `/access/v1/search/${route}`, asked)).body.results).toEqual([]);
    }
  });

  test('at no time is refused', async () => {
    const { member, group, asks } = await teamWithMember();
    for (const as_of of ['yesterday', '2026-03-03', 7, null]) {
      const asked = question(member.id, group.id, { as_of });
      const problem = await expectProblem(
        await asks.admin('POST', '/access/v1/evaluation', asked),
        400,
        'invalid_format',
      );
      expect(problem.errors).toMatchObject([{ pointer: '/context/as_of' }]);
    }
  });

  test('members ask about themselves only, and nobody of another account', async () => {
    const { member, owner, group, asks } = await teamWithMember();
    const other = await createTeam(api);
    const context = { as_of: await moment() };
    const own = await asks.member('POST', '/access/v1/evaluation', question(member.id, group.id, context));
    expect(own.body).toEqual({ decision: true });
    const answer = await asks.member('POST', '/access/v1/evaluation', question(owner.id, group.id, context));
    await expectProblem(answer, 403, 'not_permitted');
    const foreign = await other.asks.admin(
      'POST',
      '/access/v1/evaluation',
      question(member.id, group.id, context),
    );
    expect(foreign.body).toEqual({ decision: false });
  });
});
