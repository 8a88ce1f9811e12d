import { listParkedTasks, redriveTask, retryAt } from '#libs/directory';
import { complaintsOf, readHistories, type AccountHistory } from '../checks/history.js';
import { guardComplaints } from '../checks/guards.js';
import { mailComplaints } from '../checks/mails.js';
import { subscriptionComplaints, unrest } from '../checks/rest.js';
import { webhookComplaints } from '../checks/webhooks.js';
import { directoryOf } from '../processes/directory.js';
import { forbidGlobals } from '../scheduler/globals.js';
import { DRIFTS_BY_MS, type SimulatedProcess } from '../scheduler/process.js';
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
  histories: readonly AccountHistory[];
  world: World;
  record: Record;
  virtualMs: number;
}

export const COMMANDS = 100;
/** Until the commands are sent, and until all has come to rest afterwards. */
const [WORKS_MS, RESTS_MS] = [30 * 60 * 60_000, 10 * 60_000];
/** After it has healed; then after half as long again, each time: a look costs more than what happens meanwhile. */
const FIRST_LOOK_MS = 6_000;
/** What the jumps of a process's clock come to. */
const JUMPS_COME_TO_MS = 20_000;

/** One run of a seed: faults and commands first; then all heals, and must come to rest. */
export async function simulate(
  seed: number,
  { commands = COMMANDS, without, planted }: RunOptions = {},
): Promise<Run> {
  const world = new World(seed, planted);
  const { scheduler } = world;
  const record = new Record();
  const complaints: string[] = [];
  let histories: readonly AccountHistory[] = [];
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
    const seen = await rest(world, record, workload);
    complaints.push(...seen.complaints);
    ({ histories } = seen);
  } finally {
    restore();
    process.off('unhandledRejection', onRejection);
  }
  const hash = scheduler.trace.hash();
  return { seed, hash, complaints, histories, world, record, virtualMs: scheduler.now };
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
  world.openWebhooks();
  world.openMailers();
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

type Seen = Pick<Run, 'complaints' | 'histories'>;

async function rest(world: World, record: Record, workload: Workload): Promise<Seen> {
  const { scheduler } = world;
  world.heal();
  let seen: Seen = { complaints: ['It was not looked at.'], histories: [] };
  const until = scheduler.now + RESTS_MS;
  for (let waitMs = FIRST_LOOK_MS; seen.complaints.length > 0 && scheduler.now < until; waitMs *= 1.5) {
    await scheduler.run(() => false, waitMs);
    let isOver = false;
    scheduler.start('checker', async (self) => {
      seen = await look(self, world, record, workload).catch((error: Error) => ({
        ...seen,
        complaints: [`CHECK: ${error.stack}`],
      }));
      isOver = true;
    });
    await scheduler.run(() => isOver, RESTS_MS);
  }
  return seen;
}

async function look(
  self: SimulatedProcess,
  world: World,
  record: Record,
  { accounts }: Workload,
): Promise<Seen> {
  const directory = directoryOf(self, world.strongPort());
  // As an operator does when the alarm sounds: there may have been no stream processor for longer than a task is tried.
  for (const parked of await listParkedTasks(directory))
    if (retryAt(parked) === undefined) await redriveTask(directory, parked);
  const accountIds = accounts.map(({ accountId }) => accountId);
  const histories = await readHistories(directory, accountIds, {
    committedAt: ({ eventId }) => world.committedAt.get(eventId) ?? Infinity,
    clocksDifferMs:
      (world.swarm.faults.includes('jump') ? JUMPS_COME_TO_MS : 0) +
      (world.swarm.drift > 0 ? DRIFTS_BY_MS : 0),
  });
  const redelivered = new Set(accounts.flatMap((each) => [...each.redelivered]));
  const complaints = [
    ...complaintsOf(record, histories),
    ...guardComplaints(world, histories),
    ...subscriptionComplaints(world.subscription, histories),
    ...(world.swarm.webhooks > 0
      ? await webhookComplaints(directory, world.receivers.received, histories, redelivered)
      : []),
    ...(world.swarm.mailers > 0 ? mailComplaints(world.post, histories) : []),
    ...(await unrest(directory, histories, world.bus.published, { mayMiscount: world.quietUntil > 0 })),
  ];
  return { complaints, histories };
}
