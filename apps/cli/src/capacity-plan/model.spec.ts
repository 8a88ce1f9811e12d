import { readFileSync } from 'node:fs';
import { CAPACITY_CONTRACT, DELIVERY_UNITS } from '#libs/directory';
import { COMMAND_MIX, plan, unitsPerWrite, type Load } from './model.js';
import { simulate } from './simulate.js';
import { shareOfLargest } from './zipf.js';

const load: Load = {
  tenants: 1_000,
  users: 100_000,
  writesPerSecond: 10,
  readsPerSecond: 200,
  peak: 3,
  membershipsPerUser: 3,
  deliveriesPerEvent: 0,
  years: 3,
  skew: 1,
};
const total = (given: Load) => plan(given).costs.reduce((sum, [, cost]) => sum + cost, 0);

test('the mix is whole, and its units are those the capacity contract promises', () => {
  expect(Object.values(COMMAND_MIX).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  const alone = { ...COMMAND_MIX, addMember: 1 };
  for (const command of Object.keys(alone) as (keyof typeof alone)[])
    if (command !== 'addMember') alone[command] = 0;
  expect(unitsPerWrite(alone)).toEqual({
    table: CAPACITY_CONTRACT.addMember.table,
    index: CAPACITY_CONTRACT.addMember.index,
    accountKey: CAPACITY_CONTRACT.addMember.accountKey,
  });
});

test('twice the load costs twice the units, and what does not depend on it stays', () => {
  const double = { ...load, writesPerSecond: 20, readsPerSecond: 400 };
  expect(plan(double).writeUnits.table).toBeCloseTo(2 * plan(load).writeUnits.table);
  expect(total(double)).toBeGreaterThan(1.8 * total(load));
  expect(total(double)).toBeLessThan(2.01 * total(load));
  expect(total({ ...load, writesPerSecond: 0, readsPerSecond: 0 })).toBeLessThan(18);
});

test('provisioned capacity is cheaper where three tenths of it are used, and dearer below', () => {
  expect(total({ ...load, provisioned: 0.7 })).toBeLessThan(total(load));
  expect(total({ ...load, provisioned: 0.3 })).toBeLessThan(total(load));
  expect(total({ ...load, provisioned: 0.28 })).toBeGreaterThan(total(load));
});

test('each delivery to a webhook endpoint costs the units that were promised, and an instance that waits', () => {
  const [without, delivered] = [plan(load), plan({ ...load, deliveriesPerEvent: 1 })];
  const writesAtPeak = load.writesPerSecond * load.peak;
  expect(delivered.writeUnits.table - without.writeUnits.table).toBeCloseTo(
    writesAtPeak * DELIVERY_UNITS.table,
  );
  expect(delivered.writeUnits.index - without.writeUnits.index).toBeCloseTo(
    writesAtPeak * DELIVERY_UNITS.index,
  );
  expect(delivered.readUnits - without.readUnits).toBeCloseTo(writesAtPeak * DELIVERY_UNITS.read);
  expect(delivered.concurrency.webhooks).toBeGreaterThan(without.concurrency.webhooks);
});

test('tenants that are alike leave no hot key; a few large ones make their log the first limit', () => {
  const even = plan({ ...load, writesPerSecond: 3_000, readsPerSecond: 0, skew: 0 });
  expect(even.hottest.share).toBeCloseTo(1 / 1_000);
  expect(even.limits[0]?.name).toContain('units/s of the table');
  const skewed = plan({ ...load, tenants: 10, writesPerSecond: 1_000, readsPerSecond: 0, skew: 1.5 });
  expect(skewed.limits[0]?.name).toContain('largest tenant');
});

test('who reads much meets the one item that each request of a tenant reads, before its partition', () => {
  const reading = plan({
    ...load,
    tenants: 10,
    writesPerSecond: 1,
    readsPerSecond: 1_400,
    peak: 1,
    skew: 1.5,
  });
  expect(reading.limits[0]?.name).toContain('account, which each of its requests reads');
  expect(reading.hottest.accountReads).toBeCloseTo(2 * 1_401 * shareOfLargest(10, 1.5));
});

test('the largest share by the formula is that of the sum, also where the sum is cut short', () => {
  const sum = (n: number) => Array.from({ length: n }, (_, k) => 1 / (k + 1)).reduce((a, b) => a + b, 0);
  expect(shareOfLargest(1_000, 1)).toBeCloseTo(1 / sum(1_000), 10);
  expect(shareOfLargest(400_000, 1)).toBeCloseTo(1 / sum(400_000), 4);
});

test.each([
  [10_000, 100, 1],
  [1_000_000, 10_000, 1],
  [10_000_000, 100_000, 1.1],
])('%d users in %d tenants, drawn one by one, cost and crowd as the model says', (users, tenants, skew) => {
  const writes = 300_000;
  const simulated = simulate({ users, tenants, skew }, writes);
  const perWrite = unitsPerWrite();
  expect(simulated.units.table / writes / perWrite.table).toBeCloseTo(1, 1);
  expect(simulated.units.index / writes / perWrite.index).toBeCloseTo(1, 1);
  const expected = plan({ ...load, users, tenants, skew }).hottest.share;
  expect(simulated.hottestLogShare / expected).toBeGreaterThan(0.95);
  expect(simulated.hottestLogShare / expected).toBeLessThan(1.05);
  const accountUnits = writes * expected * perWrite.accountKey;
  expect(simulated.hottestAccountUnits / accountUnits).toBeGreaterThan(0.95);
  expect(simulated.hottestAccountUnits / accountUnits).toBeLessThan(1.05);
});

/** The lines of a bill that a row of docs/deploy.md adds up. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'DynamoDB: writes, reads': ['DynamoDB, writes', 'DynamoDB, reads'],
  'DynamoDB: storage and recovery (third year)': ['DynamoDB, storage and recovery'],
  'Lambda, API Gateway, CloudFront': [
    'Lambda, API',
    'Lambda, processors',
    'Lambda, webhooks',
    'API Gateway',
    'CloudFront',
  ],
  EventBridge: ['EventBridge, with a month of archive'],
  'logs, alarms, answers, keys': [
    'CloudWatch',
    'Data transfer to the internet',
    'Alarms and dashboard',
    'Keys and secrets',
  ],
};

describe('the costs in docs/deploy.md', () => {
  const page = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
  const [, costs = ''] = /## What it costs\n([\s\S]*?)\n## /.exec(page) ?? [];
  const number = (text: string) => Number(text.replace(/[*,]/g, ''));
  const rows = new Map(
    Array.from(costs.matchAll(/^\|(.*)\|$/gm), ([, row = '']) => {
      const [name = '', ...cells] = row.split('|').map((cell) => cell.trim());
      return [name.replaceAll('*', ''), cells] as const;
    }),
  );
  const sizes = (rows.get('tenants · users') ?? []).map((size, column) => {
    const [tenants = NaN, users = NaN] = size.split(' · ').map(number);
    const writesPerSecond = number(rows.get('writes a second, on average')?.[column] ?? '');
    return { ...load, tenants, users, writesPerSecond, readsPerSecond: 20 * writesPerSecond };
  });

  test('are those of the plan, line by line', () => {
    expect(sizes).toHaveLength(3);
    for (const [column, size] of sizes.entries()) {
      const bill = new Map(plan(size).costs);
      const stated = Object.keys(ROWS).map((row) => [row, number(rows.get(row)?.[column] ?? '')]);
      const planned = Object.entries(ROWS).map(([row, lines]) => [
        row,
        Math.round(lines.reduce((sum, line) => sum + bill.get(line)!, 0)),
      ]);
      expect(stated).toEqual(planned);
      expect(Object.values(ROWS).flat().sort()).toEqual([...bill.keys()].sort());
      expect(number(rows.get('together')?.[column] ?? '')).toBe(Math.round(total(size)));
    }
  });

  test('are those of a delivery', () => {
    const { table, index, read } = DELIVERY_UNITS;
    expect(costs).toContain(`adds ${table + index} write units and ${read} read units`);
    const perSecond = 1e6 / (730 * 3_600);
    const of = (deliveriesPerEvent: number) =>
      total({ ...load, writesPerSecond: perSecond, deliveriesPerEvent, years: 0 });
    expect(costs.replace(/\s+/g, ' ')).toContain(`about ${Math.round(of(1) - of(0))} dollars per million`);
  });
});
