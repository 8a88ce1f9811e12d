/** @engines both */
import {
  addTeam,
  addToTeam,
  createServiceGroup,
  createTeam,
  createUser,
  FeedNotReadyError,
  fillHistories,
  openDirectory,
  readFeed,
  readSnapshot,
  removeTeam,
  removeUser,
  snapshotOfAccess,
  snapshotOfEvents,
  type Directory,
  type Snapshot,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { AccessCopy, applyAccess, applyEvent, type FeedEvent } from '#libs/guard';
import { lineOfAccess, lineOfEvent, snapshotLines } from '../../../apps/api/src/changes/snapshot-lines.js';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { inAccount } from '../../support/directory/in-account.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { streamShards } from '../../support/streams/stream-records.js';

// Feeds and snapshots have teams, and say that their readers must know of them, once there was one.

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

let userId: UserId;
let serviceGroupId: ServiceGroupId;
beforeEach(async () => {
  ({ userId } = (await createUser(tenant, { name: 'Ada', email: 'ada@acme.example' }, byOperator)).state);
  ({ serviceGroupId } = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state);
});

async function feedAll(): Promise<void> {
  const { signal } = new AbortController();
  const append = feeder({ directory, onNotice: () => {} });
  for (const { shardId, records } of await streamShards(opened.client, opened.tableName))
    expect(await append({ records, signal, shardId })).toEqual({ unfinished: [] });
}

async function team(name: string, ofGroup = {}, ofUser = {}): Promise<TeamId> {
  const { teamId } = (await createTeam(tenant, { name }, byOperator)).state;
  await addTeam(tenant, serviceGroupId, teamId, ofGroup, byOperator);
  await addToTeam(tenant, teamId, userId, ofUser, byOperator);
  return teamId;
}

type Line = Record<string, unknown> & { type: string; subject: string };

/** Page by page, or in one. @returns the lines, and what each page says of what it requires */
async function linesOf<Thing>(
  read: (after: string | undefined) => Promise<Snapshot<Thing>>,
  lineOf: (thing: Thing, line: number) => string,
  limit?: number,
) {
  const [lines, requires]: [Line[], unknown[]] = [[], []];
  let after: string | undefined;
  do {
    let text = '';
    for await (const piece of snapshotLines(await read(after), lineOf, directory.now, limit)) text += piece;
    const page = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const last = page.pop()!;
    lines.push(...page);
    requires.push(last['requires']);
    after = last['next'] as string | undefined;
  } while (after !== undefined);
  return { lines, requires };
}

const events = (limit?: number) =>
  linesOf((after) => readSnapshot(tenant, snapshotOfEvents, { after }), lineOfEvent, limit);
const access = (limit?: number) =>
  linesOf((after) => readSnapshot(tenant, snapshotOfAccess, { after }), lineOfAccess, limit);

const page = async (after?: string) => readFeed(directory, tenant.accountId, { after, limit: 100 });

test('a feed is about teams from the first one on, wherever its reader begins', async () => {
  await feedAll();
  const before = await page();
  expect(before.teams).toBe(false);
  expect((await page('now')).teams).toBe(false);
  const teamId = await team('Platform');
  await feedAll();
  expect((await page(before.cursor)).teams).toBe(true);
  expect(await page('now')).toMatchObject({ teams: true, events: [] });
  const { cursor } = await page('now');
  await createUser(tenant, { name: 'Grace', email: 'grace@acme.example' }, byOperator);
  await feedAll();
  const behind = await page(cursor);
  expect(behind.events.map(({ event }) => event.type)).toEqual(['user.created']);
  expect(behind.teams).toBe(true);
  await removeTeam(tenant, teamId, byOperator);
  await feedAll();
  expect((await page('now')).teams).toBe(true);
});

test('so is one that begins when there are teams already, at its end too', async () => {
  await team('Platform');
  await indexesSettled();
  const { client, tableName } = opened;
  const { cursorSecret } = directory;
  let aheadMs = 600_000;
  const now = () => Date.now() + aheadMs;
  const later = openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now });
  const fromNow = () => readFeed(later, tenant.accountId, { after: 'now', limit: 10 });
  await expect(fromNow()).rejects.toThrow(FeedNotReadyError);
  aheadMs *= 2;
  await fillHistories(later, { onNotice: () => {} });
  expect(await fromNow()).toMatchObject({ teams: true, events: [] });
});

test('a snapshot has teams, their users and what they may enter, in pages of any size', async () => {
  await feedAll();
  expect(await events()).toMatchObject({ requires: [undefined] });
  const in2Hours = new Date(directory.steadyNow() + 7_200_000).toISOString();
  const first = await team('Platform', { reason: 'Ticket 7', expiresAt: in2Hours });
  const second = await team('Support', {}, { expiresAt: in2Hours });
  const gone = await team('Gone');
  await removeTeam(tenant, gone, byOperator);
  const grace = { name: 'Grace', email: 'grace@acme.example' };
  const left = (await createUser(tenant, grace, byOperator)).state.userId;
  await addToTeam(tenant, first, left, {}, byOperator);
  await removeUser(tenant, left, byOperator);
  await indexesSettled();

  const { lines, requires } = await events();
  expect(requires).toEqual([['teams']]);
  const ofTeams = lines.filter(({ type }) => type.includes('team'));
  expect(ofTeams.map(({ type, subject, data }) => ({ type, subject, data }))).toMatchObject([
    { type: 'team.created', subject: first, data: { name: 'Platform' } },
    { type: 'team.created', subject: second, data: { name: 'Support' } },
    { type: 'service_group.team_added', data: { teamId: first, reason: 'Ticket 7', expiresAt: in2Hours } },
    { type: 'team.member_added', subject: userId, data: { teamId: first, teamName: 'Platform' } },
    { type: 'service_group.team_added', subject: serviceGroupId, data: { teamId: second, name: 'prod' } },
    { type: 'team.member_added', data: { teamId: second, userName: 'Ada', expiresAt: in2Hours } },
  ]);
  for (const limit of [1, 2, 3]) expect((await events(limit)).lines).toEqual(lines);

  const short = await access();
  expect(short.requires).toEqual([['teams']]);
  for (const limit of [1, 2]) {
    const paged = await access(limit);
    expect(paged.lines).toEqual(short.lines);
    expect(paged.requires.at(-1)).toEqual(['teams']);
  }
  const copies = [new AccessCopy(), new AccessCopy()] as const;
  for (const line of lines) applyEvent(copies[0], line as unknown as FeedEvent);
  for (const line of short.lines) applyAccess(copies[1], tenant.accountId, line as never);
  for (const copy of copies) {
    const mayEnter = (at: number) => copy.mayEnter(userId, serviceGroupId, at);
    expect([-1, 0].map((ms) => mayEnter(Date.parse(in2Hours) + ms))).toEqual([true, false]);
    expect(
      copy
        .stored()
        .teams!.map(([id]) => id)
        .sort(),
    ).toEqual(expect.arrayContaining([first, second]));
  }
});

test('where no team exists, a snapshot reads nothing more', async () => {
  const read: string[] = [];
  const spied = { ...directory, table: Object.create(directory.table) as Directory['table'] };
  spied.table.query = ((entity: { name: string }, ...rest: []) => {
    read.push(entity.name);
    return (directory.table.query as (...all: unknown[]) => unknown).call(directory.table, entity, ...rest);
  }) as never;
  for (const form of [snapshotOfEvents, snapshotOfAccess] as const)
    for await (const _part of (
      await readSnapshot({ ...tenant, directory: spied }, form as typeof snapshotOfEvents)
    ).parts);
  expect(read).toEqual(expect.arrayContaining(['service-group', 'user']));
  expect(read.filter((name) => name?.includes('team'))).toEqual([]);
});
