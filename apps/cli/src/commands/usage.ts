import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { addApiCommand, printRows } from '../api/api.js';

const COUNTS = ['reads', 'writes', 'events', 'deliveries', 'storedBytes'] as const;

type UsedOnDay = Schemas['MeteredUsage'];

export function addUsageCommand(rollbook: Command): void {
  addApiCommand(rollbook, 'usage', async (api) => {
    const { from, to, byDay } = api.options<{ from?: string; to?: string; byDay?: boolean }>();
    const query = { limit: 100, ...(from && { from }), ...(to && { to }) };
    const days = api.client.each('/v1/usage', { query });
    if (byDay) await printRows(api, ['day', 'accountId', ...COUNTS], days);
    else await printRows(api, ['accountId', ...COUNTS], await sumsOf(days));
  })
    .description('Shows what each account used in a period.')
    .option('--from <yyyy-mm-dd>', 'from this day, in UTC')
    .option('--to <yyyy-mm-dd>', 'before this day')
    .option('--by-day', 'a row for each day and account');
}

/** Storage is that of the last day of a change. */
async function sumsOf(days: AsyncIterable<UsedOnDay>): Promise<Omit<UsedOnDay, 'day'>[]> {
  const sums = new Map<string, Omit<UsedOnDay, 'day'>>();
  for await (const { day: _, ...used } of days) {
    const sum = sums.get(used.accountId);
    if (!sum) {
      sums.set(used.accountId, used);
      continue;
    }
    for (const name of ['reads', 'writes', 'events', 'deliveries'] as const) sum[name] += used[name];
    sum.storedBytes = used.storedBytes ?? sum.storedBytes;
  }
  return [...sums.values()];
}
