/** @engines both */
import {
  addMember,
  addTeam,
  addToTeam,
  changeTeamPlace,
  checkAccess,
  checkAccessAsOf,
  createServiceGroup,
  createTeam,
  createUser,
  dueShards,
  erasePersonalData,
  getTeam,
  listActions,
  removeFromTeam,
  removeServiceGroup,
  removeTeam,
  removeTeamAccess,
  removeUser,
  replaceAccessRoles,
  revertChange,
  runDueOfShard,
  updateServiceGroup,
  updateTeam,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

let userId: UserId;
let serviceGroupId: ServiceGroupId;
let teamId: TeamId;
beforeEach(async () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@acme.example' };
  ({ userId } = (await createUser(tenant, ada, byOperator)).state);
  ({ serviceGroupId } = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state);
  ({ teamId } = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state);
});

const mayDo = async (action = 'enter') =>
  (await checkAccess(tenant, userId, serviceGroupId, action)).decision;
const join = (terms = {}) => addToTeam(tenant, teamId, userId, terms, byOperator);
const open = (terms = {}) => addTeam(tenant, serviceGroupId, teamId, terms, byOperator);
const inMs = (ms: number) => new Date(directory.steadyNow() + ms).toISOString();

test('who is in a team may enter what it opens, until either is taken away', async () => {
  expect(await mayDo()).toBe(false);
  await join();
  expect(await mayDo()).toBe(false);
  const opening = await open();
  expect(opening.state).toMatchObject({ isNew: true, teamName: 'Platform', serviceGroupName: 'prod' });
  expect(await mayDo()).toBe(true);
  const { at } = opening.events[0]!;
  const before = new Date(Date.parse(at) - 1).toISOString();
  expect(await checkAccessAsOf(tenant, userId, serviceGroupId, 'enter', before)).toMatchObject({
    decision: false,
  });
  expect(await checkAccessAsOf(tenant, userId, serviceGroupId, 'enter', at)).toMatchObject({
    decision: true,
  });

  await removeFromTeam(tenant, teamId, userId, byOperator);
  expect(await mayDo()).toBe(false);
  expect((await join()).state.opens).toEqual([{ serviceGroupId }]);
  expect(await mayDo()).toBe(true);
  await removeTeamAccess(tenant, serviceGroupId, teamId, byOperator);
  expect(await mayDo()).toBe(false);
  await expectNothingWrong(tenant);
});

test('permissions are those of all paths together', async () => {
  const roles = [
    { key: 'reader', name: 'Reader', permissions: ['logs.read'] },
    { key: 'deployer', name: 'Deployer', permissions: ['deploy'] },
  ];
  await replaceAccessRoles(tenant, roles, byOperator);
  await join();
  await open({ accessRole: 'deployer' });
  await addMember(tenant, serviceGroupId, userId, byOperator, { accessRole: 'reader' });
  expect((await listActions(tenant, userId, serviceGroupId, { limit: 10 })).items).toEqual([
    'deploy',
    'enter',
    'logs.read',
  ]);
  expect(await mayDo('deploy')).toBe(true);
  await expectNothingWrong(tenant);
});

test.each<[string, (end: string) => Promise<unknown>]>([
  ['the place', (end) => join({ expiresAt: end }).then(() => open())],
  ['the access', (end) => open({ expiresAt: end }).then(() => join())],
])('a path ends with %s, and the worker says so', async (_what, begin) => {
  const end = inMs(60_000);
  await begin(end);
  const at = (time: string) => ({ ...directory, steadyNow: () => Date.parse(time) });
  const asked = (time: string) =>
    checkAccess({ ...tenant, directory: at(time) }, userId, serviceGroupId, 'enter');
  const justBefore = new Date(Date.parse(end) - 1).toISOString();
  expect(await asked(justBefore)).toMatchObject({ decision: true });
  expect(await asked(end)).toMatchObject({ decision: false });
  const onNotice = (line: string) => {
    throw new Error(line);
  };
  const runs = dueShards().map((shard) => runDueOfShard(at(end), shard, { onNotice, rest: 0 }));
  expect((await Promise.all(runs)).reduce((sum, { found }) => sum + found, 0)).toBe(1);
  await expectNothingWrong(tenant);
});

test('a removed team gives nobody anything at once; a job then ends what it was, with an event each', async () => {
  await join();
  await open();
  const { state } = await removeTeam(tenant, teamId, byOperator);
  expect(await mayDo()).toBe(false);
  await expect(getTeam(tenant, teamId)).rejects.toMatchObject({ code: 'team_not_found' });
  await finishJob(directory, state.jobId!);
  expect(await mayDo()).toBe(false);
  // The job waited for the index, which makes its events no later than what is done next.
  const next = await updateServiceGroup(tenant, serviceGroupId, { name: 'production' }, byOperator);
  expect(Date.parse(next.events[0]!.at)).toBeLessThanOrEqual(Date.now());
  await createTeam(tenant, { name: 'platform' }, byOperator);
  await expectNothingWrong(tenant);
});

test('a removed service group and a removed user leave nothing of theirs in teams', async () => {
  await join();
  await open();
  const group = await removeServiceGroup(tenant, serviceGroupId, byOperator);
  await finishJob(directory, group.state.jobId!);
  const user = await removeUser(tenant, userId, byOperator);
  await finishJob(directory, user.state.jobId!);
  await expectNothingWrong(tenant);
});

test('refuses what is not there, a name that is taken, and more than a group of rules allows', async () => {
  await expect(createTeam(tenant, { name: 'PLATFORM' }, byOperator)).rejects.toMatchObject({
    code: 'team_name_taken',
  });
  await expect(changeTeamPlace(tenant, teamId, userId, {}, byOperator)).rejects.toMatchObject({
    code: 'team_place_not_found',
  });
  await expect(removeTeamAccess(tenant, serviceGroupId, teamId, byOperator)).rejects.toMatchObject({
    code: 'team_access_not_found',
  });
  await updateTeam(tenant, teamId, { name: 'Infrastructure', externalId: 'idp-7' }, byOperator);
  await createTeam(tenant, { name: 'Platform' }, byOperator);
  const strict = { name: 'safe', membershipRules: { maxLengthSeconds: 3_600 } };
  const safe = (await createServiceGroup(tenant, strict, byOperator)).state.serviceGroupId;
  await expect(addTeam(tenant, safe, teamId, {}, byOperator)).rejects.toMatchObject({
    code: 'teams_not_allowed',
  });
  await expectNothingWrong(tenant);
});

test('an erasure leaves nothing of a person on the places that they had in teams', async () => {
  await join({ reason: 'Because Ada asked.' });
  await removeFromTeam(tenant, teamId, userId, byOperator);
  await join();
  const removal = await removeUser(tenant, userId, byOperator);
  const erasure = await erasePersonalData(tenant, userId, byOperator);
  expect(erasure.state.jobId).toBeDefined();
  await finishJob(directory, erasure.state.jobId!);
  await finishJob(directory, removal.state.jobId!);
  const texts = (await everyItem(opened)).map((item) => JSON.stringify(item));
  expect(texts.filter((text) => text.includes(userId) && /Ada|ada@acme/.test(text))).toEqual([]);
  await expectNothingWrong(tenant);
});

test('what one request did to places and access is undone, terms and all, unless it ended with its team', async () => {
  const end = inMs(86_400_000 * 3);
  await open({ expiresAt: end });
  await join({ expiresAt: end, reason: 'On call.' });
  const undo = async (outcome: { events: readonly { correlationId: string; at: string }[] }) => {
    const { correlationId, at } = outcome.events[0]!;
    await indexesSettled();
    return revertChange(tenant, { correlationId, at }, () => undefined, byOperator);
  };
  const by = (n: number) => ({ ...byOperator, correlationId: `change-${n}` });
  await undo(await removeFromTeam(tenant, teamId, userId, by(1)));
  expect(await mayDo()).toBe(true);
  await undo(await removeTeamAccess(tenant, serviceGroupId, teamId, by(2)));
  expect(await mayDo()).toBe(true);
  await undo(await changeTeamPlace(tenant, teamId, userId, { expiresAt: null }, by(3)));
  const changed = await changeTeamPlace(tenant, teamId, userId, { reason: 'Still.' }, by(4));
  expect(changed.state).toMatchObject({ expiresAt: end, reason: 'Still.' });
  const removal = await removeTeam(tenant, teamId, by(5));
  await finishJob(directory, removal.state.jobId!);
  await expect(undo(removal)).rejects.toMatchObject({ code: 'change_not_revertible' });
  await expectNothingWrong(tenant);
});

test('many join at the same time, and what joins while the team is removed does not stay', async () => {
  await open();
  const users: UserId[] = [];
  for (let n = 0; n < 24; n += 1) {
    const user = { name: `User ${n}`, email: `user-${n}@acme.example` };
    users.push((await createUser(tenant, user, byOperator)).state.userId);
  }
  const add = (each: UserId) => addToTeam(tenant, teamId, each, {}, byOperator);
  await Promise.all(users.slice(0, 12).map(add));
  const [removal, ...joined] = await Promise.all([
    removeTeam(tenant, teamId, byOperator),
    ...users.slice(12).map((each) =>
      add(each).then(
        () => 'joined',
        (error: { code: string }) => error.code,
      ),
    ),
  ]);
  expect(new Set([...joined, 'joined', 'team_not_found'])).toEqual(new Set(['joined', 'team_not_found']));
  await finishJob(directory, removal.state.jobId!);
  const places = (await everyItem(opened)).filter(({ entity }) => entity === 'team-place');
  expect(places.filter((item) => item['teamId'] === teamId)).toEqual([]);
  await expectNothingWrong(tenant);
});
