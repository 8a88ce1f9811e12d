import { CAPACITY_CONTRACT, DELIVERY_UNITS, type AccountUsage } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import {
  BATCH_SECONDS,
  costsOf,
  EVENT_KB,
  EVENTS_PER_BATCH,
  fixedCosts,
  REQUEST_SECONDS,
  webhookSeconds,
  type Costs,
  type MonthlyUse,
} from './costs.js';
import { shareOfLargest } from './zipf.js';

export type Command = keyof typeof CAPACITY_CONTRACT;

export interface Load {
  tenants: number;
  users: number;
  writesPerSecond: number;
  readsPerSecond: number;
  /** The busiest hour, as a multiple of the average. */
  peak: number;
  membershipsPerUser: number;
  deliveriesPerEvent: number;
  /** Years of stored events, for the size of the table. */
  years: number;
  /** How unequal tenants are: the exponent of Zipf's law. 0: all alike. */
  skew: number;
  /** The share of provisioned units that is used, on average; on demand without it. */
  provisioned?: number | undefined;
}

/** The mix of writes. A directory mostly changes who may enter what. */
export const COMMAND_MIX: Readonly<Record<Command, number>> = {
  createAccount: 0.01,
  createUser: 0.1,
  changeUser: 0.4,
  createServiceGroup: 0.04,
  addMember: 0.3,
  removeMember: 0.15,
};

/** Every other event costs as much as a change of a user. */
const COMMAND_OF_EVENT: Partial<Record<DomainEvent['type'], Command>> = {
  'account.created': 'createAccount',
  'user.created': 'createUser',
  'user.invited': 'createUser',
  'service_group.created': 'createServiceGroup',
  'service_group.member_added': 'addMember',
  'service_group.member_removed': 'removeMember',
};

const READ_UNITS_PER_READ = 7;
const READ_UNITS_PER_WRITE = 5;
/** The account's own item is read with the caller's role, and as the parent of what the request changes. */
const ACCOUNT_READS_PER_REQUEST = 2;

/** Limits of AWS; those of an account are its default quotas, which can be raised. */
const LIMITS = {
  writeUnitsOfPartition: 1_000,
  readUnitsOfPartition: 3_000,
  gbOfPartition: 10,
  writeUnitsOfTable: 40_000,
  readUnitsOfTable: 40_000,
  lambdaConcurrency: 1_000,
  putEventsPerSecond: 10_000,
  gatewayRequestsPerSecond: 10_000,
} as const;

const ITEM_KB = 0.7;
/** A logged delivery, which is stored for a month. */
const DELIVERY_KB = 0.7;
const READ_UNITS_PER_EVENT_TAKEN = 1;
const PARALLELIZATION = 10;
const SECONDS_OF_MONTH = 730 * 3_600;

export function unitsPerWrite(mix: Readonly<Record<Command, number>> = COMMAND_MIX) {
  const sum = (units: (command: Command) => number) =>
    (Object.keys(mix) as Command[]).reduce((total, command) => total + mix[command] * units(command), 0);
  return {
    table: sum((command) => CAPACITY_CONTRACT[command].table),
    index: sum((command) => CAPACITY_CONTRACT[command].index),
    accountKey: sum((command) => CAPACITY_CONTRACT[command].accountKey),
  };
}

export interface Limit {
  name: string;
  used: number;
  limit: number;
  /** What to do when the load comes near it. */
  turn: string;
}

export interface Plan {
  writeUnits: { table: number; index: number };
  readUnits: number;
  sizeGb: number;
  partitions: number;
  /** The load of the largest tenant, at the peak. */
  hottest: { share: number; logUnits: number; accountUnits: number; accountReads: number };
  streamShards: number;
  concurrency: { api: number; publisher: number; projector: number; webhooks: number };
  eventsPerMonth: number;
  limits: Limit[];
  costs: Costs;
}

/** What a load needs and costs: rates at the peak, costs for a month on average. */
export function plan(load: Load): Plan {
  const { writesPerSecond, readsPerSecond, peak, deliveriesPerEvent } = load;
  const writesAtPeak = writesPerSecond * peak;
  const perWrite = unitsOfWrite(deliveriesPerEvent);
  const writeUnits = { table: writesAtPeak * perWrite.table, index: writesAtPeak * perWrite.index };
  const readUnits = peak * readsPerSecond * READ_UNITS_PER_READ + writesAtPeak * perWrite.read;
  const events = writesPerSecond * SECONDS_OF_MONTH;
  const sizeGb = sizeOf({
    users: load.users,
    memberships: load.users * load.membershipsPerUser,
    deliveries: events * deliveriesPerEvent,
    eventsStored: events * 12 * load.years,
  });
  const partitions = Math.max(
    1,
    Math.ceil(sizeGb / LIMITS.gbOfPartition),
    Math.ceil(writeUnits.table / LIMITS.writeUnitsOfPartition + readUnits / LIMITS.readUnitsOfPartition),
  );
  const share = shareOfLargest(load.tenants, load.skew);
  const requests = readsPerSecond * peak + writesAtPeak;
  const hottest = hottestTenant(share, writesAtPeak, requests);
  const concurrency = {
    api: Math.ceil(requests * REQUEST_SECONDS),
    publisher: busy(partitions, writesAtPeak),
    projector: busy(partitions, writesAtPeak * COMMAND_MIX.changeUser),
    webhooks: Math.max(1, Math.ceil(writesAtPeak * webhookSeconds(deliveriesPerEvent))),
  };
  return {
    writeUnits,
    readUnits,
    sizeGb,
    partitions,
    hottest,
    streamShards: partitions,
    concurrency,
    eventsPerMonth: events,
    limits: limitsOf({ writeUnits, readUnits, hottest, requests, concurrency, events: writesAtPeak }),
    costs: [...costsOf(plannedUse(load, sizeGb), load.provisioned), ...fixedCosts()],
  };
}

/** In GB. A user is a head, two claims and its memberships; all but the head are in the index too, as events are. */
export function sizeOf(stored: {
  users: number;
  memberships: number;
  deliveries: number;
  eventsStored: number;
}): number {
  const { users, memberships, deliveries, eventsStored } = stored;
  const items = (3 * users + 2 * memberships) * ITEM_KB;
  return (items + deliveries * DELIVERY_KB + eventsStored * EVENT_KB * 2) / 1e6;
}

interface Counted {
  commands: Readonly<Record<Command, number>>;
  deliveries: number;
  reads: number;
  sizeGb: number;
}

/** Each command is one event. */
function useOf({ commands, deliveries, reads, sizeGb }: Counted): MonthlyUse {
  const events = Object.values(commands).reduce((sum, count) => sum + count, 0);
  const { table, index } = unitsPerWrite(commands);
  return {
    requests: events + reads,
    events,
    deliveries,
    writeUnits: table + index + deliveries * (DELIVERY_UNITS.table + DELIVERY_UNITS.index),
    readUnits:
      reads * READ_UNITS_PER_READ +
      events * (READ_UNITS_PER_WRITE + READ_UNITS_PER_EVENT_TAKEN) +
      deliveries * DELIVERY_UNITS.read,
    sizeGb,
  };
}

function plannedUse(
  { writesPerSecond, readsPerSecond, deliveriesPerEvent }: Load,
  sizeGb: number,
): MonthlyUse {
  const events = writesPerSecond * SECONDS_OF_MONTH;
  const commands = commandsBy((command) => COMMAND_MIX[command] * events);
  const reads = readsPerSecond * SECONDS_OF_MONTH;
  return useOf({ commands, deliveries: events * deliveriesPerEvent, reads, sizeGb });
}

/** What an account used in a period, as metered. */
export function meteredUse({ events, ...usage }: AccountUsage, reads: number): MonthlyUse {
  const counts = [...events].map(([type, count]) => [COMMAND_OF_EVENT[type] ?? 'changeUser', count] as const);
  const commands = commandsBy((command) =>
    counts.reduce((sum, [caused, count]) => (caused === command ? sum + count : sum), 0),
  );
  return useOf({ commands, deliveries: usage.deliveries, reads, sizeGb: sizeOf(usage) });
}

function commandsBy(count: (command: Command) => number): Record<Command, number> {
  const commands = Object.keys(COMMAND_MIX) as Command[];
  return Object.fromEntries(commands.map((command) => [command, count(command)])) as Record<Command, number>;
}

/** Units of the average write, including all that follows from it. */
function unitsOfWrite(deliveriesPerEvent: number) {
  const { table, index } = unitsPerWrite();
  return {
    table: table + deliveriesPerEvent * DELIVERY_UNITS.table,
    index: index + deliveriesPerEvent * DELIVERY_UNITS.index,
    read: READ_UNITS_PER_WRITE + READ_UNITS_PER_EVENT_TAKEN + deliveriesPerEvent * DELIVERY_UNITS.read,
  };
}

/** A tenant's events are under one key of the index, which cannot be split; its heads and claims can be. */
function hottestTenant(share: number, writesPerSecond: number, requests: number): Plan['hottest'] {
  return {
    share,
    logUnits: share * writesPerSecond,
    accountUnits: share * writesPerSecond * unitsPerWrite().accountKey,
    accountReads: share * requests * ACCOUNT_READS_PER_REQUEST,
  };
}

/** Batches of one shard run side by side, up to the parallelization. */
function busy(shards: number, recordsPerSecond: number): number {
  const needed = Math.ceil((recordsPerSecond / EVENTS_PER_BATCH) * BATCH_SECONDS);
  return Math.max(1, Math.min(shards * PARALLELIZATION, needed));
}

interface Needs extends Pick<Plan, 'writeUnits' | 'readUnits' | 'hottest' | 'concurrency'> {
  requests: number;
  events: number;
}

function limitsOf({ writeUnits, readUnits, hottest, concurrency, requests, events }: Needs): Limit[] {
  const limits: Limit[] = [
    {
      name: "the largest tenant's audit log (one key of the index), write units/s",
      used: hottest.logUnits,
      limit: LIMITS.writeUnitsOfPartition,
      turn: 'spread the log index over shards, or limit the rate of that account: docs/runbook/hot-tenant.md',
    },
    {
      name: "the largest tenant's heads and claims (one key of the table), write units/s",
      used: hottest.accountUnits,
      limit: LIMITS.writeUnitsOfPartition,
      turn: 'nothing: DynamoDB splits this key by itself, by sort key; until then requests are retried',
    },
    {
      name: "the largest tenant's account, which each of its requests reads (one item), read units/s",
      used: hottest.accountReads,
      limit: LIMITS.readUnitsOfPartition,
      turn: 'limit the rate of that account (api.rateLimit), or divide the tenant among accounts: one item is never split',
    },
    {
      name: 'write units/s of the table',
      used: Math.max(writeUnits.table, writeUnits.index),
      limit: LIMITS.writeUnitsOfTable,
      turn: 'raise the quota of the AWS account, and table.maxWriteUnits',
    },
    {
      name: 'read units/s of the table',
      used: readUnits,
      limit: LIMITS.readUnitsOfTable,
      turn: 'raise the quota of the AWS account, and table.maxReadUnits',
    },
    {
      name: 'Lambda instances at once',
      used: Object.values(concurrency).reduce((sum, each) => sum + each, 0),
      limit: LIMITS.lambdaConcurrency,
      turn: 'raise the quota of the AWS account, or run the API in containers (api.runsOn)',
    },
    {
      name: 'events/s to the bus',
      used: events,
      limit: LIMITS.putEventsPerSecond,
      turn: 'raise the PutEvents quota of the AWS account',
    },
    {
      name: 'requests/s at the gateway',
      used: requests,
      limit: LIMITS.gatewayRequestsPerSecond,
      turn: 'raise the quota of the AWS account, and api.throttle',
    },
  ];
  return limits.sort((a, b) => b.used / b.limit - a.used / a.limit);
}
