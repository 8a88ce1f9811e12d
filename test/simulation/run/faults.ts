import type { World } from './world.js';

/** Of the times that one is drawn: it takes a day. */
const OUTAGES = 0.1;
const CONSUMERS = ['publisher', 'feeder', 'jobs', 'projector'];
const [OUTAGE_MS, BEFORE_ITS_END_MS] = [25 * 60 * 60_000, 5 * 60_000];

/** Lets faults happen from now on, until the world heals. @returns what ends them */
export function startFaults(world: World): () => void {
  const { scheduler, swarm } = world;
  const random = scheduler.random.of('faults');
  let cancel = () => {};
  const next = () => {
    cancel = scheduler.after(random.within(swarm.faultEveryMs), undefined, () => {
      happen();
      next();
    });
  };

  const isOut = (name: string) => !name.startsWith('api') && scheduler.now < world.quietUntil;

  function happen(): void {
    if (scheduler.now < world.quietUntil) return;
    const fault = random.pick(swarm.faults);
    const place = random.pick(world.places);
    const { process } = place;
    if (!process?.isAlive) return;
    if (fault === 'kill') {
      process.kill();
      scheduler.after(random.within([10, 8_000]), undefined, () => {
        if (!place.process?.isAlive && !isOut(place.name)) world.start(place);
      });
    } else if (fault === 'freeze') process.freeze(random.within([500, 25_000]));
    else if (fault === 'jump') process.jump(random.within([-4_000, 4_000]));
    else if (fault === 'cut') {
      const link = `${process.name} ${random.pick(reachedBy(place.name, world))}`;
      world.network.cut.add(link);
      scheduler.note('world', `cuts ${link}`);
      scheduler.after(random.within([500, 20_000]), undefined, () => world.network.cut.delete(link));
    } else if (random.chance(OUTAGES)) outage();
  }

  /** Nothing reads the stream, or the API, for longer than it keeps its records; clients send little meanwhile. */
  function outage(): void {
    // What is trimmed before a consumer has ever started is lost to it: docs/correctness.md.
    if (world.quietUntil > 0 || !CONSUMERS.every((each) => world.hasLeases(each))) return;
    scheduler.note('world', 'has no stream processor for a day and an hour');
    for (const { process } of world.followers()) if (process?.isAlive) process.kill();
    world.quietUntil = scheduler.now + OUTAGE_MS - BEFORE_ITS_END_MS;
    scheduler.after(OUTAGE_MS, undefined, () => {
      for (const place of world.followers()) if (!place.process?.isAlive) world.start(place);
    });
  }

  if (swarm.faults.length > 0) next();
  return () => cancel();
}

/** What a process calls. */
function reachedBy(name: string, { apis }: World): string[] {
  if (name.startsWith('api')) return ['table'];
  if (name.startsWith('processor')) return ['table', 'bus'];
  if (name.startsWith('webhooks')) return ['table', 'receivers'];
  const api = [...apis.values()].map(({ process }) => process.name);
  if (name.startsWith('mailer')) return [...api, 'mail service'];
  return name.startsWith('subscriber') ? [...api, 'database', 'database'] : api;
}
