// due: what has to be done at a time, found by the due items of the table. Imports aggregates and what is below them.

import type { Runtime } from '#libs/pacing';
import { ENDS_BY_ITSELF } from '../aggregates/user/memberships/held.js';
import type { Directory } from '../core/directory.js';
import { entityOf, textOf, type Image } from '../core/item-image.js';
import { ifConditionHolds } from '../core/retries.js';
import { grantTenant } from '../core/tenant.js';
import { dueEntity, dueShards as shards, type DueItem } from '../table/items/due.js';
import { dueOfTeamEntity, type DueOfTeam } from '../table/items/due-of-teams.js';
import { dueHandlers, type DueHandler } from './due-handlers.js';

type Due = DueItem | DueOfTeam;

/** The shards of what is due of teams have this before their name. */
const OF_TEAMS = 'teams-';

/** All of them, by name. */
export function dueShards(): string[] {
  return [...shards(), ...shards().map((shard) => OF_TEAMS + shard)];
}

/** One shard, whichever of the two it is of. */
function itemsIn({ table }: Directory, name: string) {
  const isOfTeams = name.startsWith(OF_TEAMS);
  const shard = isOfTeams ? name.slice(OF_TEAMS.length) : name;
  return (range: {
    atMost?: { at: string };
    greaterThan?: Due;
    limit: number;
  }): Promise<{ items: Due[] }> => {
    const page = { ...range, consistent: true } as never;
    return isOfTeams
      ? table.query(dueOfTeamEntity, { shard }, page)
      : table.query(dueEntity, { shard }, page);
  };
}

/** Some 24 items of a transaction: commands of others wait for as long as one takes. */
const ITEMS_AT_ONCE = 5;
const PAGE = 160;
/** How long it rests after each transaction, measured by how long that took: the commands of others come first. */
const REST = 1;

export interface DueOptions {
  onNotice: (line: string) => void;
  /** Before the next transaction it stops. */
  signal?: AbortSignal | undefined;
  rest?: number | undefined;
}

export interface DueRun {
  /** How many were due. */
  found: number;
  /** When the next of the shard is due, as far as it is known; undefined: nothing is stored. */
  nextAt: string | undefined;
  /** How long after its time the latest of them was done, or tried in vain. */
  lateMs: number;
}

/**
 * Does what is due in one of the shards. Any number of workers may do this at once, and be killed anywhere: what was done is committed
 * with its due item, and what fails is retried by the next run.
 */
export async function runDueOfShard(
  directory: Directory,
  shard: string,
  { onNotice, signal, rest = REST }: DueOptions,
): Promise<DueRun> {
  const { steadyNow, elapsed, sleep } = directory;
  const query = itemsIn(directory, shard);
  let found = 0;
  let lateMs = 0;
  let after: Due | undefined;
  // Most often nothing is due, and that is one call.
  let next = await firstOf(query);
  while (next !== undefined && Date.parse(next) <= steadyNow()) {
    const now = new Date(steadyNow()).toISOString();
    const range = { atMost: { at: now }, ...(after && { greaterThan: after }) };
    const { items } = await query({ ...range, limit: PAGE });
    for (const part of partsOf(items)) {
      if (signal?.aborted) return { found, nextAt: part[0]!.at, lateMs };
      const started = elapsed();
      await runPart(directory, part, onNotice);
      lateMs = Math.max(lateMs, steadyNow() - Date.parse(part[0]!.at));
      await sleep(Math.min(1_000, (elapsed() - started) * rest));
    }
    found += items.length;
    after = items.at(-1) ?? after;
    next = await firstOf(query, after);
  }
  return { found, nextAt: next, lateMs };
}

/** Each shard once, in an order of its own, so that several workers seldom meet. For hosts that are called every so often. */
export async function runDue(directory: Directory, options: DueOptions): Promise<Pick<DueRun, 'lateMs'>> {
  let lateMs = 0;
  for (const shard of shuffled(dueShards(), directory)) {
    if (options.signal?.aborted) break;
    const run = await runDueOfShard(directory, shard, options);
    lateMs = Math.max(lateMs, run.lateMs);
  }
  return { lateMs };
}

async function firstOf(query: ReturnType<typeof itemsIn>, after?: Due): Promise<string | undefined> {
  return (await query({ ...(after && { greaterThan: after }), limit: 1 })).items[0]?.at;
}

/** Of one account and kind each. */
function partsOf(items: readonly Due[]): Due[][] {
  const open = new Map<string, Due[]>();
  const parts: Due[][] = [];
  for (const item of items) {
    const key = `${item.accountId} ${item.kind}`;
    const part = open.get(key);
    if (part && part.length < ITEMS_AT_ONCE) part.push(item);
    else {
      const started = [item];
      open.set(key, started);
      parts.push(started);
    }
  }
  return parts;
}

/** A failing part does not affect the others. */
async function runPart(
  directory: Directory,
  part: readonly Due[],
  onNotice: (line: string) => void,
): Promise<void> {
  const { accountId, kind } = part[0]!;
  try {
    const context = { actor: ENDS_BY_ITSELF, correlationId: directory.newId('command') };
    const handle = dueHandlers[kind] as DueHandler<Due>;
    const next = await handle(grantTenant(directory, accountId), part, context);
    await Promise.all(
      part.map(async (item, index) => {
        if (next[index] !== 'later' && next[index] !== item.at) await forget(directory, item);
      }),
    );
  } catch (error) {
    onNotice(`Due work of ${accountId} (${kind}) failed and will be retried: ${String(error)}`);
  }
}

/** Nothing is due at its time: usually its deletion was committed with what was done. One that was set meanwhile stays. */
async function forget({ table }: Directory, item: Due): Promise<void> {
  const { createdAt } = item;
  await ifConditionHolds<unknown>(
    'teamId' in item
      ? table.delete(dueOfTeamEntity, item, { condition: (c) => c.eq('createdAt', createdAt) })
      : table.delete(dueEntity, item, { condition: (c) => c.eq('createdAt', createdAt) }),
  );
}

export function shuffled<T>(items: readonly T[], { random }: Pick<Runtime, 'random'>): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** What has to be done at a time, if the change of an item is about that. */
export function dueOf(after: Image | undefined): { shard: string; at: number } | undefined {
  const entity = entityOf(after);
  if (entity !== 'due' && entity !== 'due-of-team') return undefined;
  const shard = textOf(after, 'shard');
  return { shard: entity === 'due' ? shard : OF_TEAMS + shard, at: Date.parse(textOf(after, 'at')) };
}
