import { setTimeout as delay } from 'node:timers/promises';
import { grantTenant, type Directory } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import { openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { engineEndpoint } from '../../support/engines/engine.js';
import { everyItem } from '../../support/directory/items.js';
import { startRecordedBus, type BusFault } from '../../support/streams/recorded-bus.js';
import { checkPublished, watchCheckpoints, type Violation } from './checks.js';
import { populate } from './commands.js';
import { seeded, type Random } from './random.js';
import { shardTheStream } from './sharded-stream.js';
import { killingWorkers } from './workers.js';
import { eachAccountId, eachEventOfAccount } from '../../support/directory/settled.js';

export interface ProofSettings {
  seed: number;
  commands: number;
  aggregates: number;
  kills: number;
  workers: number;
  /** Breaks the publisher in a known way. */
  mutation?: string;
  /** Breaks the reader: new shards are read from their newest record on. */
  latestInsteadOfOldest?: boolean;
  /** How the bus answers every request, instead of failing at random now and then while commands are sent. */
  answerOfBus?: (entries: number) => BusFault;
  /** How long nothing may arrive before what is missing counts as lost. */
  quietMs?: number;
}

export interface ProofReport {
  violations: [Violation, string][];
  committed: number;
  published: number;
  duplicates: number;
  killed: number;
  killPoints: Record<string, number>;
  busFaults: number;
  splits: number;
  checkpoints: number;
  seconds: number;
  notices: string[];
}

const COMMANDS_AT_ONCE = 6;
const BUS_TIMEOUT_MS = 300;
const NO_FAULT: BusFault = { kind: 'none' };

/**
 * Runs commands against a real table while workers that publish its stream are killed, its shards split, and the bus
 * fails in every way it can; then compares what arrived with what was committed.
 *
 * @param after runs before everything is taken down, with what arrived
 */
export async function runProof(
  settings: ProofSettings,
  after: (table: string, details: string[]) => Promise<void> = () => Promise.resolve(),
): Promise<ProofReport> {
  const {
    seed,
    commands,
    kills,
    workers,
    mutation,
    latestInsteadOfOldest = false,
    answerOfBus,
    quietMs = 60_000,
  } = settings;
  const startedAt = Date.now();
  const random = seeded(seed);
  const { directory, client, tableName, close } = await openTestDirectory();
  let busFaults = 0;
  let calm = false;
  const bus = await startRecordedBus((_, ids) => {
    const fault = answerOfBus?.(ids.length) ?? (calm ? NO_FAULT : randomFault(random, ids.length));
    if (fault.kind !== 'none') busFaults += 1;
    return fault;
  });
  const stream = await shardTheStream(client, engineEndpoint(), tableName, random);
  stream.service.latestInsteadOfOldest = latestInsteadOfOldest;
  const checkpoints = watchCheckpoints(stream.service, bus.received);
  const crew = killingWorkers({
    table: tableName,
    endpoint: stream.service.url,
    busUrl: bus.url,
    workers,
    kills,
    mutation,
    random,
    tuning: {
      // Long enough for a machine so busy that a renewal takes a second: leases that are lost in turn get nothing done.
      leaseDurationMs: 1_500,
      checkpointIntervalMs: 0,
      maxPollIntervalMs: 40,
      discoveryIntervalMs: 150,
      busTimeoutMs: BUS_TIMEOUT_MS,
      // Small pages make many batches, and so many points to be killed at.
      pageSize: kills > 20 ? 200 : 40,
    },
  });
  let splits = 0;
  const split = () => {
    stream.split();
    splits += 1;
  };
  try {
    const population = await populate(directory, settings.aggregates, random);
    const every = Math.ceil(commands / Math.max(4, Math.min(20, kills)));
    let started = 0;
    const runner = async () => {
      while (started < commands || crew.killed < kills) {
        started += 1;
        if (started % every === 0) split();
        await population.act();
        // All commands are done, and not all workers are dead yet: keep the stream moving for them, at leisure.
        if (started > commands) await delay(25);
      }
    };
    await Promise.all(Array.from({ length: COMMANDS_AT_ONCE }, runner));
    calm = true;
    await settled({ directory, client, tableName }, bus.received, population.committed, quietMs);
    const committedIds = await committedIn(directory);
    const { violations, duplicates, published } = checkPublished(bus.received, committedIds);
    const known = new Set(committedIds);
    for (const { eventId } of population.committed)
      if (!known.has(eventId)) violations.push(['lost', `${eventId} is not in the table`]);
    await after(
      tableName,
      bus.received.map(({ detail }) => detail),
    );
    return {
      violations: [...violations, ...checkpoints.violations],
      committed: committedIds.length,
      published,
      duplicates,
      killed: crew.killed,
      killPoints: crew.points(),
      busFaults,
      splits,
      checkpoints: checkpoints.count(),
      seconds: Math.round((Date.now() - startedAt) / 1000),
      notices: crew.notices,
    };
  } finally {
    calm = true;
    await crew.stop();
    await stream.stop();
    await bus.stop();
    await close();
  }
}

function randomFault(random: Random, entries: number): BusFault {
  const roll = random.next();
  if (roll < 0.1) {
    const indexes = Array.from({ length: entries }, (_, index) => index).filter(() => random.chance(0.5));
    return { kind: 'fail-entries', indexes, code: random.pick(['InternalFailure', 'ThrottlingException']) };
  }
  if (roll < 0.13) return { kind: 'throttle' };
  if (roll < 0.14) return { kind: 'accept-and-hang' };
  if (roll < 0.15) return { kind: 'down' };
  return NO_FAULT;
}

/** Every committed event's id, from the account logs. */
async function committedIn(directory: Directory): Promise<string[]> {
  const ids: string[] = [];
  for await (const accountId of eachAccountId(directory))
    for await (const { eventId } of eachEventOfAccount(
      grantTenant(directory, accountId),
      new Date(0),
      new Date(Date.now() + 3_600_000),
    ))
      ids.push(eventId);
  return ids;
}

/**
 * Waits until everything committed has arrived, or nothing has for a while. The table is read only once what is known
 * here has arrived: reading it all keeps this process busy, and the workers' stream and bus are in it.
 */
async function settled(
  table: Pick<TestDirectory, 'directory' | 'client' | 'tableName'>,
  received: readonly { id: string }[],
  acknowledged: readonly DomainEvent[],
  quietMs: number,
): Promise<void> {
  const arrived = new Set<string>();
  let count = 0;
  let since = Date.now();
  for (;;) {
    if (received.length > count) {
      for (; count < received.length; count += 1) arrived.add(received[count]!.id);
      since = Date.now();
    }
    if (Date.now() - since > quietMs) return;
    await delay(250);
    if (!acknowledged.every(({ eventId }) => arrived.has(eventId))) continue;
    // Jobs go on committing after the last command: what is read before the last of them is done is not everything.
    const atWork = (await everyItem(table)).some(
      ({ entity, queue }) => entity === 'job' && queue !== undefined,
    );
    if (!atWork && (await committedIn(table.directory)).every((id) => arrived.has(id))) return;
    await delay(1_000);
  }
}
