import {
  addMember,
  commandUser,
  createUser,
  findLastSeen,
  getAccount,
  getServiceGroup,
  listMembers,
  listServiceGroupsOfUser,
  noteLastSeen,
  removeServiceGroup,
  removeUser,
  tasksOf,
  updateServiceGroup,
} from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { startAccount } from '../../../../test/support/streams/busy-directory.js';
import {
  byOperator,
  openTestDirectory,
  type TestDirectory,
} from '../../../../test/support/directory/directory.js';
import { engineEndpoint } from '../../../../test/support/engines/engine.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startRecordedBus } from '../../../../test/support/streams/recorded-bus.js';
import { startStreamProcessor, type StreamProcessor } from '../node-host.js';
import { projector } from './projector.js';
import { masterKeyFile } from '../../../../test/support/directory/master-key.js';

// Generous for a busy machine: processes are started and leases waited for.

let system: TestDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let processor: StreamProcessor;

beforeEach(async () => {
  system = await openTestDirectory();
  bus = await startRecordedBus();
  processor = await startStreamProcessor(
    {
      table: system.tableName,
      eventBus: 'rollbook',
      masterKeyFile: masterKeyFile(),
      dynamodbEndpoint: engineEndpoint(),
      eventBridgeEndpoint: bus.url,
    },
    () => {},
    { leaseDurationMs: 1_000 },
  );
});

afterEach(async () => {
  await processor.stop();
  await bus.stop();
  await system.close();
});

const request = { limit: 100, cursor: undefined };

test('a rename on either side reaches every membership', async () => {
  const { directory } = system;
  const { tenant, ownerId, serviceGroupId } = await startAccount(directory);
  await addMember(tenant, serviceGroupId, ownerId, byOperator);
  await updateServiceGroup(tenant, serviceGroupId, { name: 'development' }, byOperator);
  await commandUser(tenant, ownerId, { type: 'change_user', name: 'Olga New' }, byOperator);
  await eventually('both names are copied', async () => {
    const [members, groups] = await Promise.all([
      listMembers(tenant, serviceGroupId, request),
      listServiceGroupsOfUser(tenant, ownerId, request),
    ]);
    return members.items[0]?.userName === 'Olga New' && groups.items[0]?.serviceGroupName === 'development';
  });
});

test('users, service groups and members are counted, and nothing of that is published', async () => {
  const { directory } = system;
  const { tenant, ownerId, serviceGroupId } = await startAccount(directory);
  const input = { name: 'Ben', email: 'ben@example.com', role: 'member' as const };
  const { userId } = (await createUser(tenant, input, byOperator)).state;
  for (const id of [ownerId, userId]) await addMember(tenant, serviceGroupId, id, byOperator);
  const counts = async () => [
    (await getAccount(tenant)).counts?.users,
    (await getServiceGroup(tenant, serviceGroupId)).memberCount?.members,
  ];
  await eventually('both are there', async () => (await counts()).join() === '2,2');
  await removeUser(tenant, userId, byOperator);
  await eventually('one is gone', async () => (await counts()).join() === '1,1');
  await eventually('its removal is published', () =>
    bus.received.some(({ detail }) => detail.includes('"type":"user.removed"')),
  );
  const { version } = await getAccount(tenant);
  const ofAccount = new Set(
    bus.received.filter(({ subject }) => subject === tenant.accountId).map(({ id }) => id),
  );
  expect(ofAccount.size).toBe(version);
});

test('a job removes the members of a removed service group, each with a separate event', async () => {
  const { directory } = system;
  const { tenant, ownerId, serviceGroupId } = await startAccount(directory);
  const userIds = [ownerId];
  for (let n = 0; n < 30; n += 1) {
    const input = { name: `User ${n}`, email: `user${n}@example.com`, role: 'member' as const };
    userIds.push((await createUser(tenant, input, byOperator)).state.userId);
  }
  for (const userId of userIds) await addMember(tenant, serviceGroupId, userId, byOperator);
  await removeServiceGroup(tenant, serviceGroupId, byOperator);
  const removed = () =>
    new Set(
      bus.received
        .filter(({ detail }) => detail.includes('"type":"service_group.member_removed"'))
        .map(({ subject }) => subject),
    );
  await eventually('each member has its event', () => removed().size === userIds.length);
  const lists = await Promise.all(userIds.map((userId) => listServiceGroupsOfUser(tenant, userId, request)));
  expect(lists.flatMap((page) => page.items)).toEqual([]);
});

test('when somebody was last here is forgotten with their removal, and asks for nothing before', async () => {
  const { directory } = system;
  const { tenant } = await startAccount(directory);
  const input = { name: 'Ben', email: 'ben@example.com', role: 'member' as const };
  const { userId } = (await createUser(tenant, input, byOperator)).state;
  const { accountId } = tenant;
  await noteLastSeen(directory, { accountId, userId }, new Date().toISOString());
  const image = { entity: { S: 'last-seen' }, accountId: { S: accountId }, userId: { S: userId } };
  expect(tasksOf(undefined, image)).toEqual([]);
  const isSeen = async () => (await findLastSeen(tenant, [userId])).has(userId);
  await eventually('it is stored', isSeen);
  await removeUser(tenant, userId, byOperator);
  await eventually('it is gone', async () => !(await isSeen()));
});

test('what is counted is counted by the shard of its records', async () => {
  const { directory } = system;
  const { tenant } = await startAccount(directory);
  await processor.stop();
  const notices: string[] = [];
  const handle = projector({ directory, onNotice: (line) => void notices.push(line) });
  const image = { accountId: { S: tenant.accountId }, entity: { S: 'user' }, status: { S: 'active' } };
  const record: StreamRecord = {
    eventName: 'INSERT',
    dynamodb: { NewImage: image, SequenceNumber: '999999999999999999999' },
  };
  const { signal } = new AbortController();
  expect((await handle({ records: [record], signal })).unfinished).toEqual([record]);
  expect(notices.join()).toContain('tumbling window');
  const users = async () => (await getAccount(tenant)).counts?.users ?? 0;
  const before = await users();
  for (let times = 0; times < 2; times += 1)
    expect((await handle({ records: [record], signal, shardId: 'shardId-7' })).unfinished).toEqual([]);
  expect(await users()).toBe(before + 1);
});
