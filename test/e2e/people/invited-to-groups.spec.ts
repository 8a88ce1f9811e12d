import { invitationToken } from '#libs/secrets';
import {
  expectProblem,
  INVITATION_SECRET,
  startApi,
  type Answer,
  type RunningApi,
} from '../../support/api/api.js';
import { created, createServiceGroup, createTeam } from '../../support/api/people.js';

let api: RunningApi;
// One API for each test: attempts with a token are limited for each address.
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

async function withToken(path: string, token: string): Promise<Answer> {
  const answer = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
const inspect = (token: string) => withToken('/v1/invitations/inspect', token);

const GRACE = { name: 'Grace', email: 'grace@x.example', role: 'admin' };

test('a person is invited with a role and service groups in one go, and accepts them all', async () => {
  const { asks, path, account, admin } = await createTeam(api);
  const groups = [await createServiceGroup(api, account.id), await createServiceGroup(api, account.id)];
  const serviceGroupIds = groups.map(({ id }) => id);
  const invited = created<{ id: string; expiresAt: string; serviceGroupCount: number }>(
    await asks.admin('POST', `${path}/invitations`, { ...GRACE, serviceGroupIds }),
  );
  expect(invited.serviceGroupCount).toBe(2);
  const stored = await asks.admin('GET', `${path}/invitations/${invited.id}`);
  expect(stored.body.expiresAt).toBe(invited.expiresAt);
  const events = await asks.admin('GET', `${path}/users/${invited.id}/events`);
  expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual([
    'user.invited',
    'service_group.member_added',
    'service_group.member_added',
  ]);
  const token = invitationToken(INVITATION_SECRET, account.id, `${invited.id}.1`);
  expect((await inspect(token)).body).toEqual({
    accountId: account.id,
    accountName: account.name,
    userId: invited.id,
    ...GRACE,
    status: 'pending',
    invitedByName: admin.name,
    invitedByKind: 'user',
    serviceGroups: groups.map(({ name }) => name),
    expiresAt: invited.expiresAt,
  });
  expect((await withToken('/invitations/v1/accept', token)).status).toBe(200);
  await expectProblem(await inspect(token), 409, 'invitation_accepted');
  const may = await asks.admin('GET', `${path}/service-groups/${serviceGroupIds[0]}/members/${invited.id}`);
  expect(may.body.user).toMatchObject({ status: 'active', role: 'admin' });
});

test('a batch invites each with their own groups; an unknown group refuses only its row', async () => {
  const { asks, path, account } = await createTeam(api);
  const group = await createServiceGroup(api, account.id);
  const invitations = [
    { name: 'A', email: 'a@x.example', serviceGroupIds: [group.id] },
    { name: 'B', email: 'b@x.example', serviceGroupIds: [`sgrp_${'0'.repeat(26)}`] },
    { name: 'C', email: 'c@x.example' },
  ];
  const { body } = await asks.admin('POST', `${path}/invitations/batch`, { invitations });
  expect(body).toMatchObject({
    done: 2,
    results: [{ outcome: 'done' }, { problem: { code: 'service_group_not_found' } }, { outcome: 'done' }],
  });
  const members = await asks.admin('GET', `${path}/service-groups/${group.id}/members`);
  expect(members.body.data).toMatchObject([{ user: { email: 'a@x.example', status: 'invited' } }]);
});

test('a token that is wrong, or was replaced or taken back, is told nothing', async () => {
  const { asks, path, account } = await createTeam(api);
  const { id } = created<{ id: string }>(await asks.admin('POST', `${path}/invitations`, GRACE));
  const token = (version: number) => invitationToken(INVITATION_SECRET, account.id, `${id}.${version}`);
  await expectProblem(await inspect(`${token(1).slice(0, -1)}-`), 404, 'invitation_not_found');
  created(await asks.admin('POST', `${path}/invitations/${id}/resend`));
  await expectProblem(await inspect(token(1)), 404, 'invitation_not_found');
  expect((await inspect(token(2))).body).toMatchObject({ status: 'pending', serviceGroups: [] });
  await asks.admin('DELETE', `${path}/invitations/${id}`);
  await expectProblem(await inspect(token(2)), 404, 'invitation_not_found');
});
