/** @engines both */
import {
  addTeam,
  addToTeam,
  checkAccess,
  createServiceGroup,
  createTeam,
  createUser,
  getTeam,
  removeFromTeam,
  removeTeam,
  removeTeamAccess,
  revertChange,
  updateTeam,
  type Tenant,
  type WhatIsReverted,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';
import { indexesSettled } from '../../support/engines/engine.js';

let tenant: Tenant;
inAccount((account) => ({ tenant } = account));

let teamId: TeamId;
beforeEach(async () => {
  const settings = { name: 'Platform', externalId: 'idp-7', metadata: { floor: 2 } };
  ({ teamId } = (await createTeam(tenant, settings, byOperator)).state);
});

type Changed = { events: readonly { correlationId: string; at: string }[] };

/** Everything that has the correlation id of a command. */
async function undo({ events }: Changed, by = byOperator) {
  const { correlationId, at } = events[0]!;
  let asked: WhatIsReverted | undefined;
  await indexesSettled();
  const outcome = await revertChange(tenant, { correlationId, at }, (what) => void (asked = what), by);
  return { ...outcome, asked };
}

let count = 0;
const inOneRequest = () => ({ ...byOperator, correlationId: `request-${(count += 1)}` });

test('a name and settings are again what they were, claims and all, and so are those of the undo', async () => {
  const change = { name: 'Site', externalId: null, metadata: { floor: null, room: 7 } };
  const changed = await updateTeam(tenant, teamId, change, inOneRequest());
  const undone = await undo(changed, inOneRequest());
  expect(undone.asked).toMatchObject({ teams: true, users: false, serviceGroups: false });
  expect(await getTeam(tenant, teamId)).toMatchObject({
    ...{ name: 'Platform', externalId: 'idp-7', metadata: { floor: 2 } },
  });
  const { teamId: other } = (await createTeam(tenant, { name: 'Site' }, byOperator)).state;
  await expect(undo(undone)).rejects.toMatchObject({ code: 'team_name_taken' });
  await removeTeam(tenant, other, byOperator);
  await undo(undone);
  expect(await getTeam(tenant, teamId)).toMatchObject({ name: 'Site', metadata: { room: 7 } });
  await createTeam(tenant, { name: 'Platform', externalId: 'idp-7' }, byOperator);
  await expectNothingWrong(tenant);
});

test('what others changed since stays, and neither its creation nor its removal is undone', async () => {
  const renamed = await updateTeam(tenant, teamId, { name: 'Site' }, inOneRequest());
  await updateTeam(tenant, teamId, { name: 'Sites' }, inOneRequest());
  await expect(undo(renamed)).rejects.toMatchObject({ code: 'change_superseded' });
  const created = await createTeam(tenant, { name: 'Platform' }, inOneRequest());
  await expect(undo(created)).rejects.toMatchObject({ code: 'change_not_revertible' });
  const removed = await removeTeam(tenant, created.state.teamId, inOneRequest());
  await expect(undo(removed)).rejects.toMatchObject({ code: 'change_not_revertible' });
});

async function users(): Promise<UserId[]> {
  const created = ['ada', 'bob'].map((name) =>
    createUser(tenant, { name, email: `${name}@acme.example` }, byOperator),
  );
  return (await Promise.all(created)).map(({ state }) => state.userId);
}

async function groups(): Promise<ServiceGroupId[]> {
  const created = ['prod', 'dev'].map((name) => createServiceGroup(tenant, { name }, byOperator));
  return (await Promise.all(created)).map(({ state }) => state.serviceGroupId);
}

test('places of several users in one team, and its name, come back together', async () => {
  const userIds = await users();
  for (const userId of userIds) await addToTeam(tenant, teamId, userId, {}, byOperator);
  const request = inOneRequest();
  for (const userId of userIds) await removeFromTeam(tenant, teamId, userId, request);
  const renamed = await updateTeam(tenant, teamId, { name: 'Site' }, request);
  const { events } = await undo(renamed);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'team.member_added',
    'team.member_added',
    'team.renamed',
  ]);
  await expectNothingWrong(tenant);
});

test('the access of one team to several service groups comes back together, with places in it', async () => {
  const [userIds, groupIds] = [await users(), await groups()];
  for (const userId of userIds) await addToTeam(tenant, teamId, userId, {}, byOperator);
  for (const groupId of groupIds) await addTeam(tenant, groupId, teamId, {}, byOperator);
  const request = inOneRequest();
  for (const groupId of groupIds) await removeTeamAccess(tenant, groupId, teamId, request);
  const left = await removeFromTeam(tenant, teamId, userIds[0]!, request);
  await undo(left);
  for (const userId of userIds)
    for (const groupId of groupIds)
      expect(await checkAccess(tenant, userId, groupId, 'enter')).toMatchObject({ decision: true });
  await expectNothingWrong(tenant);
});

test('where a team is both changed and given access again, each is undone by itself', async () => {
  const [groupId] = await groups();
  await addTeam(tenant, groupId!, teamId, {}, byOperator);
  const request = inOneRequest();
  await removeTeamAccess(tenant, groupId!, teamId, request);
  const renamed = await updateTeam(tenant, teamId, { name: 'Site' }, request);
  await expect(undo(renamed)).rejects.toMatchObject({ code: 'change_too_large' });
});
