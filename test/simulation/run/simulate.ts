import { listParkedTasks, redriveTask } from '#libs/directory';
import { complaintsOf, readHistories } from '../checks/history.js';
import { guardComplaints } from '../checks/guards.js';
import { subscriptionComplaints, unrest } from '../checks/rest.js';
import { directoryOf } from '../processes/directory.js';
import { forbidGlobals } from '../scheduler/globals.js';
import type { SimulatedProcess } from '../scheduler/process.js';
import { askGuard, openAccount, runClient, type Workload } from '../workload/client.js';
import { Record } from '../workload/record.js';
import type { PlantedFault } from '../planted/faults.js';
import { startFaults } from './faults.js';
import { World } from './world.js';

export interface RunOptions {
  /** Of all clients together. */
  commands?: number;
  /** The steps that are left out. */
  without?: ReadonlySet<number> | undefined;
  planted?: PlantedFault | undefined;
}

export interface Run {
  seed: number;
  hash: string;
  complaints: string[];
  world: World;
  record: Record;
  virtualMs: number;
}

export const COMMANDS = 100;
/** Until the commands are sent, and until all has come to rest afterwards. */
const [WORKS_MS, RESTS_MS] = [30 * 60 * 60_000, 10 * 60_000];
const LOOK_EVERY_MS = 6_000;
/** What the jumps of a process's clock come to. */
const CLOCKS_DIFFER_MS = 20_000;

/** One run of a seed: faults and commands first; then all heals, and must come to rest. */
export async function simulate(
  seed: number,
  { commands = COMMANDS, without, planted }: RunOptions = {},
): Promise<Run> {
  const world = new World(seed, planted);
  const { scheduler } = world;
  const record = new Record();
  const complaints: string[] = [];
  const steps = Array.from({ length: commands }, (_, step) => step).filter((step) => !without?.has(step));
  const restore = forbidGlobals((error, { name }) =>
    complaints.push(`GLOBAL: ${name}: ${error.message} ${error.stack?.split('\n')[4]}`),
  );
  const onRejection = (error: unknown) =>
    void complaints.push(`UNHANDLED: ${String((error as Error).stack ?? error)}`);
  process.on('unhandledRejection', onRejection);
  try {
    await world.begin();
    const workload: Workload = { world, record, accounts: [], steps };
    await work(world, workload, complaints);
    complaints.push(...(await rest(world, record, workload)));
  } finally {
    restore();
    process.off('unhandledRejection', onRejection);
  }
  return { seed, hash: scheduler.trace.hash(), complaints, world, record, virtualMs: scheduler.now };
}

async function work(world: World, workload: Workload, complaints: string[]): Promise<void> {
  const { scheduler, swarm } = world;
  let left = swarm.clients;
  const opening = scheduler.start('opener', async (self) => {
    for (let number = 1; number <= swarm.accounts; number += 1) await openAccount(self, workload, number);
  });
  await scheduler.run(() => workload.accounts.length === swarm.accounts, WORKS_MS);
  for (const [index, at] of workload.accounts.entries())
    for (let number = 1; number <= swarm.guards; number += 1)
      world.openGuard(`guard-${index + 1}.${number}`, at.accountId, (guard, self) =>
        askGuard(guard, self, workload, at),
      );
  world.openSubscribers(workload.accounts[0]!.accountId);
  const endFaults = startFaults(world);
  for (let index = 0; index < swarm.clients; index += 1)
    scheduler.start(`client-${index + 1}`, async (self) => {
      await runClient(self, workload, index).catch((error: Error) =>
        complaints.push(`CLIENT: ${error.stack}`),
      );
      left -= 1;
    });
  if (!(await scheduler.run(() => left === 0, WORKS_MS)))
    complaints.push(`STUCK: ${left} clients wait for answers (${opening.name})`);
  endFaults();
}

async function rest(world: World, record: Record, { accounts }: Workload): Promise<string[]> {
  const { scheduler } = world;
  world.heal();
  const accountIds = accounts.map(({ accountId }) => accountId);
  let found: string[] = ['It was not looked at.'];
  const until = scheduler.now + RESTS_MS;
  while (found.length > 0 && scheduler.now < until) {
    await scheduler.run(() => false, LOOK_EVERY_MS);
    let isOver = false;
    scheduler.start('checker', async (self) => {
      found = await look(self, world, record, accountIds).catch((error: Error) => [`CHECK: ${error.stack}`]);
      isOver = true;
    });
    await scheduler.run(() => isOver, RESTS_MS);
  }
  return found;
}

async function look(
  self: SimulatedProcess,
  world: World,
  record: Record,
  accountIds: readonly string[],
): Promise<string[]> {
  const directory = directoryOf(self, world.strongPort());
  // As an operator does when the alarm sounds: the table may have throttled for longer than a task is tried.
  for (const parked of await listParkedTasks(directory)) await redriveTask(directory, parked);
  const histories = await readHistories(directory, accountIds, {
    committedAt: ({ eventId }) => world.committedAt.get(eventId) ?? Infinity,
    clocksDifferMs: world.swarm.faults.includes('jump') ? CLOCKS_DIFFER_MS : 0,
  });
  return [
    ...complaintsOf(record, histories),
    ...guardComplaints(world, histories),
    ...subscriptionComplaints(world.subscription, histories),
    ...(await unrest(directory, histories, world.bus.published, { mayMiscount: world.quietUntil > 0 })),
  ];
}
