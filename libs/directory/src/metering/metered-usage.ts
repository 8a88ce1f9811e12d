// metering: what each account used, by day.
// Imports reads and what is below them.

import { inParallel, type Runtime } from '#libs/pacing';
import type { Item } from '@rollbook/single-table';
import { DAY_MS } from '#libs/domain';
import type { Directory } from '../core/directory.js';
import type { Page, PageRequest } from '../core/pages.js';
import type { Tenant } from '../core/tenant.js';
import { meteredUsageEntity, storedBytesEntity } from '../table/items/metered-usage.js';
import type { UsedOnDay } from '../core/usage-meter.js';

/** A process that is killed loses what it counted since it last wrote: at most this long. */
const WRITTEN_EVERY_MS = 60_000;
const KEPT_MS = 400 * DAY_MS;
const ROWS_AT_ONCE = 8;

export interface MeteredUsageRequest extends PageRequest {
  /** From this day, in UTC: `2026-03-01`. */
  from?: string | undefined;
  to?: string | undefined;
}

/** What accounts used, by day and account. An account without a row used nothing on that day. */
export async function listMeteredUsage(
  { table }: Directory,
  { limit, cursor: resume, from, to }: MeteredUsageRequest,
): Promise<Page<MeteredUsage>> {
  const { items, cursor } = await table.query(
    meteredUsageEntity,
    {},
    {
      limit,
      cursor: resume,
      ...(from !== undefined && { atLeast: { day: from } }),
      ...(to !== undefined && { lessThan: { day: to } }),
    },
  );
  return { items: items.map(toMeteredUsage), cursor };
}

export interface MeteredUsage extends Omit<UsedOnDay, 'storedBytes'> {
  /** Undefined on a day on which nothing was changed. */
  storedBytes: number | undefined;
}

/** Those of one account, of at most 100 days: one call. */
export async function findMeteredUsage(
  { directory: { table }, accountId }: Tenant,
  from: Date,
  to: Date,
): Promise<MeteredUsage[]> {
  const days: string[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  const rows = await table.batchGet(days.map((day) => meteredUsageEntity.at({ day, accountId })));
  return rows.flatMap((row) => (row ? [toMeteredUsage(row)] : []));
}

function toMeteredUsage(row: Item<typeof meteredUsageEntity>): MeteredUsage {
  const { day, accountId, reads = 0, writes = 0, events = 0, deliveries = 0, storedBytes } = row;
  return { day, accountId, reads, writes, events, deliveries, storedBytes };
}

/**
 * Adds what this process has counted to the table: one write for an account, two if its storage changed. What cannot be written
 * is kept for the next time; if only the answer was lost, it is counted twice.
 */
export async function writeUsage(directory: Directory): Promise<void> {
  const waiting = directory.usage.take();
  let begun = 0;
  try {
    await inParallel(waiting, ROWS_AT_ONCE, (row, index) => {
      begun = index + 1;
      return writeRow(directory, row);
    });
  } finally {
    for (const { accountId, ...left } of waiting.slice(begun)) directory.usage.add(accountId, left);
  }
}

async function writeRow({ table, now, usage }: Directory, row: UsedOnDay): Promise<void> {
  const { day, accountId, storedBytes: added, ...counts } = row;
  const key = { day, accountId, expiresAt: Math.ceil((now() + KEPT_MS) / 1000) };
  let left = added;
  try {
    const stored = added === 0 ? undefined : await addStored(table, accountId, added);
    left = 0;
    await table.upsert(
      meteredUsageEntity,
      { ...key, ...(stored !== undefined && { storedBytes: stored }) },
      {
        add: counts,
      },
    );
  } catch (error) {
    usage.add(accountId, { day, ...counts, storedBytes: left });
    throw error;
  }
}

async function addStored(table: Directory['table'], accountId: string, bytes: number): Promise<number> {
  return (await table.upsert(storedBytesEntity, { accountId }, { add: { bytes } })).bytes ?? 0;
}

export interface UsageWriter extends Pick<Runtime, 'every'> {
  write: () => Promise<void>;
  /** For hosts that stand still between two calls, and their timers with them. */
  writeIfDue: () => Promise<void>;
}

export function usageWriter(directory: Directory, onNotice: (line: string) => void): UsageWriter {
  let writtenAt = directory.now();
  let writing = Promise.resolve();
  const write = () => {
    writtenAt = directory.now();
    writing = writing
      .then(() => writeUsage(directory))
      .catch((error: unknown) => {
        onNotice(`Usage could not be written and will be retried: ${String(error)}`);
      });
    return writing;
  };
  return {
    every: directory.every,
    write,
    async writeIfDue(): Promise<void> {
      if (directory.now() - writtenAt >= WRITTEN_EVERY_MS) await write();
    },
  };
}

/** For hosts that run all the time. */
export function startWritingUsage({ write, every }: UsageWriter) {
  const stop = every(WRITTEN_EVERY_MS, () => void write());
  return {
    async stop(): Promise<void> {
      stop();
      await write();
    },
  };
}
