import fc from 'fast-check';
import {
  addMember,
  createServiceGroup,
  createUser,
  grantTenant,
  listServiceGroups,
  removeServiceGroup,
  KeyedLock,
  updateServiceGroup,
  type Directory,
  type Finding,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { Table } from '@rollbook/single-table';
import { projector } from '../../apps/stream-processor/src/projector/projector.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { everyItem } from '../support/directory/items.js';
import { finishJob } from '../support/directory/jobs.js';
import { streamShards } from '../support/streams/stream-records.js';
import { verifyAccount } from '../support/directory/settled.js';
import { indexesSettled } from '../support/engines/engine.js';

/**
 * Adding a member holds nothing of the service group. Whatever happens to the service group between the load of an addition
 * and its commit, and whenever the projector comes by: in the end no membership outlives its service group, and each has its
 * service group's name.
 */

const RUNS = Number(process.env['ROLLBOOK_LATE_RUNS'] ?? 8);
const [USERS, GROUPS] = [4, 3];
/** So much later that the index is believed. */
const LATER_MS = 5_000;
const later = (): Directory => ({ ...opened.directory, now: () => opened.directory.now() + LATER_MS });

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

const group = fc.nat(GROUPS - 1);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('load' as const), user: fc.nat(USERS - 1), group }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('commit' as const), which: fc.nat(10) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('rename' as const), group }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), group }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('project' as const), records: fc.nat(20) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An addition that has loaded what it needs, in a process of its own, and waits before its first commit. */
interface Loaded {
  commit: () => void;
  ended: Promise<unknown>;
}

async function load(directory: Directory, add: (own: Directory) => Promise<unknown>): Promise<Loaded> {
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let loaded = () => {};
  const isLoaded = new Promise<void>((resolve) => (loaded = resolve));
  const transactWrite: Table['transactWrite'] = async (...given) => {
    loaded();
    await mayCommit;
    return directory.table.transactWrite(...given);
  };
  const ended = add({ ...directory, turns: new KeyedLock(), table: { ...directory.table, transactWrite } });
  // One that is refused, or has waited for too long, commits nothing.
  const settled = ended.catch((error: Error) => {
    if (error.name !== 'DomainError' && error.name !== 'ContentionError') throw error;
  });
  await Promise.race([isLoaded, settled]);
  return { commit: () => commit(), ended: settled };
}

class Program {
  private readonly loaded: Loaded[] = [];
  private handled = 0;
  private names = 0;
  private readonly handle = projector({ directory: later(), onNotice: () => {} });

  constructor(
    private readonly tenant: Tenant,
    private readonly users: UserId[],
    private readonly groups: ServiceGroupId[],
  ) {}

  async take(each: Step): Promise<void> {
    const { directory } = opened;
    switch (each.type) {
      case 'load': {
        const [userId, groupId] = [this.users[each.user]!, this.groups[each.group]!];
        const add = (own: Directory) =>
          addMember(grantTenant(own, this.tenant.accountId), groupId, userId, byOperator);
        this.loaded.push(await load(directory, add));
        return;
      }
      case 'commit':
        return this.commit(this.loaded.splice(each.which % Math.max(1, this.loaded.length), 1));
      case 'rename': {
        const name = `renamed ${(this.names += 1)}`;
        return this.unlessRefused(
          updateServiceGroup(this.tenant, this.groups[each.group]!, { name }, byOperator),
        );
      }
      case 'remove':
        return this.unlessRefused(this.remove(this.groups[each.group]!));
      case 'project':
        return this.project(each.records);
    }
  }

  async end(): Promise<void> {
    await this.commit(this.loaded.splice(0));
    // What puts right makes records of its own.
    for (let before = -1; before !== this.handled;) {
      before = this.handled;
      await this.project(Infinity);
    }
  }

  private async commit(some: Loaded[]): Promise<void> {
    for (const { commit, ended } of some) {
      commit();
      await ended;
    }
  }

  private async remove(groupId: ServiceGroupId): Promise<void> {
    const { jobId } = (await removeServiceGroup(this.tenant, groupId, byOperator)).state;
    await indexesSettled();
    if (jobId) await finishJob(later(), jobId);
  }

  private async unlessRefused(command: Promise<unknown>): Promise<void> {
    await command.catch((error: Error) => {
      if (error.name !== 'DomainError') throw error;
    });
  }

  private async project(most: number): Promise<void> {
    const [shard] = await streamShards(opened.client, opened.tableName);
    const own = shard!.records.filter(({ dynamodb }) => {
      const { NewImage, OldImage } = dynamodb ?? {};
      return (NewImage ?? OldImage)?.['accountId']?.S === this.tenant.accountId;
    });
    const records = own.slice(this.handled, this.handled + most);
    this.handled += records.length;
    const { signal } = new AbortController();
    await indexesSettled();
    const { unfinished } = await this.handle({ records, signal, shardId: shard!.shardId });
    expect(unfinished.filter(({ dynamodb }) => dynamodb?.NewImage?.['entity']?.S !== 'job')).toEqual([]);
  }
}

async function start(): Promise<{ tenant: Tenant; program: Program }> {
  const { directory } = opened;
  const { tenant } = await startAccount(directory);
  const users = Array.from({ length: USERS }, async (_, n) => {
    const person = { name: `User ${n}`, email: `late${n}@x.example`, role: 'member' as const };
    return (await createUser(tenant, person, byOperator)).state.userId;
  });
  const groups = Array.from({ length: GROUPS }, async (_, n) => {
    const outcome = await createServiceGroup(tenant, { name: `late ${n}` }, byOperator);
    return outcome.state.serviceGroupId;
  });
  return { tenant, program: new Program(tenant, await Promise.all(users), await Promise.all(groups)) };
}

test('no membership outlives its service group, and each has its name, whatever happens before a commit', async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 40 });
  const run = fc.asyncProperty(steps, async (taken) => {
    const { tenant, program } = await start();
    for (const each of taken) await program.take(each);
    await program.end();
    const groups = (await listServiceGroups(tenant, { limit: 100 })).items;
    const nameOf = new Map(groups.map(({ serviceGroupId, name }) => [serviceGroupId, name]));
    const memberships = (await everyItem(opened)).filter(
      (item) => item['entity'] === 'membership' && item['accountId'] === tenant.accountId,
    );
    for (const { serviceGroupId, serviceGroupName } of memberships)
      expect(serviceGroupName).toBe(nameOf.get(serviceGroupId as ServiceGroupId) ?? 'no such service group');
    const findings: Finding[] = [];
    const onFinding = (finding: Finding) => void findings.push(finding);
    await verifyAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, onFinding });
    expect(findings).toEqual([]);
  });
  await fc.assert(run, { numRuns: RUNS, endOnFailure: true });
});
