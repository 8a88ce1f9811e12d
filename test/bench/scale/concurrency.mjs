// The same load, spread over more and more tenants.
import { addRound } from '../frame/measures.mjs';
import { OPERATIONS } from './operations.mjs';
import { newTenant } from './tenants.mjs';

const LANES = 16;
const USERS = 25;
const ROUNDS = 3;

export async function measureConcurrency(measures, progress, world, { concurrent, requests }) {
  const table = measures.table({
    title: 'Concurrent tenants: requests a second',
    unit: 'requests/s',
    chart: 'lines',
    rowTitle: 'concurrent tenants',
    note: `${LANES} requests under way at any time, from the tenants in turn. Reads of the same item in one turn of the event loop are joined.`,
  });
  const tenants = [];
  for (const count of concurrent) {
    while (tenants.length < count) tenants.push(await newTenant(world, USERS));
    for (let round = -1; round < ROUNDS; round += 1) {
      const figures = {};
      for (const name of ['a user by id', 'members of a group, a page', 'create a user'])
        figures[name] = await rateOf(OPERATIONS[name], world, tenants.slice(0, count), requests);
      if (round >= 0) addRound(table, count.toLocaleString('en'), figures);
    }
    progress.step(`${count} tenants`);
  }
}

async function rateOf(operation, world, tenants, requests) {
  let next = 0;
  const startedAt = performance.now();
  const lane = async () => {
    while (next < requests) await operation(world, tenants[next++ % tenants.length]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return requests / ((performance.now() - startedAt) / 1000);
}
