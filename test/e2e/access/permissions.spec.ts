import { ulid } from 'ulid';
import {
  all,
  check,
  companyWithRoles,
  everywhere,
  questionOf,
  READS,
  ROLES,
  search,
} from '../../support/api/access-roles.js';
import { expectCalls, startApi, type RunningApi } from '../../support/api/api.js';
import { created } from '../../support/api/people.js';
import { moment } from '../../support/moment.js';

/** What members may do besides entering, by their access roles. */

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('what an access role allows', () => {
  test('is allowed to whoever has it in that service group, in one table read as entering is', async () => {
    const { asks, member, owner, prod, dev } = await companyWithRoles(api);
    for (const action of ['enter', ...READS]) {
      const answer = await asks.owner(
        'POST',
        '/access/v1/evaluation',
        questionOf(member.id, prod.id, action),
      );
      expect(answer.body).toEqual({ decision: true });
      expectCalls(answer, 2);
      expect(await check(asks.owner, questionOf(member.id, dev.id, action))).toEqual({ decision: false });
      expect(await check(asks.owner, questionOf(owner.id, prod.id, action))).toEqual({ decision: false });
      expect(await check(asks.owner, questionOf(member.id, `sgrp_${ulid()}`, action))).toEqual({
        decision: false,
      });
    }
    expect(await check(asks.owner, questionOf(member.id, prod.id, 'deploy'))).toEqual({ decision: false });
  });

  test('follows the role of the membership, on every way to ask', async () => {
    const world = await companyWithRoles(api);
    expect(await everywhere(world)).toEqual(all(['enter', ...READS]));
    const change = async (accessRole: string | null) =>
      created(await api.operator('PATCH', world.membership, { accessRole }));
    await change('deployer');
    expect(await everywhere(world)).toEqual(all(['deploy', 'enter', ...READS]));
    await change('nothing');
    expect(await everywhere(world)).toEqual(all(['enter']));
    await change(null);
    expect(await everywhere(world)).toEqual(all(['enter']));
  });

  test('follows what the roles of the account become: a removed one leaves entering, and its key made anew gives nothing', async () => {
    const world = await companyWithRoles(api);
    await world.put({ ...ROLES, reader: ['logs.read', 'deploy'] });
    expect(await everywhere(world)).toEqual(all(['deploy', 'enter', 'logs.read']));
    const { reader: _, ...others } = ROLES;
    await world.put(others);
    expect(await everywhere(world)).toEqual(all(['enter']));
    const { reader } = await world.put(ROLES);
    expect(reader).not.toBe(world.ids['reader']);
    expect(await everywhere(world)).toEqual(all(['enter']));
    created(await api.operator('PATCH', world.membership, { accessRole: 'reader' }));
    expect(await everywhere(world)).toEqual(all(['enter', ...READS]));
  });

  test('ends with the suspension of the user or the account, and with the membership', async () => {
    const world = await companyWithRoles(api);
    const { path, member, membership } = world;
    const post = async (what: string) =>
      expect((await api.operator('POST', `${path}${what}`, undefined, { 'if-match': '*' })).status).toBe(200);
    const asOperator = {
      ...world,
      asks: { ...world.asks, owner: api.operator },
    };
    const context = { account_id: world.account.id };
    await post(`/users/${member.id}/suspend`);
    expect(await everywhere(world)).toEqual(all([]));
    await post(`/users/${member.id}/reactivate`);
    await post('/suspend');
    expect(await everywhere(asOperator, context)).toEqual(all([]));
    await post('/reactivate');
    expect(await everywhere(world)).toEqual(all(['enter', ...READS]));
    await api.operator('DELETE', membership);
    expect(await everywhere(world)).toEqual(all([]));
  });

  test('is of one account: roles of another with the same key, permissions or id mean nothing here', async () => {
    const [ours, theirs] = [
      await companyWithRoles(api),
      await companyWithRoles(api, { roles: { reader: ['theirs.only', 'deploy'] } }),
    ];
    expect(ours.ids['reader']).not.toBe(theirs.ids['reader']);
    expect(await check(ours.asks.owner, questionOf(ours.member.id, ours.prod.id, 'theirs.only'))).toEqual({
      decision: false,
      context: { reason: 'unknown_action' },
    });
    // Whoever asks for another account's side learns nothing, not even which actions it knows.
    for (const action of ['enter', 'theirs.only', 'nobody.knows']) {
      const context = { account_id: theirs.account.id };
      const foreign = questionOf(theirs.member.id, theirs.prod.id, action, context);
      expect(await check(ours.asks.owner, foreign)).toEqual({ decision: false });
    }
    const foreign = await search(ours.asks.owner, 'action', questionOf(theirs.member.id, theirs.prod.id));
    expect(foreign.body).toEqual({ results: [], page: { next_token: '' } });
    for (const accessRole of [theirs.ids['reader'], 'deployer']) {
      const { status } = await api.operator('PATCH', theirs.membership, { accessRole });
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('what an access role allowed', () => {
  test('is how it was at every moment, whatever its roles and memberships became', async () => {
    const world = await companyWithRoles(api);
    const times: [string, string[]][] = [['2020-01-01T00:00:00Z', []]];
    const then = async (...actions: string[]) => times.push([await moment(), actions]);
    await then('enter', ...READS);
    await world.put({ ...ROLES, reader: ['deploy'] });
    await then('deploy', 'enter');
    await world.put({ deployer: ROLES['deployer']! });
    await then('enter');
    await world.put(ROLES);
    await then('enter');
    created(await api.operator('PATCH', world.membership, { accessRole: 'reader' }));
    await then('enter', ...READS);
    created(await api.operator('PATCH', world.membership, { accessRole: null }));
    await then('enter');
    created(await api.operator('PATCH', world.membership, { accessRole: 'deployer' }));
    await then('deploy', 'enter', ...READS);
    await api.operator('DELETE', world.membership);
    await then();
    for (const [as_of, actions] of times)
      expect({ as_of, ...(await everywhere(world, { as_of })) }).toEqual({ as_of, ...all(actions) });
    expect(await everywhere(world)).toEqual(all([]));
  });

  test('ends at the end of the membership, to the millisecond', async () => {
    const world = await companyWithRoles(api);
    const end = Date.now() + 60_000;
    const expiresAt = new Date(end).toISOString();
    created(await api.operator('PATCH', world.membership, { expiresAt }));
    for (const [time, actions] of [
      [end - 1, ['enter', ...READS]],
      [end, []],
    ] as const)
      expect(await everywhere(world, { as_of: new Date(time).toISOString() })).toEqual(all([...actions]));
  });
});
