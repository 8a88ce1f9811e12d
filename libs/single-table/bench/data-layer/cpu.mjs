// CPU time of a call with the HTTP layer stubbed, each contender in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addRound } from '../../../../test/bench/frame/measures.mjs';
import { shuffled } from '../../../../test/bench/frame/statistics.mjs';
import { contenders } from './contenders.mjs';

const CALLS = { put: 300, get: 300, query: 100, projection: 100, collection: 100 };
const ROWS = {
  put: 'put',
  get: 'get',
  query: 'query of 25',
  projection: 'query of 25, three attributes each',
  collection: 'query of two entities, 25 items',
};
const OURS = 'libs/single-table';

async function start(name) {
  const file = fileURLToPath(new URL('./contender.mjs', import.meta.url));
  const child = fork(file, [name], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`${name} ended with ${code}`);
  });
  const [operations] = await once(child, 'message');
  return { child, operations };
}

async function ask(child, operation, calls) {
  child.send({ operation, calls });
  const [figure] = await once(child, 'message');
  return figure;
}

export const stepsOfCpu = (rounds) => rounds * Object.keys(CALLS).length * Object.keys(contenders).length;

/** Interleaved rounds in random order; the first warm up and are not counted. `share`: how much of the calls is made. */
export async function measureCpu(measures, progress, { rounds, warmUps, share }) {
  const names = Object.keys(contenders);
  const table = measures.table({
    title: 'CPU per call, HTTP stubbed',
    unit: 'µs',
    baseline: names[0],
    chart: 'bars',
    rowTitle: 'call',
    goals: {
      [ROWS.put]: { subject: OURS, goals: [{ of: names[0], most: 0.3 }] },
      [ROWS.get]: { subject: OURS, goals: [{ of: names[0], most: 0.32 }] },
      [ROWS.query]: { subject: OURS, goals: [{ of: names[0], most: 0.37 }] },
    },
  });
  const started = await Promise.all(names.map(async (name) => [name, await start(name)]));
  const children = new Map(started);
  for (let round = -warmUps; round < rounds; round++) {
    for (const [operation, calls] of Object.entries(CALLS)) {
      const figures = {};
      const able = names.filter((name) => children.get(name).operations.includes(operation));
      for (const name of shuffled(able)) {
        figures[name] = await ask(children.get(name).child, operation, calls * share);
        progress.step(`${operation}, ${name}`);
      }
      const inOrder = Object.fromEntries(able.map((name) => [name, figures[name]]));
      if (round >= 0) addRound(table, ROWS[operation], inOrder);
    }
  }
  for (const { child } of children.values()) child.disconnect();
}
