import { ulid } from 'ulid';
import { expectProblem, startApi, type RunningApi, expectCalls } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { onWeakTable } from '../../support/engines/engine.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Event {
  id: string;
  type: string;
  version: number;
}

describe('a history', () => {
  test('tells everything that happened to a user, in order, with who did it', async () => {
    const { account, owner, member, asks, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const self = `${path}/users/${member.id}`;
    await asks.owner('PATCH', self, { name: 'Renamed' }, { 'x-correlation-id': 'ticket-7' });
    await asks.owner('PUT', `${path}/service-groups/${group.id}/members/${member.id}`);
    await asks.owner('DELETE', self);
    const answer = await asks.owner('GET', `${self}/events`);
    expectCalls(answer, 2);
    const events: Event[] = answer.body.data;
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'user.created',
        'user.profile_changed',
        'service_group.member_added',
        'user.removed',
      ]),
    );
    expect(events.map(({ version }) => version)).toEqual(events.map((_event, index) => index + 1));
    expect(events[1]).toMatchObject({
      id: `${member.id}.2`,
      type: 'user.profile_changed',
      accountId: account.id,
      aggregateId: member.id,
      actor: `user:${owner.id}`,
      correlationId: 'ticket-7',
      data: { name: 'Renamed', previousName: member.name },
    });
    const newest = await asks.owner('GET', `${self}/events?order=desc&limit=1`);
    expect(newest.body.data[0].version).toBe(events.length);
    const next = await asks.owner(
      'GET',
      `${self}/events?order=desc&limit=1&cursor=${newest.body.nextCursor}`,
    );
    expect(next.body.data[0].version).toBe(events.length - 1);
    expect((await asks.owner('GET', `${path}/events/${member.id}.2`)).body).toEqual(events[1]);
  });

  test('of another account tells nothing, nor by its cost how much there is', async () => {
    const [ours, theirs] = [await createTeam(api), await createTeam(api)];
    for (const note of ['a', 'b', 'c'])
      await theirs.asks.owner('PATCH', `${theirs.path}/users/${theirs.member.id}`, {
        metadata: { note: note.repeat(15_000) },
      });
    const missing = `user_${ulid()}`;
    const asOf = new Date().toISOString();
    for (const question of ['/events', `?asOf=${asOf}`, '', '/service-groups'])
      for (const userId of [theirs.member.id, missing]) {
        const answer = await ours.asks.owner('GET', `${ours.path}/users/${userId}${question}`);
        await expectProblem(answer, 404, 'user_not_found');
        const most = onWeakTable() ? 9 : 3;
        expect(answer.headers.get('server-timing')).toMatch(
          new RegExp(String.raw`^total;dur=[\d.]+, dynamodb;dur=[\d.]+, calls;desc="[1-${most}]"$`),
        );
      }
    const search = { subject: { type: 'user' }, action: { name: 'enter' } };
    const resource = { type: 'service_group', id: `sgrp_${ulid()}` };
    const found = await ours.asks.owner('POST', '/access/v1/search/subject', { ...search, resource });
    expect(found.body).toEqual({ results: [], page: { next_token: '' } });
    expect(found.headers.get('server-timing')).not.toContain('units');
  });

  test('tells what happened to a service group', async () => {
    const { account, asks, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    await asks.admin('PATCH', `${path}/service-groups/${group.id}`, { name: 'renamed' });
    const { body } = await asks.admin('GET', `${path}/service-groups/${group.id}/events`);
    expect(body.data.map(({ type }: Event) => type)).toEqual([
      'service_group.created',
      'service_group.renamed',
    ]);
  });

  test('of what is not there, or belongs to another account, is a 404', async () => {
    const ours = await createTeam(api);
    const theirs = await createTeam(api);
    for (const id of [`user_${ulid()}`, theirs.member.id])
      await expectProblem(
        await ours.asks.owner('GET', `${ours.path}/users/${id}/events`),
        404,
        'user_not_found',
      );
    for (const id of [`user_${ulid()}.1`, `${theirs.member.id}.1`, `${ours.member.id}.99`])
      await expectProblem(await ours.asks.owner('GET', `${ours.path}/events/${id}`), 404, 'event_not_found');
    await expectProblem(await ours.asks.owner('GET', `${ours.path}/events/7`), 400, 'invalid_id');
  });
});
