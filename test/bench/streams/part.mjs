// Publishing: how long an event takes to the bus, at which rates that stays so, and how fast a backlog is made up for.
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { createUsers, openWorld } from '../world.mjs';
import { measureBacklog } from './backlog.mjs';
import { startBus } from './bus.mjs';
import { allArrived, measureRate } from './lag.mjs';
import { startProcessor } from './processor.mjs';

/** More than there are commands under way at once, so that none contends with another. */
const USERS = 1_000;
const SECONDS_OF_AN_HOUR = 3_600;

export const title = 'Publishing';
export const about = `From the answer to a command to the arrival of its event at the bus, with the embedded engine, the stream processor as
built in a separate process, and a bus that only records the time. Commands start at their rate whether or not earlier ones
have finished; the sender, the engine, the processor and the bus share the machine's cores.`;

export const settings = ({ quick }) =>
  quick
    ? { rates: [25, 50], seconds: 2, rounds: 1, backlog: 1_000, backlogs: 1 }
    : { rates: [50, 100, 200, 300, 400, 600], seconds: 8, rounds: 2, backlog: 20_000, backlogs: 2 };

export async function run(measures, progress, { rates, seconds, rounds, backlog, backlogs }) {
  progress.expect(1 + rates.length * rounds + backlogs);
  const [world, bus] = [await openWorld(), await startBus()];
  try {
    const setting = { world, bus, ...(await createUsers(world, USERS)) };
    progress.step('users');
    await measureLag(measures, progress, setting, { rates, seconds, rounds });
    await measureBacklogs(measures, progress, setting, { backlog, backlogs });
  } finally {
    await world.close();
    bus.stop();
  }
}

async function measureLag(measures, progress, setting, { rates, seconds, rounds }) {
  const rowTitle = 'commands a second';
  const lag = measures.table({ title: 'Publish lag', unit: 'ms', chart: 'lines', rowTitle });
  const keeping = measures.table({ title: 'Keeping up', rowTitle });
  const flat = new Set(rates);
  const processor = await startProcessor(setting.world, setting.bus);
  try {
    await allArrived(
      setting.bus,
      setting.users.map((userId) => `${userId}.1`),
    );
    for (let round = 0; round < rounds; round += 1)
      for (const rate of rates) {
        const figures = await measureRate({ ...setting, processor }, rate, seconds);
        const { p50, p99, first, second, achieved, cpuPerEvent } = figures;
        addRound(lag, String(rate), { p50, p99 });
        addRound(keeping, String(rate), {
          'commands a second, reached': achieved,
          'p99 of the first half, ms': first,
          'p99 of the second half, ms': second,
          'CPU of the processor, µs an event': cpuPerEvent,
        });
        if (!figures.flat) flat.delete(rate);
        progress.step(`${rate} a second`);
      }
  } finally {
    await processor.stop();
  }
  const highest = [...flat].at(-1);
  measures.remark(
    highest === undefined
      ? 'The lag was not flat in every round at any rate: this machine was too busy.'
      : `The highest rate reached with a flat lag in every round: ${highest} commands a second.`,
  );
}

async function measureBacklogs(measures, progress, setting, { backlog, backlogs }) {
  const table = measures.table({ title: 'Catching up', rowTitle: 'backlog' });
  const reached = [];
  for (let n = 0; n < backlogs; n += 1) {
    const { rate, cpuPerEvent } = await measureBacklog(setting, backlog);
    reached.push(rate);
    addRound(table, `${backlog.toLocaleString('en')} events`, {
      'events a second': rate,
      'CPU of the processor, µs an event': cpuPerEvent,
    });
    progress.step('backlog');
  }
  const rate = quantile(reached, 0.5);
  const hours = [10, 100].map((each) => {
    const seconds = Math.round((each * SECONDS_OF_AN_HOUR) / rate);
    return `${each} events a second, ${seconds.toLocaleString('en')} s`;
  });
  measures.remark(`At that speed, an hour's backlog takes: at ${hours.join('; at ')}.`);
}
