import { parseArgs } from 'node:util';
import { plan, unitsPerWrite, type Load } from './model.js';
import { PRICES } from './prices.js';
import { simulate } from './simulate.js';

const USAGE = `npm run plan -- --tenants <n> --users <n> --writes-per-second <n>
  [--reads-per-second <n>, default 20 times the writes] [--peak <factor>, default 3]
  [--memberships-per-user <n>, default 3] [--years <n> of events, default 3]
  [--deliveries-per-event <n> to webhook endpoints, default 0]
  [--skew <exponent of Zipf's law>, default 1] [--simulate <writes>: checks the model by so many single writes]`;

function fail(mistake: string): never {
  process.stderr.write(`${mistake}\n\n${USAGE}\n`);
  process.exit(1);
}

function help(): never {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

function readLoad(): { load: Load; writes: number } {
  const names = [
    'tenants',
    'users',
    'writes-per-second',
    'reads-per-second',
    'peak',
    'memberships-per-user',
    'deliveries-per-event',
    'years',
    'skew',
    'simulate',
  ] as const;
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    help: { type: 'boolean' as const, short: 'h' },
  };
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  if (values['help']) help();
  const read = (name: (typeof names)[number], otherwise?: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise ?? fail(`--${name} is missing.`);
    const value = Number(text);
    return Number.isFinite(value) && value >= 0
      ? value
      : fail(`--${name} must be a number from 0, not "${String(text)}".`);
  };
  const writesPerSecond = read('writes-per-second');
  const [tenants, users] = [read('tenants'), read('users')];
  if (!(tenants >= 1 && Number.isInteger(tenants))) fail('--tenants must be a whole number from 1.');
  if (!(users >= tenants && Number.isInteger(users)))
    fail('--users must be a whole number, at least one for each tenant.');
  const load: Load = {
    tenants,
    users,
    writesPerSecond,
    readsPerSecond: read('reads-per-second', writesPerSecond * 20),
    peak: read('peak', 3),
    membershipsPerUser: read('memberships-per-user', 3),
    deliveriesPerEvent: read('deliveries-per-event', 0),
    years: read('years', 3),
    skew: read('skew', 1),
  };
  return { load, writes: read('simulate', 0) };
}

const number = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'));
const percent = (value: number) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;

function report({ load, writes }: ReturnType<typeof readLoad>): string[] {
  const planned = plan(load);
  const { writeUnits, readUnits, hottest, concurrency, limits, costs } = planned;
  const total = costs.reduce((sum, [, cost]) => sum + cost, 0);
  const [first] = limits;
  const perSecond = load.writesPerSecond * load.peak;
  const perWrite = (units: number) => number(perSecond > 0 ? units / perSecond : 0);
  return [
    `At the peak (${load.peak} times the average)`,
    `  write units/s          ${number(writeUnits.table)} table + ${number(writeUnits.index)} index (${perWrite(writeUnits.table)} + ${perWrite(writeUnits.index)} a write)`,
    `  read units/s           ${number(readUnits)}`,
    `  table                  ${number(planned.sizeGb)} GB, ${planned.partitions} partitions, ${planned.streamShards} stream shards`,
    `  hottest key            the largest tenant has ${percent(hottest.share)} of the writes: ${number(hottest.logUnits)} units/s of its log's 1,000`,
    `  Lambda at once         API ${concurrency.api}, publisher ${concurrency.publisher}, projector ${concurrency.projector}, webhooks ${concurrency.webhooks}`,
    `  EventBridge            ${number(load.writesPerSecond * load.peak)} entries/s, ${number(planned.eventsPerMonth / 1e6)} million a month`,
    '',
    'What is nearest to its limit',
    ...limits.map(
      ({ name, used, limit }) =>
        `  ${percent(used / limit).padStart(7)}  ${name}: ${number(used)} of ${number(limit)}`,
    ),
    `  First: ${first?.name}. Turn: ${first?.turn}.`,
    '',
    `A month, in US dollars (list prices of ${PRICES.region}, ${PRICES.asOf})`,
    ...costs.map(([name, cost]) => `  ${cost.toFixed(2).padStart(12)}  ${name}`),
    `  ${total.toFixed(2).padStart(12)}  together`,
    ...(writes > 0 ? simulation(load, writes) : []),
  ];
}

function simulation(load: Load, writes: number): string[] {
  const { units, hottestLogShare, usersTouched, hottestUserShare } = simulate(load, writes);
  const perWrite = unitsPerWrite();
  return [
    '',
    `Simulated: ${number(writes)} writes of ${number(load.users)} users in ${number(load.tenants)} tenants`,
    `  units a write          ${(units.table / writes).toFixed(2)} + ${(units.index / writes).toFixed(2)}; the model says ${perWrite.table.toFixed(2)} + ${perWrite.index.toFixed(2)}`,
    `  largest tenant         ${percent(hottestLogShare)}; the model says ${percent(plan(load).hottest.share)}`,
    `  users                  ${number(usersTouched)} were touched; the busiest had ${percent(hottestUserShare)} of the writes`,
  ];
}

process.stdout.write(`${report(readLoad()).join('\n')}\n`);
