import {
  checkAccess,
  createAccount,
  getUser,
  grantTenant,
  type CommandContext,
  type Directory,
} from '#libs/directory';
import type { Guard } from '@rollbook/guard';
import type { UserId } from '#libs/domain';
import { NetworkError } from '../ports/network.js';
import type { World } from '../run/world.js';
import { DRIFTS_BY_MS, type SimulatedProcess } from '../scheduler/process.js';
import type { Random } from '../scheduler/random.js';
import { drawCommand } from './commands.js';
import { drawPair, type Command, type Done, type KnownAccount } from './draw.js';
import type { Record } from './record.js';

/** As a client of the API waits. */
const ANSWER_MS = 30_000;
const ATTEMPTS = 3;
const READS = 0.3;
const GUARD_ASKED_MS = [100, 2_000] as const;
/** What the age that a guard admits may be wrong by: where clocks are set, and otherwise. */
const [AGE_WRONG_BY_MS, NEARLY_MS] = [25_000, 10];

export interface Workload {
  world: World;
  record: Record;
  accounts: KnownAccount[];
  /** The numbers of the steps, of which each has random numbers of its own: one left out changes no other. */
  steps: readonly number[];
}

/** Sends the steps that fall to it, one after the other. */
export async function runClient(self: SimulatedProcess, workload: Workload, index: number): Promise<void> {
  const { world, steps } = workload;
  const { clients } = world.swarm;
  for (const step of steps.filter((each) => each % clients === index)) {
    const random = world.scheduler.random.of(`step ${step}`);
    await self.sleep(random.within(world.swarm.pauseMs));
    const quietMs = world.quietUntil - world.scheduler.now;
    if (quietMs > 0 && random.chance(0.5)) await self.sleep(quietMs);
    const at = random.pick(workload.accounts);
    if (random.chance(READS)) await read(self, workload, at, random);
    else {
      const command = drawCommand(random, at, self.now());
      if (command) await send(self, workload, at, command, step);
    }
  }
}

/** Asks a guard about members, from its copy. */
export async function askGuard(
  guard: Guard,
  self: SimulatedProcess,
  { world, record }: Workload,
  at: KnownAccount,
): Promise<void> {
  const random = world.scheduler.random.of(`questions of ${self.name}`);
  for (;;) {
    await self.sleep(random.within(GUARD_ASKED_MS));
    const [userId, serviceGroupId] = drawPair(random, at);
    if (!userId || !serviceGroupId) continue;
    const enters = guard.mayEnter(userId, serviceGroupId);
    const { ageMs } = guard.status();
    record.count(`guard: ${enters}`);
    const { now } = world.scheduler;
    const { accountId } = at;
    const wrongByMs =
      (world.swarm.faults.includes('jump') ? AGE_WRONG_BY_MS : NEARLY_MS) +
      (world.swarm.drift > 0 ? 2 * DRIFTS_BY_MS : 0);
    // What it answers was true when its copy was as the table: some time within the age that it admits.
    if (enters)
      record.entered.push({
        accountId,
        userId,
        serviceGroupId,
        by: self.name,
        invokedAt: now - ageMs - wrongByMs,
        answeredAt: now,
        heldAt: now,
      });
  }
}

/** The first account of a client, which it needs for all else. */
export async function openAccount(self: SimulatedProcess, workload: Workload, number: number): Promise<void> {
  for (;;)
    try {
      const create = async (directory: Directory) =>
        createAccount(directory, { name: `Account ${number}` }, contextOf(self, `account ${number}`));
      const { state, answeredBefore } = await call(self, workload.world, 'create account', create);
      const { accountId } = state ?? (answeredBefore?.answer as typeof state);
      const known = {
        users: [],
        groups: [],
        members: [],
        requests: [],
        changes: [],
        endpoints: [],
        events: [],
      };
      workload.accounts.push({ accountId, ...known, redelivered: new Set() });
      return;
    } catch {
      await self.sleep(500);
    }
}

function contextOf(self: SimulatedProcess, key: string): CommandContext {
  const receipt = {
    idempotencyKey: key,
    requestHash: key,
    answer: (state: unknown) => JSON.parse(JSON.stringify(state ?? null)) as unknown,
  };
  return { actor: `operator:${self.name}`, correlationId: key, receipt };
}

/** One of the API's processes, whichever. */
function call<T>(
  self: SimulatedProcess,
  world: World,
  what: string,
  handle: (directory: Directory) => Promise<T>,
): Promise<T> {
  const api = world.scheduler.random.of(`balancer of ${self.name}`).pick([...world.apis.values()]);
  return world.network.call(self, api.process.name, what, ANSWER_MS, () => api.serve(handle));
}

async function send(
  self: SimulatedProcess,
  workload: Workload,
  at: KnownAccount,
  command: Command,
  step: number,
): Promise<void> {
  const { world, record } = workload;
  const { name } = command;
  const context = contextOf(self, `step ${step}`);
  const invokedAt = world.scheduler.now;
  record.sentAt.set(context.correlationId, invokedAt);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    try {
      const done = await call(self, world, `${name} (step ${step})`, (directory) =>
        command.run(directory, context),
      );
      learn(at, done);
      const { accountId } = at;
      record.acknowledged.push({
        accountId,
        name,
        invokedAt,
        answeredAt: world.scheduler.now,
        events: done.events,
      });
      record.count(`${name}: done`);
      return;
    } catch (error) {
      const { name: kind, code } = error as { name: string; code?: string };
      if (kind === 'DomainError') return record.count(`${name}: ${code}`);
      if (!(error instanceof NetworkError) && kind !== 'ContentionError' && kind !== 'TimeoutError') {
        record.count(`${name}: ${kind}`);
        if (!PASSING.test(kind)) throw error;
      }
      await self.sleep(200 * attempt);
    }
  record.count(`${name}: unknown`);
}

/** What the API answers with 503, and a client sends again. */
const PASSING = /^(Throttling|ProvisionedThroughput|TransactionInProgress|RequestLimit|TransactionConflict)/;

function learn(at: KnownAccount, done: Done): void {
  const { events, userId, serviceGroupId, webhookEndpointId, request, change } = done;
  const [first] = events;
  if (first) at.changes.push({ correlationId: first.correlationId, at: first.at, actor: first.actor });
  if (change) at.changes.push(change);
  if (request) at.requests.push(request);
  if (webhookEndpointId) at.endpoints.push(webhookEndpointId);
  at.events.push(...events.map(({ eventId }) => eventId));
  for (const { type, aggregateId, data } of events)
    if (type === 'service_group.member_added') at.members.push([aggregateId as UserId, data.serviceGroupId]);
  if (userId) at.users.push(userId);
  if (serviceGroupId) at.groups.push(serviceGroupId);
}

async function read(
  self: SimulatedProcess,
  { world, record }: Workload,
  at: KnownAccount,
  random: Random,
): Promise<void> {
  const { accountId } = at;
  const [userId, serviceGroupId] = drawPair(random, at);
  if (!userId) return;
  const invokedAt = world.scheduler.now;
  const during = () => ({ accountId, invokedAt, answeredAt: world.scheduler.now });
  try {
    if (serviceGroupId && random.chance(0.5)) {
      const enters = await call(self, world, 'may enter', async (directory) => {
        const tenant = grantTenant(directory, accountId);
        return (await checkAccess(tenant, userId, serviceGroupId, 'enter')).decision;
      });
      if (enters) record.entered.push({ ...during(), userId, serviceGroupId, by: 'api', heldAt: invokedAt });
      record.count(`may enter: ${enters}`);
    } else {
      const user = await call(self, world, 'get user', async (directory) =>
        getUser(grantTenant(directory, accountId), userId),
      );
      record.users.push({ ...during(), user });
      record.count('get user: done');
    }
  } catch (error) {
    record.count(`read: ${(error as Error).name}`);
  }
}
