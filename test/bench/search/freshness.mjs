// How long a change takes until a search in another process finds it, while many are made.
import { setTimeout as delay } from 'node:timers/promises';
import { startBus } from '../streams/bus.mjs';
import { allArrived, measureRate } from '../streams/lag.mjs';
import { startProcessor } from '../streams/processor.mjs';
import { createUsers, openWorld } from '../world.mjs';

/** Each is changed again only after ten seconds at 100 changes a second: no change hides another. */
const USERS = 1_000;
const LOOK_EVERY_MS = 50;

/** @returns milliseconds from the answer to a change of a name until it is found: p50 and p99 */
export async function measureFreshness({ rate, seconds }) {
  const [world, bus] = [await openWorld(), await startBus()];
  try {
    const setting = await createUsers(world, USERS);
    const processor = await startProcessor(world, bus);
    // What the processor still has to do for their creation is no lag of a change.
    await allArrived(
      bus,
      setting.users.map((userId) => `${userId}.1`),
    );
    const watched = await watch(world, setting.tenant);
    try {
      return await measureRate({ ...setting, world, bus: watched, processor }, rate, seconds);
    } finally {
      await watched.stop();
      await processor.stop();
    }
  } finally {
    await world.close();
    bus.stop();
  }
}

/** Searches again and again, as a page does. @returns when each version of a user was found first, by the id of its event */
async function watch({ lib }, tenant) {
  const [arrivedAt, known] = [new Map(), new Map()];
  async function look() {
    const { items } = await lib.searchUsers(tenant, { filter: {}, limit: USERS });
    const now = performance.now();
    for (const { userId, name } of items) {
      const { version, name: before } = known.get(userId) ?? { version: 0 };
      if (name === before) continue;
      known.set(userId, { version: version + 1, name });
      arrivedAt.set(`${userId}.${version + 1}`, now);
    }
  }
  // Everybody is seen before anybody changes.
  await look();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await look();
      await delay(LOOK_EVERY_MS);
    }
  })();
  return {
    arrivedAt,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}
