import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const identity = { issuer: 'https://login.acme.example', subject: '248289761001' };

describe('the identities of a user', () => {
  test('are linked by an admin, shown to the user, and unlinked', async () => {
    const { asks, member, path: account } = await createTeam(api);
    const path = `${account}/users/${member.id}/identities`;
    const linked = await asks.admin('POST', path, identity);
    expect(linked).toMatchObject({ status: 201, body: { ...identity, userId: member.id } });
    expect((await asks.member('GET', path)).body).toEqual({ data: [linked.body], nextCursor: null });
    expect((await asks.admin('POST', path, identity)).body).toEqual(linked.body);
    expect(await asks.admin('DELETE', `${path}/${linked.body.id}`)).toMatchObject({ status: 204 });
    await expectProblem(await asks.admin('DELETE', `${path}/${linked.body.id}`), 404, 'identity_not_found');
    expect((await asks.member('GET', path)).body.data).toEqual([]);
  });

  test('cannot be linked to an owner by an admin, nor by the user', async () => {
    const { asks, owner, member, path } = await createTeam(api);
    const users = `${path}/users`;
    await expectProblem(
      await asks.admin('POST', `${users}/${owner.id}/identities`, identity),
      403,
      'owner_needed',
    );
    await expectProblem(
      await asks.member('POST', `${users}/${member.id}/identities`, identity),
      403,
      'not_permitted',
    );
  });

  test('are one user’s only', async () => {
    const { asks, admin, member, path } = await createTeam(api);
    const users = `${path}/users`;
    expect((await asks.owner('POST', `${users}/${member.id}/identities`, identity)).status).toBe(201);
    await expectProblem(
      await asks.owner('POST', `${users}/${admin.id}/identities`, identity),
      409,
      'identity_taken',
    );
  });
});
