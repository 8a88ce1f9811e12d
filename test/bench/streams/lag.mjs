// Publish lag under an open load: commands start at their rate whether or not earlier ones are done.
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../frame/statistics.mjs';
import { by } from '../world.mjs';

const MAX_UNDER_WAY = 500;
const MAX_WAIT_MS = 120_000;
let names = 0;

/** @returns what the rate did; `flat` when its commands ran at it, and the second half lagged no more than the first */
export async function measureRate({ world, users, tenant, bus, processor }, rate, seconds) {
  const cpuBefore = await processor.cpuMicroseconds();
  const { committed, took } = await openLoad(world, tenant, users, rate, seconds);
  await allArrived(
    bus,
    committed.map(({ id }) => id),
  );
  const cpu = (await processor.cpuMicroseconds()) - cpuBefore;
  // An event can arrive before the answer of its command does: that is no lag.
  const lags = committed.map(({ id, at }) => Math.max(0, bus.arrivedAt.get(id) - at));
  const half = Math.floor(lags.length / 2);
  const [first, second] = [quantile(lags.slice(0, half), 0.99), quantile(lags.slice(half), 0.99)];
  const achieved = committed.length / took;
  return {
    p50: quantile(lags, 0.5),
    p99: quantile(lags, 0.99),
    first,
    second,
    achieved,
    cpuPerEvent: cpu / committed.length,
    flat: achieved > 0.95 * rate && second < Math.max(2 * first, first + 20),
  };
}

async function openLoad({ lib }, tenant, users, rate, seconds) {
  const committed = [];
  const running = new Set();
  let failed;
  const start = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = start + (n / rate) * 1000;
    if (due > performance.now()) await delay(due - performance.now());
    const command = { type: 'change_user', name: `Name ${(names += 1)}` };
    const done = lib
      .commandUser(tenant, users[n % users.length], command, by)
      .then(({ events }) => committed.push({ id: events[0].eventId, at: performance.now() }))
      .catch((error) => (failed = error))
      .finally(() => running.delete(done));
    running.add(done);
    if (running.size >= MAX_UNDER_WAY) await Promise.race(running);
  }
  await Promise.all(running);
  if (failed) throw failed;
  return { committed, took: (performance.now() - start) / 1000 };
}

/** @throws Error when one is not published in two minutes */
export async function allArrived({ arrivedAt }, ids) {
  const deadline = performance.now() + MAX_WAIT_MS;
  const missing = new Set(ids);
  while (missing.size > 0) {
    for (const id of missing) if (arrivedAt.has(id)) missing.delete(id);
    if (missing.size > 0 && performance.now() > deadline)
      throw new Error(`${missing.size} events were not published in ${MAX_WAIT_MS / 1000} s.`);
    if (missing.size > 0) await delay(20);
  }
}
