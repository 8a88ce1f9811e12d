import type { WriteOperation } from '@rollbook/single-table';
import { meteredUsageEntity, storedBytesEntity } from '../table/items/metered-usage.js';
import type { Used } from '../core/usage-meter.js';
import { listMeteredUsage, writeUsage } from '../metering/metered-usage.js';
import { pattern } from './reads.js';
import { accountId } from './samples/sample.js';

const day = '2026-03-03';

export const usageSample: readonly WriteOperation[] = [
  meteredUsageEntity.put({ day, accountId, reads: 100, expiresAt: 1 }),
  storedBytesEntity.put({ accountId, bytes: 1_000 }),
];

export const usageRoutes = {
  listMeteredUsage: pattern(
    'what accounts used in a period, by day (operator)',
    { limit: 25, from: '2026-03-01', to: '2026-04-01' },
    ({ directory }, request) => listMeteredUsage(directory, request),
    { number: 24 },
  ),
  writeRequests: writing({ reads: 20, writes: 1 }),
};

export const usageMaintenance = { writeChanges: writing({ events: 3, storedBytes: 2_000 }) };

export const usageOfWebhooks = { writeDeliveries: writing({ deliveries: 3 }) };

function writing(used: Partial<Used>) {
  return pattern(
    'add what a process has counted of an account',
    used,
    async ({ directory }, input) => {
      directory.usage.add(accountId, input);
      await writeUsage(directory);
    },
    { note: 'Once a minute, for each account that did something.' },
  );
}
