// Scale curves: what a request takes against the size of the table, the tenant, its group and its log, the depth of a page, and
// the number of tenants that ask at once.
import assert from 'node:assert/strict';
import { openWorld } from '../world.mjs';
import { addPoint, judge, newCurve } from './curves.mjs';
import { OPERATIONS } from './operations.mjs';
import { measureConcurrency } from './concurrency.mjs';
import { ITEMS_OF_A_USER, newTenant } from './tenants.mjs';

const PAGE_OF_DEPTH = 100;
/** Calls of each operation for each round to come. */
const WARM_UP = 10;

export const title = 'Scale';
export const about = `How long the directory's functions take depending on the amount of data, one call at a time on the embedded engine. The data
was written as items, without commands. If something takes longer on a larger table but no more units, the cause is the engine:
SQLite searches a deeper tree in a file that does not fit in its cache.`;

export const settings = ({ quick }) =>
  quick
    ? { tables: [1_000, 10_000], tenants: [10, 1_000], rounds: 2, concurrent: [1, 10], requests: 80 }
    : {
        tables: [1_000, 100_000, 1_000_000],
        tenants: [10, 100, 1_000, 10_000, 100_000],
        rounds: 15,
        concurrent: [1, 10, 100, 1_000],
        requests: 1_000,
      };

export async function run(measures, progress, { tables, tenants, rounds, concurrent, requests }) {
  progress.expect(tables.length + tenants.length + 3 + concurrent.length);
  const world = await openWorld();
  try {
    const small = await newTenant(world, 100);
    let items = 100 * ITEMS_OF_A_USER;
    const byTable = newCurve(measures, 'Table size', 'items in the table', 'One tenant with 100 users.');
    const growTo = async (size) => {
      if (items < size) await newTenant(world, Math.ceil((size - items) / ITEMS_OF_A_USER));
      items = Math.max(items, size);
      await addPoint(byTable, size.toLocaleString('en'), world, on(world, small), rounds);
      progress.step(`${size} items`);
    };
    await warmUp(world, small, rounds);
    const { small: first, large } = split(tables);
    for (const size of first) await growTo(size);
    const largest = await measureTenants(measures, progress, world, { tenants, rounds });
    items += ITEMS_OF_A_USER * tenants.reduce((sum, size) => sum + size, 0);
    await measureDepth(measures, progress, world, largest, rounds);
    await measureConcurrency(measures, progress, world, { concurrent, requests });
    for (const size of large) await growTo(size);
    judge(measures, byTable);
  } finally {
    await world.close();
  }
}

async function warmUp(world, place, rounds) {
  for (let n = 0; n < WARM_UP * rounds; n += 1)
    for (const operation of Object.values(OPERATIONS)) await operation(world, place);
}

/** The largest table comes last: what the other curves are measured in is part of it. */
function split(tables) {
  return { small: tables.slice(0, -1), large: tables.slice(-1) };
}

function on(world, place) {
  return Object.fromEntries(Object.entries(OPERATIONS).map(([name, act]) => [name, () => act(world, place)]));
}

async function measureTenants(measures, progress, world, { tenants, rounds }) {
  const note = 'The tenant has equally many users, members of its one group, and events.';
  const curve = newCurve(measures, 'Tenant size', 'users, members, events', note);
  let place;
  for (const size of tenants) {
    place = await newTenant(world, size);
    await addPoint(curve, size.toLocaleString('en'), world, on(world, place), rounds);
    progress.step(`${size} users`);
  }
  judge(measures, curve, 'A page of 25 contains fewer if fewer exist: lists grow until they are full.');
  return place;
}

async function measureDepth(measures, progress, world, place, rounds) {
  const curve = newCurve(measures, 'Page depth', 'page', `Pages of ${PAGE_OF_DEPTH} of the largest tenant.`);
  delete curve.time.chart;
  const { lib } = world;
  const { tenant, serviceGroupId, size } = place;
  const lists = {
    'members of a group': (page) => lib.listMembers(tenant, serviceGroupId, page),
    users: (page) => lib.listUsers(tenant, page),
    'audit log': (page) => lib.listAuditLog(tenant, { ...page, order: 'ascending' }),
  };
  const cursors = {};
  for (const [name, list] of Object.entries(lists)) cursors[name] = await cursorsOf(list, size);
  for (const [at, row] of ['first', 'middle', 'last full one'].entries()) {
    const reading = Object.entries(lists).map(([name, list]) => [
      name,
      () => list({ limit: PAGE_OF_DEPTH, cursor: cursors[name][at] }),
    ]);
    await addPoint(curve, row, world, Object.fromEntries(reading), rounds);
    progress.step(`${row} page`);
  }
  judge(measures, curve);
}

/** Of the first, the middle and the last full page: found by reading them all. */
async function cursorsOf(list, size) {
  const starts = [undefined];
  for (let cursor; ;) {
    const page = await list({ limit: PAGE_OF_DEPTH, cursor });
    if (page.items.length === PAGE_OF_DEPTH && cursor) starts.push(cursor);
    ({ cursor } = page);
    if (!cursor) break;
  }
  assert.ok(starts.length >= Math.floor(size / PAGE_OF_DEPTH));
  return [starts[0], starts[Math.floor(starts.length / 2)], starts.at(-1)];
}
