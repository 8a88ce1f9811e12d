import fc from 'fast-check';
import {
  addMember,
  createServiceGroup,
  createUser,
  getAccount,
  listServiceGroups,
  listUsers,
  openDirectory,
  readFeed,
  removeMember,
  removeServiceGroup,
  removeUser,
  runJobChunk,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { feeder } from '../../apps/stream-processor/src/feeder/feeder.js';
import { projector } from '../../apps/stream-processor/src/projector/projector.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { engineClient } from '../support/engines/engine.js';
import { testMasterKey } from '../support/directory/master-key.js';
import { streamShards } from '../support/streams/stream-records.js';
import {
  startUnreliableEngine,
  type Fate,
  type UnreliableEngine,
} from '../support/engines/unreliable-engine.js';
import { eachEventOfAccount, listMembers, verifyAccount } from '../support/directory/settled.js';

/**
 * Counts equal what there is, and a feed has each event once and each subject's in order, whatever was done and however the stream was read: in several shards at once, by workers that
 * take over from each other, die anywhere, start again from any earlier place, and go on reading what they lost long ago.
 */

const RUNS = Number(process.env['ROLLBOOK_COUNT_RUNS'] ?? 5);

let opened: TestDirectory;
let engine: UnreliableEngine;
let client: ReturnType<typeof engineClient>;
/** Reaches the table for as long as `engine` lets it. */
let mortal: Directory;

beforeAll(async () => {
  const masterKey = testMasterKey();
  opened = await openTestDirectory({ masterKey });
  engine = await startUnreliableEngine();
  client = engineClient(engine.endpoint);
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  mortal = openDirectory({ client, tableName: opened.tableName, cursorSecret, masterKey });
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  await opened.close();
});

const command = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: 'create_user' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'create_group' } as const) },
  {
    weight: 10,
    arbitrary: fc.record({ type: fc.constant('add_member' as const), user: fc.nat(9), group: fc.nat(3) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('remove_member' as const), user: fc.nat(9), group: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove_user' as const), user: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove_group' as const), group: fc.nat(3) }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** What a worker does next. Places are parts of what there is. */
const turn = fc.record({
  shard: fc.nat(20),
  worker: fc.nat(2),
  records: fc.integer({ min: 1, max: 30 }),
  /** Where it begins instead of going on: at the checkpoint, or before it, as far as its start. */
  from: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined, freq: 3 }),
  /** Of the calls it makes, which break, and how. */
  fates: fc.array(fc.constantFrom<Fate>('pass', 'pass', 'pass', 'lose answer', 'lose request'), {
    maxLength: 6,
  }),
  dies: fc.boolean(),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

class Workplace {
  private readonly users: UserId[];
  private readonly groups: ServiceGroupId[];
  private names = 0;

  constructor(
    private readonly tenant: Tenant,
    { ownerId, serviceGroupId }: { ownerId: UserId; serviceGroupId: ServiceGroupId },
  ) {
    this.users = [ownerId];
    this.groups = [serviceGroupId];
  }

  /** What is refused changes nothing, and is of no interest here. */
  async send(command: Command): Promise<void> {
    const { tenant } = this;
    const user = 'user' in command ? this.users[command.user % this.users.length]! : 'user_';
    const group = 'group' in command ? this.groups[command.group % this.groups.length]! : 'sgrp_';
    const name = `n${(this.names += 1)}`;
    try {
      switch (command.type) {
        case 'create_user': {
          const person = { name, email: `${name}@x.example`, role: 'member' as const };
          this.users.push((await createUser(tenant, person, byOperator)).state.userId);
          break;
        }
        case 'create_group':
          this.groups.push((await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId);
          break;
        case 'add_member':
          await addMember(tenant, group, user, byOperator);
          break;
        case 'remove_member':
          await removeMember(tenant, group, user, byOperator);
          break;
        case 'remove_user':
          await removeUser(tenant, user, byOperator);
          break;
        case 'remove_group': {
          const { jobId } = (await removeServiceGroup(tenant, group, byOperator)).state;
          for (let left = 30; jobId && left > 0; left -= 1)
            if ((await runJobChunk(tenant.directory, jobId)) === 'done') break;
        }
      }
    } catch (error) {
      if ((error as Error).name !== 'DomainError') throw error;
    }
  }
}

interface Shard {
  shardId: string;
  parent: Shard | undefined;
  records: StreamRecord[];
  checkpoint: number;
}

/** The stream as the service would have it: items are in one of several shards, which split now and then. */
function divided(records: readonly StreamRecord[], of: Tenant, splitEvery: number): Shard[] {
  const lines = new Map<number, Shard[]>();
  for (const record of records) {
    const { Keys, NewImage, OldImage } = record.dynamodb ?? {};
    if ((NewImage ?? OldImage)?.['accountId']?.S !== of.accountId) continue;
    const line = [...(Keys?.['PK']?.S ?? '')].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 3;
    const shards = lines.get(line) ?? [];
    lines.set(line, shards);
    let open = shards.at(-1);
    if (!open || open.records.length >= splitEvery) {
      const shardId = `shardId-0000000${line}${shards.length}-${line}`;
      open = { shardId, parent: open, records: [], checkpoint: 0 };
      shards.push(open);
    }
    open.records.push(record);
  }
  return [...lines.values()].flat();
}

const isRead = (shard: Shard): boolean =>
  shard.checkpoint === shard.records.length && (!shard.parent || isRead(shard.parent));

/** Whoever reads a shard begins at its checkpoint or before it, and goes on only behind what it has done. */
class Worker {
  private readonly places = new Map<Shard, number>();

  async take({ records, from, fates, dies }: Turn, shard: Shard): Promise<void> {
    if (shard.parent && !isRead(shard.parent)) return;
    if (from !== undefined || !this.places.has(shard))
      this.places.set(shard, Math.floor((1 - (from ?? 0)) * shard.checkpoint));
    const place = this.places.get(shard)!;
    const batch = shard.records.slice(place, place + records);
    const left = [...fates];
    engine.decide = (operation) =>
      (operation === 'UpdateItem' || operation === 'PutItem' ? left.shift() : undefined) ?? 'pass';
    const unfinished = await handle(mortal, shard, batch);
    engine.decide = null;
    const done = unfinished ? batch.indexOf(unfinished) : batch.length;
    if (dies) this.places.delete(shard);
    else this.places.set(shard, place + done);
    if (!dies) shard.checkpoint = Math.max(shard.checkpoint, place + done);
  }
}

/** @returns the first record that is not done */
async function handle(directory: Directory, { shardId }: Shard, records: StreamRecord[]) {
  const { signal } = new AbortController();
  const batch = { records, signal, shardId };
  const answers = [
    await feeder({ directory, onNotice: () => {} })(batch),
    await projector({ directory, onNotice: () => {} })(batch),
  ];
  const unfinished = new Set(answers.flatMap((answer) => answer.unfinished));
  return records.find((record) => unfinished.has(record));
}

/** What is not done, such as the record of a job that waits until the index is trusted, comes again. */
async function readToTheEnd(directory: Directory, shard: Shard): Promise<void> {
  const { records } = shard;
  for (let place = shard.checkpoint, turns = 0; place < records.length; turns += 1) {
    if (turns > records.length) throw new Error(`Record ${place} of ${shard.shardId} is never done.`);
    const unfinished = await handle(directory, shard, records.slice(place, place + 10));
    place = unfinished ? records.indexOf(unfinished) : place + 10;
  }
}

async function counted(tenant: Tenant) {
  const groups = (await listServiceGroups(tenant, { limit: 100 })).items;
  const { users, serviceGroups } = (await getAccount(tenant)).counts!;
  return {
    users,
    serviceGroups,
    members: groups.map(({ serviceGroupId, memberCount }) => [serviceGroupId, memberCount!.members]),
  };
}

async function there(tenant: Tenant) {
  const page = { limit: 100 };
  const groups = (await listServiceGroups(tenant, page)).items;
  const members = groups.map(async ({ serviceGroupId }) => [
    serviceGroupId,
    (await listMembers(tenant, serviceGroupId, page)).items.length,
  ]);
  return {
    users: (await listUsers(tenant, page)).items.length,
    serviceGroups: groups.length,
    members: await Promise.all(members),
  };
}

/** What a reader sees who keeps nothing but its cursor. */
async function fed({ directory, accountId }: Tenant): Promise<Map<string, number[]>> {
  const versions = new Map<string, number[]>();
  let [after, upToDate]: [string | undefined, boolean] = [undefined, false];
  while (!upToDate) {
    const page = await readFeed(directory, accountId, { after, limit: 7 });
    for (const {
      event: { aggregateId, version },
    } of page.events)
      versions.set(aggregateId, [...(versions.get(aggregateId) ?? []), version]);
    ({ cursor: after, upToDate } = page);
  }
  return versions;
}

async function committed(tenant: Tenant): Promise<Map<string, number[]>> {
  const versions = new Map<string, number[]>();
  const all = eachEventOfAccount(tenant, new Date(0), new Date(Date.now() + 60_000));
  for await (const { aggregateId, version } of all)
    versions.set(aggregateId, [...(versions.get(aggregateId) ?? []), version]);
  return versions;
}

test('counts equal what there is after any commands, repeats, kills and replays', async () => {
  const program = fc.record({
    commands: fc.array(command, { minLength: 20, maxLength: 60 }),
    turns: fc.array(turn, { minLength: 10, maxLength: 40 }),
    splitEvery: fc.integer({ min: 5, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(program, async ({ commands, turns, splitEvery }) => {
      const { directory } = opened;
      const started = await startAccount(directory);
      const { tenant } = started;
      const workplace = new Workplace(tenant, started);
      for (const each of commands) await workplace.send(each);
      const [stream] = await streamShards(opened.client, opened.tableName);
      const shards = divided(stream!.records, tenant, splitEvery);
      // What the workers commit themselves comes later in the stream.
      const events = await committed(tenant);
      const workers = [new Worker(), new Worker(), new Worker()];
      for (const each of turns) await workers[each.worker]!.take(each, shards[each.shard % shards.length]!);
      for (const shard of shards) await readToTheEnd(directory, shard);
      const expected = await there(tenant);
      expect(await counted(tenant)).toEqual(expected);
      expect(await fed(tenant)).toEqual(events);
      // Everything once more from the beginning, by somebody who knows nothing of it.
      for (const shard of shards) await handle(directory, shard, shard.records);
      expect(await counted(tenant)).toEqual(expected);
      expect(await fed(tenant)).toEqual(events);
      const { findings } = await verifyAccount(tenant, {
        recheckAfterMs: 0,
        logSettledAfterMs: 0,
      });
      expect(findings).toEqual({ wrong: 0, stale: 0, pending: 0 });
    }),
    // Shrinking would take minutes; the seed repeats what failed.
    { numRuns: RUNS, endOnFailure: true },
  );
});
