// Rollbook's kernel beside the event stores for DynamoDB: what an append, a command and a load take.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINES } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { shuffled } from '../frame/statistics.mjs';
import { CONTENDERS, NOT_ATOMIC, operationsOn } from './operations.mjs';

const BASELINE = Object.keys(CONTENDERS)[0];
const program = fileURLToPath(new URL('contender.mjs', import.meta.url));

export const title = 'Event stores';
export const about = `Rollbook's kernel compared with [Castore](https://github.com/castore-dev/castore) and
[@ocoda/event-sourcing](https://github.com/ocoda/event-sourcing), each in a separate process with the SDK's client and its defaults,
on the embedded engine: CPU time of the process, calls, and units as the engine reports them.`;

export const settings = ({ quick }) =>
  quick ? { rounds: 2, warmUps: 1, events: 100 } : { rounds: 15, warmUps: 2, events: 1_000 };

export async function run(measures, progress, { rounds, warmUps, events }) {
  const names = Object.keys(CONTENDERS);
  const operations = Object.entries(operationsOn(events));
  progress.expect(names.length * (1 + (rounds + warmUps) * operations.length));
  const tables = newTables(measures);
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
  const engine = await ENGINES.embedded.start();
  const children = new Map();
  try {
    const started = names.map(async (name, n) => {
      const child = await start(name, { endpoint: engine.endpoint, folder, label: `c${n}`, events });
      children.set(name, child);
      progress.step(name);
    });
    await Promise.all(started);
    for (let round = -warmUps; round < rounds; round += 1)
      for (const [operation, { row, calls }] of operations) {
        const figures = {};
        for (const name of shuffled(names)) {
          figures[name] = await ask(children.get(name), operation, calls);
          progress.step(`${row}, ${name}`);
        }
        if (round >= 0) addRounds(tables, row, names, figures);
      }
    measures.remark(NOT_ATOMIC);
    measures.remark(clashText(names, children));
  } finally {
    for (const child of children.values()) child.kill('SIGKILL');
    await engine.stop();
    rmSync(folder, { recursive: true });
  }
}

function clashText(names, children) {
  const lines = names.map((name) => `- ${name}: ${children.get(name).clash}`);
  return `Two writers append the same version of an aggregate at the same time:\n\n${lines.join('\n')}`;
}

function newTables(measures) {
  const counts = { exact: true, rowTitle: 'operation', digits: 1 };
  return {
    cpu: measures.table({
      title: 'CPU per operation',
      unit: 'µs',
      baseline: BASELINE,
      chart: 'bars',
      rowTitle: 'operation',
    }),
    calls: measures.table({ ...counts, title: 'Table calls', unit: 'calls' }),
    write: measures.table({ ...counts, title: 'Write units', unit: 'units' }),
    read: measures.table({ ...counts, title: 'Read units', unit: 'units' }),
  };
}

function addRounds(tables, row, names, figures) {
  for (const [kind, table] of Object.entries(tables)) {
    const measured = names.filter((name) => figures[name]).map((name) => [name, figures[name][kind]]);
    addRound(table, row, Object.fromEntries(measured));
  }
}

async function start(name, setting) {
  const child = fork(program, [name, JSON.stringify(setting)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  });
  const { clash } = await answerOf(child, name);
  return Object.assign(child, { contender: name, clash });
}

async function ask(child, operation, calls) {
  child.send({ operation, calls });
  return (await answerOf(child, child.contender)).figures;
}

/** @throws Error when the process ends instead */
async function answerOf(child, name) {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) =>
        Promise.reject(new Error(`${name} ended with ${code}.`)),
      ),
    ]);
    return answer;
  } finally {
    listening.abort();
  }
}
