import { ulid } from 'ulid';
import { expectProblem, startApi, type RunningApi, expectCalls } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('a service group', () => {
  test('is created, read, listed, renamed and removed', async () => {
    const { id: accountId } = await createAccount(api);
    const groups = `/v1/accounts/${accountId}/service-groups`;
    const answer = await api.operator('POST', groups, { name: 'dev' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^sgrp_[0-9A-HJKMNP-TV-Z]{26}$/),
      accountId,
      name: 'dev',
      externalId: null,
      metadata: {},
      membershipRules: {},
      memberCount: 0,
      teamCount: 0,
      memberCountAsOf: answer.body.createdAt,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: answer.body.createdAt,
      updatedBy: 'operator:tester',
    });
    const path = answer.headers.get('location') ?? '';
    expect((await api.operator('GET', path)).body).toEqual(answer.body);
    const renamed = await api.operator('PATCH', path, { name: 'development' }, { 'if-match': '"1"' });
    expect(renamed.body).toMatchObject({ name: 'development', version: 2 });
    const list = await api.operator('GET', groups);
    expect(list.body).toEqual({ data: [renamed.body], nextCursor: null });
    expectCalls(list, 2);
    await expectProblem(
      await api.operator('DELETE', path, undefined, { 'if-match': '"1"' }),
      412,
      'version_mismatch',
    );
    expect((await api.operator('DELETE', path)).status).toBe(204);
    await expectProblem(await api.operator('GET', path), 404, 'service_group_not_found');
    await expectProblem(await api.operator('PATCH', path, { name: 'x' }), 404, 'service_group_not_found');
    await expectProblem(await api.operator('DELETE', path), 404, 'service_group_not_found');
    expect((await api.operator('GET', groups)).body.data).toEqual([]);
  });

  test('has a name that no other of the account has, until it is removed', async () => {
    const { id } = await createAccount(api);
    const groups = `/v1/accounts/${id}/service-groups`;
    const first = await api.operator('POST', groups, { name: 'Prod' });
    const problem = await expectProblem(
      await api.operator('POST', groups, { name: 'PROD' }),
      409,
      'service_group_name_taken',
    );
    expect(problem.errors).toMatchObject([{ pointer: '/name' }]);
    const second = await createServiceGroup(api, id);
    await expectProblem(
      await api.operator('PATCH', `${groups}/${second.id}`, { name: 'prod' }),
      409,
      'service_group_name_taken',
    );
    await api.operator('DELETE', `${groups}/${first.body.id}`);
    expect((await api.operator('POST', groups, { name: 'prod' })).status).toBe(201);
  });

  test.each([
    [{}, 'required'],
    [{ name: 1 }, 'wrong_type'],
    [{ name: '' }, 'invalid_name'],
    [{ name: 'a'.repeat(801) }, 'too_long'],
    [{ name: 'a', description: 'b' }, 'unknown_field'],
  ])('is not created from %j', async (body, code) => {
    const { id } = await createAccount(api);
    await expectProblem(await api.operator('POST', `/v1/accounts/${id}/service-groups`, body), 400, code);
  });

  test('has rules for memberships, of which each is changed by itself', async () => {
    const { id } = await createAccount(api);
    const groups = `/v1/accounts/${id}/service-groups`;
    const membershipRules = { maxLengthSeconds: 86_400, reasonRequired: true, membersMayAsk: false };
    const { body: group } = await api.operator('POST', groups, { name: 'dev', membershipRules });
    expect(group.membershipRules).toEqual({ maxLengthSeconds: 86_400, reasonRequired: true });
    const path = `${groups}/${group.id}`;
    const change = async (rules: object | null) => {
      const { status, body } = await api.operator('PATCH', path, { membershipRules: rules });
      return status === 200 ? body.membershipRules : body.errors;
    };
    expect(await change({ reasonRequired: null, approvers: 'admins' })).toEqual({
      maxLengthSeconds: 86_400,
      approvers: 'admins',
    });
    expect((await api.operator('GET', groups)).body.data[0].membershipRules.approvers).toBe('admins');
    expect(await change({ defaultLengthSeconds: 86_401 })).toEqual([
      {
        pointer: '/membershipRules/defaultLengthSeconds',
        code: 'invalid_membership_rules',
        detail: 'defaultLengthSeconds must be at most maxLengthSeconds, which is 86400.',
      },
    ]);
    expect(await change({ maxLengthSeconds: 5 })).toMatchObject([
      {
        pointer: '/membershipRules/maxLengthSeconds',
        detail: 'maxLengthSeconds must be at least 60.',
      },
    ]);
    expect(await change(null)).toEqual({});
    const { data: events } = (await api.operator('GET', `${path}/events`)).body;
    expect(events.at(-1)).toMatchObject({
      type: 'service_group.settings_changed',
      data: {
        membershipRules: {},
        previousMembershipRules: { maxLengthSeconds: 86_400, approvers: 'admins' },
      },
    });
  });

  test('is found by the beginning of its name, and listed newest first', async () => {
    const { id } = await createAccount(api);
    const groups = `/v1/accounts/${id}/service-groups`;
    for (const name of ['Prod-EU', 'dev', 'prod-us']) await api.operator('POST', groups, { name });
    const names = async (query: string) =>
      (await api.operator('GET', `${groups}?${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names('namePrefix=PROD')).toEqual(['Prod-EU', 'prod-us']);
    expect(await names('order=desc')).toEqual(['prod-us', 'dev', 'Prod-EU']);
    expect(await names('namePrefix=p&order=desc')).toEqual(['prod-us', 'Prod-EU']);
  });

  test('of an account that does not exist is a 404', async () => {
    const groups = `/v1/accounts/acct_${ulid()}/service-groups`;
    await expectProblem(await api.operator('POST', groups, { name: 'dev' }), 404, 'account_not_found');
    await expectProblem(await api.operator('GET', groups), 404, 'account_not_found');
  });

  test('is managed by owners and admins, and read by the members who may enter it', async () => {
    const { member, asks, path } = await createTeam(api);
    const group = (await asks.owner('POST', `${path}/service-groups`, { name: 'dev' })).body;
    const one = `${path}/service-groups/${group.id}`;
    expect((await asks.admin('PATCH', one, { name: 'prod' })).status).toBe(200);
    const outside = await expectProblem(await asks.member('GET', one), 404, 'service_group_not_found');
    const nowhere = await expectProblem(
      await asks.member('GET', `${path}/service-groups/sgrp_${ulid()}`),
      404,
      'service_group_not_found',
    );
    expect(outside.detail).toBe(nowhere.detail);
    await asks.admin('PUT', `${one}/members/${member.id}`);
    expect((await asks.member('GET', one)).body).toMatchObject({ name: 'prod' });
    await expectProblem(await asks.member('GET', `${path}/service-groups`), 403, 'not_permitted');
    await expectProblem(
      await asks.member('POST', `${path}/service-groups`, { name: 'x' }),
      403,
      'not_permitted',
    );
    await expectProblem(await asks.member('PATCH', one, { name: 'x' }), 403, 'not_permitted');
    await expectProblem(await asks.member('DELETE', one), 403, 'not_permitted');
  });
});
