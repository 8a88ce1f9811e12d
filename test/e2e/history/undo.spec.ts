import fc from 'fast-check';
import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Team = Awaited<ReturnType<typeof createTeam>>;

/** What a request did is found by the id that its events share. */
async function lastChange({ asks, path }: Team): Promise<string> {
  const { body } = await asks.owner('GET', `${path}/events?limit=1`);
  return (body.data as { correlationId: string }[])[0]!.correlationId;
}

const undo = ({ asks, path }: Team, id: string, query = '', ask = asks.owner) =>
  ask('POST', `${path}/changes/${id}/revert${query}`);

/**
 * All that people see of users, memberships, service groups and managers, but for times, versions, what follows a change later, and the
 * order of memberships and managers, which is that of their times.
 */
async function stateOf({ asks, path, users, groups }: Arranged): Promise<unknown> {
  const paths = [
    'users?limit=100',
    'service-groups?limit=100',
    ...users.map(({ id }) => `users/${id}/service-groups`),
    ...groups.map(({ id }) => `service-groups/${id}/managers`),
  ];
  const answers = await Promise.all(paths.map((list) => asks.owner('GET', `${path}/${list}`)));
  return JSON.parse(
    JSON.stringify(
      answers.map(({ body }) => (body.data as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1))),
      (name, value: unknown) => (LEFT_OUT.test(name) ? undefined : value),
    ),
  );
}

const LEFT_OUT =
  /^(version|createdAt|updatedAt|updatedBy|since|addedBy|nextCursor|memberCount|user|serviceGroup)$/;

type Arranged = Awaited<ReturnType<typeof arrange>>;

async function arrange() {
  const team = await createTeam(api);
  const [one, two] = [await createUser(api, team.account.id), await createUser(api, team.account.id)];
  const [dev, prod] = [
    await createServiceGroup(api, team.account.id),
    await createServiceGroup(api, team.account.id),
  ];
  return { ...team, users: [one, two] as const, groups: [dev, prod] as const };
}

describe('undoing what a request did', () => {
  test('takes back a batch on many users at once, and undoing that makes the change again', async () => {
    const team = await arrange();
    const { asks, path, users, groups } = team;
    const before = await stateOf(team);
    const changes = users.flatMap(({ id: userId }) =>
      groups.map(({ id: serviceGroupId }) => ({ userId, serviceGroupId, action: 'add' })),
    );
    await asks.owner('POST', `${path}/memberships/batch`, { changes });
    const after = await stateOf(team);
    const id = await lastChange(team);
    const tried = await undo(team, id, '?dryRun=true');
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true } });
    expect(tried.body.events).toHaveLength(4);
    expect(await stateOf(team)).toEqual(after);
    const undone = await undo(team, id);
    expect(undone).toMatchObject({ status: 200, body: { correlationId: id } });
    expect(await stateOf(team)).toEqual(before);
    await expectProblem(await undo(team, id), 409, 'change_superseded');
    expect((await undo(team, undone.body.revertedBy as string)).status).toBe(200);
    expect(await stateOf(team)).toEqual(after);
    await expectProblem(await undo(team, undone.body.revertedBy as string), 409, 'change_superseded');
  });

  test('says of which part each reason is', async () => {
    const team = await arrange();
    const { asks, path, users, groups } = team;
    const changes = users.map(({ id: userId }) => ({ userId, serviceGroupId: groups[0].id, action: 'add' }));
    await asks.owner('POST', `${path}/memberships/batch`, { changes });
    const id = await lastChange(team);
    for (const user of users)
      await asks.owner('DELETE', `${path}/service-groups/${groups[0].id}/members/${user.id}`);
    const { detail, errors } = await expectProblem(await undo(team, id), 409, 'change_superseded');
    for (const user of users) expect(detail).toContain(`${user.id}: It was changed again since`);
    expect(errors).toBeUndefined();
  });

  test('leaves what somebody else has changed since, and then changes nothing at all', async () => {
    const team = await arrange();
    const { asks, path, users } = team;
    const user = `${path}/users/${users[0].id}`;
    await asks.owner('PATCH', user, { name: 'Grace', role: 'admin' });
    const id = await lastChange(team);
    await asks.owner('PATCH', user, { metadata: { desk: 4 } });
    await asks.owner('PATCH', user, { name: 'Grace Hopper' });
    const before = await stateOf(team);
    const { detail } = await expectProblem(await undo(team, id), 409, 'change_superseded');
    expect(detail).toMatch(/user\.profile_changed at 20/);
    await expectProblem(await undo(team, id, '?dryRun=true'), 409, 'change_superseded');
    expect(await stateOf(team)).toEqual(before);
    // What was changed since elsewhere does not matter: only the name stands in the way.
    await undo(team, await lastChange(team));
    expect(await stateOf(team)).not.toEqual(before);
  });

  test('brings a membership back on its terms, and takes a user back who was created by mistake', async () => {
    const team = await arrange();
    const { asks, path, users, groups } = team;
    const membership = `${path}/service-groups/${groups[0].id}/members/${users[0].id}`;
    const expiresAt = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
    await asks.owner('PUT', membership, { expiresAt, reason: 'On call' });
    await asks.owner('DELETE', membership);
    await undo(team, await lastChange(team));
    expect((await asks.owner('GET', membership)).body).toMatchObject({ expiresAt, reason: 'On call' });
    const { body: created } = await asks.owner('POST', `${path}/users`, {
      name: 'Mistake',
      email: 'mistake@example.com',
    });
    expect((await undo(team, await lastChange(team))).status).toBe(200);
    expect((await asks.owner('GET', `${path}/users/${created.id}`)).status).toBe(404);
  });

  test('refuses what has no way back, with the reason, and what it does not know', async () => {
    const team = await arrange();
    const { asks, path, users, groups } = team;
    const removed = await asks.owner('DELETE', `${path}/users/${users[1].id}`);
    expect(removed.headers.get('rollbook-revertible')).toBeNull();
    const removal = await lastChange(team);
    expect((await asks.owner('GET', `${path}/events?limit=1`)).body.data).toMatchObject([
      { type: 'user.removed', revertible: false },
    ]);
    expect((await expectProblem(await undo(team, removal), 409, 'change_not_revertible')).detail).toMatch(
      /invite/,
    );
    await asks.owner('POST', `${path}/users/${users[1].id}/erase`);
    await expectProblem(await undo(team, removal), 410, 'user_erased');
    await asks.owner('POST', `${path}/api-keys`, { name: 'CI', scopes: ['users:read'] });
    await expectProblem(await undo(team, await lastChange(team)), 409, 'change_not_revertible');
    await asks.owner('PATCH', `${path}/service-groups/${groups[0].id}`, { name: 'renamed' });
    const renaming = await lastChange(team);
    await asks.owner('POST', `${path}/service-groups`, { name: groups[0].name });
    await expectProblem(await undo(team, renaming), 409, 'service_group_name_taken');
    await expectProblem(await undo(team, renaming, '?dryRun=true'), 409, 'service_group_name_taken');
    await expectProblem(await undo(team, 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8'), 404, 'change_not_found');
    await expectProblem(await undo(team, 'mine'), 404, 'change_not_found');
    await expectProblem(await undo(team, 'mine', '?at=yesterday'), 400, 'invalid_format');
    for (const at of ['2026-02-30T00:00:00Z', '%2B275760-09-13T00:00:00.000Z', '2026-03-01', ''])
      await expectProblem(await undo(team, 'mine', `?at=${at}`), 400, 'invalid_format');
    for (const at of ['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z'])
      await expectProblem(await undo(team, 'mine', `?at=${at}`), 404, 'change_not_found');
    await expectProblem(await undo(team, 'req_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'), 404, 'change_not_found');
    const elsewhere = await arrange();
    await expectProblem(await undo(elsewhere, renaming), 404, 'change_not_found');
  });

  test('finds a change by an id that its client made up, with the time of one of its events', async () => {
    const team = await arrange();
    const { asks, path, users } = team;
    const at = new Date().toISOString();
    const headers = { 'x-correlation-id': 'ticket-4711' };
    await asks.owner('PATCH', `${path}/users/${users[0].id}`, { name: 'Grace' }, headers);
    expect((await undo(team, 'ticket-4711', `?at=${at}`)).status).toBe(200);
    expect((await asks.owner('GET', `${path}/users/${users[0].id}`)).body.name).toBe(users[0].name);
  });

  test('needs the rights that the change itself needs', async () => {
    const team = await arrange();
    const { asks, path, users, owner, groups } = team;
    const { body: reader } = await asks.owner('POST', `${path}/api-keys`, {
      name: 'r',
      scopes: ['events:read'],
    });
    const byKey = askWith(api.url, reader.key as string);
    await asks.owner('PUT', `${path}/service-groups/${groups[0].id}/members/${users[0].id}`);
    const id = await lastChange(team);
    await expectProblem(await undo(team, id, '', byKey), 403, 'not_permitted');
    await expectProblem(await undo(team, id, '', asks.member), 403, 'not_permitted');
    await asks.owner('PATCH', `${path}/users/${owner.id}`, { name: 'Owner' });
    await expectProblem(await undo(team, await lastChange(team), '', asks.admin), 403, 'owner_needed');
    expect((await undo(team, id, '', asks.admin)).status).toBe(200);
  });

  test('commits whole or not at all while others change the same things', async () => {
    const team = await arrange();
    const { asks, path, users, groups } = team;
    for (let round = 0; round < 5; round += 1) {
      const changes = users.map(({ id: userId }) => ({
        userId,
        serviceGroupId: groups[0].id,
        action: 'add',
      }));
      await asks.owner('POST', `${path}/memberships/batch`, { changes });
      const id = await lastChange(team);
      const [undone, left] = await Promise.all([
        undo(team, id),
        asks.owner('DELETE', `${path}/service-groups/${groups[0].id}/members/${users[1].id}`),
      ]);
      const isMember = await Promise.all(
        users.map(async ({ id: userId }) => {
          const { status } = await asks.owner(
            'GET',
            `${path}/service-groups/${groups[0].id}/members/${userId}`,
          );
          return status === 200;
        }),
      );
      expect([undone.status, left.status]).toEqual(undone.status === 200 ? [200, 404] : [409, 204]);
      expect(isMember).toEqual(undone.status === 200 ? [false, false] : [true, false]);
      for (const { id: userId } of users)
        await asks.owner('DELETE', `${path}/service-groups/${groups[0].id}/members/${userId}`);
    }
  });

  test('leads back to the state before, whatever the request did, in any order of undoing and doing again', async () => {
    const team = await arrange();
    const { asks, path, users, groups } = team;
    const nth = fc.nat(1);
    const userPath = (index: number) => `${path}/users/${users[index]!.id}`;
    const groupPath = (index: number) => `${path}/service-groups/${groups[index]!.id}`;
    const member = ([user, group]: readonly [number, number]) =>
      `${groupPath(group)}/members/${users[user]!.id}`;
    const metadata = fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.nat(3), fc.constant(null)));
    const both = fc.tuple(nth, nth);
    const request = fc.oneof(
      fc
        .record({ name: fc.constantFrom('Ada', 'Alan', 'Barbara'), role: fc.constantFrom('member', 'admin') })
        .chain((body) => nth.map((user) => ['PATCH', userPath(user), body] as const)),
      fc.tuple(nth, metadata).map(([user, body]) => ['PATCH', userPath(user), { metadata: body }] as const),
      fc
        .tuple(nth, fc.constantFrom('suspend', 'reactivate'))
        .map(([user, verb]) => ['POST', `${userPath(user)}/${verb}`] as const),
      both.map((cell) => ['PUT', member(cell)] as const),
      both.map((cell) => ['DELETE', member(cell)] as const),
      fc
        .tuple(both, fc.constantFrom('2031-01-01T00:00:00.000Z', null))
        .map(([cell, expiresAt]) => ['PATCH', member(cell), { expiresAt, reason: 'r' }] as const),
      fc
        .tuple(nth, fc.constantFrom('x1', 'x2', 'x3'))
        .map(([group, name]) => ['PATCH', groupPath(group), { name }] as const),
      fc
        .tuple(nth, metadata, fc.boolean())
        .map(
          ([group, body, needed]) =>
            [
              'PATCH',
              groupPath(group),
              { metadata: body, membershipRules: { reasonRequired: needed } },
            ] as const,
        ),
      both.map(([user, group]) => ['PUT', `${groupPath(group)}/managers/${users[user]!.id}`] as const),
      both.map(([user, group]) => ['DELETE', `${groupPath(group)}/managers/${users[user]!.id}`] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (requests) => {
        for (const [method, to, body] of requests) {
          const [before, was] = [await stateOf(team), await lastChange(team)];
          const { status, headers } = await asks.owner(method, to, body);
          const [after, id] = [await stateOf(team), await lastChange(team)];
          if (status >= 300 || id === was) continue;
          expect(headers.get('rollbook-revertible')).toBe(id);
          const undone = await undo(team, id);
          // A rule may have come that the state of before does not meet.
          if (undone.status !== 200) {
            expect(undone.body.code).toMatch(/^(reason_required|user_suspended|change_not_revertible)$/);
            expect(await stateOf(team)).toEqual(after);
            continue;
          }
          expect(await stateOf(team)).toEqual(before);
          expect((await undo(team, id)).status).toBe(409);
          expect((await undo(team, undone.body.revertedBy as string)).status).toBe(200);
          expect(await stateOf(team)).toEqual(after);
        }
      }),
      { numRuns: Number(process.env['ROLLBOOK_UNDO_RUNS'] ?? 12) },
    );
  });
});
