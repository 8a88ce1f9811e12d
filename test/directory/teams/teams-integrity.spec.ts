/** @engines both */
import { Readable } from 'node:stream';
import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  addTeam,
  addToTeam,
  checkAccess,
  closeAccount,
  createServiceGroup,
  createTeam,
  createUser,
  grantTenant,
  importAccount,
  removeFromTeam,
  removeServiceGroup,
  removeTeam,
  removeTeamAccess,
  removeUser,
  updateTeam,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import {
  everyItem,
  everyWireItem,
  putWireItems,
  textOf,
  withParsedEvents,
} from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong, wrongFindings } from '../../support/directory/nothing-wrong.js';
import { exportAccount, rebuildAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

const OF_TEAMS =
  /^(team|team-name-claim|team-place|past-team-place|team-access|past-team-access|due-of-team)$/;
const inDays = (days: number) => new Date(directory.now() + days * 86_400_000).toISOString();

interface World {
  ada: UserId;
  prod: ServiceGroupId;
  platform: TeamId;
}

/** Teams with everything that there can be of them: present, past, with ends, removed, and with what was removed. */
async function fill(): Promise<World> {
  const user = async (name: string) =>
    (await createUser(tenant, { name, email: `${name}@acme.example` }, byOperator)).state.userId;
  const group = async (name: string) =>
    (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
  const team = async (name: string) =>
    (await createTeam(tenant, { name, externalId: `idp-${name}` }, byOperator)).state.teamId;
  const [ada, bob, carl] = [await user('ada'), await user('bob'), await user('carl')];
  const [prod, dev] = [await group('prod'), await group('dev')];
  const [platform, gone] = [await team('Platform'), await team('Gone')];
  for (const each of [ada, bob, carl]) await addToTeam(tenant, platform, each, {}, byOperator);
  await removeFromTeam(tenant, platform, bob, byOperator);
  await addToTeam(tenant, gone, ada, { expiresAt: inDays(3), reason: 'On call.' }, byOperator);
  await addTeam(tenant, prod, platform, { expiresAt: inDays(2) }, byOperator);
  await addTeam(tenant, dev, platform, {}, byOperator);
  await addTeam(tenant, prod, gone, {}, byOperator);
  await removeTeamAccess(tenant, prod, gone, byOperator);
  await addTeam(tenant, prod, gone, {}, byOperator);
  await updateTeam(tenant, platform, { name: 'Infrastructure', externalId: null }, byOperator);
  const removals = [
    await removeTeam(tenant, gone, byOperator),
    await removeUser(tenant, carl, byOperator),
    await removeServiceGroup(tenant, dev, byOperator),
  ];
  for (const { state } of removals) await finishJob(directory, state.jobId!);
  return { ada, prod, platform };
}

async function ofTeams(at = opened): Promise<Record<string, unknown>[]> {
  const items = (await everyItem(at)).filter(
    ({ entity, accountId }) => OF_TEAMS.test(String(entity)) && accountId === tenant.accountId,
  );
  const keyOf = ({ PK, SK }: Record<string, unknown>) => `${String(PK)} ${String(SK)}`;
  return (
    items
      .map(withParsedEvents)
      // When it was written last does not follow from events, nor which state of its user it copies; a tombstone expires later, and
      // how often a team was given access is counted anew.
      .map(({ updatedAt: _at, expiresAt: _later, accessGiven: _given, ...item }) => item)
      .map(({ userVersion: _state, userStatus: _status, ...item }) => item)
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  );
}

test('everything of teams is rebuilt from the events, and an export has it', async () => {
  const { ada, prod } = await fill();
  await expectNothingWrong(tenant);
  const before = await ofTeams();
  expect(new Set(before.map(({ entity }) => entity)).size).toBe(7);
  for (const item of await everyWireItem(opened)) {
    if (!OF_TEAMS.test(textOf(item, 'entity'))) continue;
    const Key = { PK: { S: textOf(item, 'PK') }, SK: { S: textOf(item, 'SK') } };
    await opened.client.send(new DeleteItemCommand({ TableName: opened.tableName, Key }));
  }
  expect((await wrongFindings(tenant)).length).toBeGreaterThan(8);
  await rebuildAccount(tenant);
  expect(await ofTeams()).toEqual(before);
  await expectNothingWrong(tenant);

  const target = await openTestDirectory();
  const lines: string[] = [];
  // Jobs were run by a clock that was put forward.
  const later = grantTenant({ ...directory, now: () => directory.now() + 60_000 }, tenant.accountId);
  for await (const line of exportAccount(later)) lines.push(line.trimEnd());
  const setShape = (shape: number) =>
    target.client.send(
      new UpdateItemCommand({
        TableName: target.tableName,
        Key: { PK: { S: 'table' }, SK: { S: 'shape' } },
        UpdateExpression: 'SET shape = :shape',
        ExpressionAttributeValues: { ':shape': { N: String(shape) } },
      }),
    );
  await setShape(3);
  await expect(importAccount(target.directory, Readable.from(lines))).rejects.toThrow(/migrate --run/);
  const there = grantTenant(target.directory, tenant.accountId);
  await expect(createTeam(tenant, { name: 'x' }, byOperator)).resolves.toBeDefined();
  await setShape(4);
  await importAccount(target.directory, Readable.from(lines));
  expect(await ofTeams(target)).toEqual(before);
  expect(await checkAccess(there, ada, prod, 'enter')).toMatchObject({ decision: true });
  await expectNothingWrong(there);
  await target.close();
});

test('a forged place or access is found, and taken away by a repair', async () => {
  const { ada, platform } = await fill();
  const other = (await createServiceGroup(tenant, { name: 'other' }, byOperator)).state.serviceGroupId;
  const stored = await everyWireItem(opened);
  const find = (entity: string) =>
    stored.find(
      (item) => textOf(item, 'entity') === entity && textOf(item, 'accountId') === tenant.accountId,
    )!;
  const access = find('team-access');
  const opens = textOf(access, 'SK').slice('servicegroup:'.length);
  const forged = JSON.parse(JSON.stringify(access).replaceAll(opens, other)) as typeof access;
  await putWireItems(opened, [forged]);
  const second = (await createTeam(tenant, { name: 'Second' }, byOperator)).state.teamId;
  const place = find('team-place');
  await putWireItems(opened, [
    JSON.parse(JSON.stringify(place).replaceAll(platform, second)) as typeof place,
  ]);
  expect(await checkAccess(tenant, ada, other, 'enter')).toMatchObject({ decision: false });
  const entities = (await wrongFindings(tenant)).map(({ entity }) => entity).sort();
  expect(entities).toEqual(['team-access', 'team-place']);
  await rebuildAccount(tenant);
  await expectNothingWrong(tenant);
});

test('closing an account ends its teams, and all that they were', async () => {
  await fill();
  const closing = await closeAccount(tenant, byOperator);
  const { jobId } = closing.state as { jobId?: string };
  const jobs = new Set([jobId!]);
  for (const job of jobs) {
    await finishJob(directory, job, async () => {
      for (const { entity, jobId: id, status } of await everyItem(opened))
        if (entity === 'job' && status === 'running' && id !== job) await finishJob(directory, String(id));
    });
  }
  const left = (await everyItem(opened)).filter(
    ({ entity, accountId }) =>
      accountId === tenant.accountId && /^(team-place|team-access|due-of-team)$/.test(String(entity)),
  );
  expect(left).toEqual([]);
  await expectNothingWrong(tenant);
});
