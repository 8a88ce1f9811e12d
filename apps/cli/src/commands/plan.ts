import { InvalidArgumentError, type Command } from 'commander';
import { billOf, monthlyCostsOf } from '../capacity-plan/costs.js';
import { plan, unitsPerWrite, type Load } from '../capacity-plan/model.js';
import { PRICES } from '../capacity-plan/prices.js';
import { simulate } from '../capacity-plan/simulate.js';

interface PlanOptions extends Omit<Load, 'readsPerSecond'> {
  readsPerSecond?: number;
  simulate: number;
  json?: boolean;
}

const READS_PER_WRITE = 20;
/** A simulation needs some bytes for each. */
const MAX_SIMULATED = 100_000_000;

export function addPlanCommand(rollbook: Command): void {
  rollbook
    .command('plan')
    .description('Estimates what a load needs and costs, and which limit it reaches first.')
    .requiredOption('--tenants <n>', 'number of accounts', whole)
    .requiredOption('--users <n>', 'number of users, in all', whole)
    .requiredOption('--writes-per-second <n>', 'average over a month', number)
    .option('--reads-per-second <n>', `${READS_PER_WRITE} times the writes by default`, number)
    .option('--peak <factor>', 'the busiest hour, as a multiple of the average', factor, 3)
    .option('--memberships-per-user <n>', 'service groups per user', number, 3)
    .option('--deliveries-per-event <n>', 'to webhook endpoints', number, 0)
    .option('--years <n>', 'of events kept', number, 3)
    .option(
      '--skew <exponent>',
      "how unequal tenants are: the exponent of Zipf's law; 0: all equal",
      number,
      1,
    )
    .option(
      '--provisioned <share>',
      'provisioned capacity with this average utilization, such as 0.5; default: on demand',
      share,
    )
    .option('--simulate <writes>', 'check the model with this many simulated writes', count, 0)
    .option('--json', 'the plan as a JSON document')
    .action((options: PlanOptions, command: Command) => {
      const { simulate: writes, json = false, ...given } = options;
      if (given.users < given.tenants) command.error('error: --users must be at least one for each tenant');
      if (writes > 0 && given.users > MAX_SIMULATED)
        command.error(
          `error: --simulate counts every user, so it supports at most ${rounded(MAX_SIMULATED)}`,
        );
      const load = { readsPerSecond: given.writesPerSecond * READS_PER_WRITE, ...given };
      if (json) console.log(JSON.stringify(documentOf(load, writes)));
      else console.log(report(load, writes).join('\n'));
    });
}

function documentOf(load: Load, writes: number): object {
  const { costs, ...planned } = plan(load);
  const monthlyCosts = monthlyCostsOf(costs);
  return { load, ...planned, monthlyCosts, ...(writes > 0 && { simulated: simulate(load, writes) }) };
}

const rounded = (value: number) =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
const percent = (value: number) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;

function report(load: Load, writes: number): string[] {
  const planned = plan(load);
  const { writeUnits, readUnits, hottest, concurrency, limits, costs } = planned;
  const [first] = limits;
  const perSecond = load.writesPerSecond * load.peak;
  const perWrite = (units: number) => rounded(perSecond > 0 ? units / perSecond : 0);
  return [
    `At the peak (${load.peak} times the average)`,
    `  write units/s          ${rounded(writeUnits.table)} table + ${rounded(writeUnits.index)} index (${perWrite(writeUnits.table)} + ${perWrite(writeUnits.index)} a write)`,
    `  read units/s           ${rounded(readUnits)}`,
    `  table                  ${rounded(planned.sizeGb)} GB, ${planned.partitions} partitions, ${planned.streamShards} stream shards`,
    `  hottest key            the largest tenant has ${percent(hottest.share)} of the writes: ${rounded(hottest.logUnits)} units/s of its log's 1,000`,
    `  Lambda at once         API ${concurrency.api}, publisher ${concurrency.publisher}, projector ${concurrency.projector}, webhooks ${concurrency.webhooks}`,
    `  EventBridge            ${rounded(perSecond)} entries/s, ${rounded(planned.eventsPerMonth / 1e6)} million a month`,
    '',
    'Closest to their limits',
    ...limits.map(
      ({ name, used, limit }) =>
        `  ${percent(used / limit).padStart(7)}  ${name}: ${rounded(used)} of ${rounded(limit)}`,
    ),
    `  First: ${first?.name}. What to do: ${first?.turn}.`,
    '',
    `A month, in US dollars (list prices of ${PRICES.region}, ${PRICES.asOf}; ${capacityOf(load)})`,
    ...billOf(costs),
    ...(writes > 0 ? simulation(load, writes) : []),
  ];
}

const capacityOf = ({ provisioned }: Load) =>
  provisioned === undefined ? 'on demand' : `provisioned capacity used to ${percent(provisioned)}`;

function simulation(load: Load, writes: number): string[] {
  const { units, hottestLogShare, hottestAccountUnits, usersTouched, hottestUserShare } = simulate(
    load,
    writes,
  );
  const { share } = plan(load).hottest;
  const perWrite = unitsPerWrite();
  return [
    '',
    `Simulated: ${rounded(writes)} writes of ${rounded(load.users)} users in ${rounded(load.tenants)} tenants`,
    `  units a write          ${(units.table / writes).toFixed(2)} + ${(units.index / writes).toFixed(2)}; the model says ${perWrite.table.toFixed(2)} + ${perWrite.index.toFixed(2)}`,
    `  largest tenant         ${percent(hottestLogShare)}; the model says ${percent(share)}`,
    `  its account's key      ${(hottestAccountUnits / writes).toFixed(2)} units of each write of all; the model says ${(share * perWrite.accountKey).toFixed(2)}`,
    `  users                  ${rounded(usersTouched)} were touched; the busiest had ${percent(hottestUserShare)} of the writes`,
  ];
}

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number from 0.');
  return value;
}

function factor(text: string): number {
  const value = number(text);
  if (value < 1) throw new InvalidArgumentError('It must be a number from 1.');
  return value;
}

function share(text: string): number {
  const value = number(text);
  if (value <= 0 || value > 1) throw new InvalidArgumentError('It must be a number above 0, up to 1.');
  return value;
}

function count(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return value;
}

function whole(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
