import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { contenders } from './contenders.mjs';

const CALLS = { put: 300, get: 300, query: 100 };

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

function shuffled(values) {
  const keyed = values.map((value) => [Math.random(), value]);
  return keyed.sort(([a], [b]) => a - b).map(([, value]) => value);
}

async function start(name) {
  const file = fileURLToPath(new URL('./contender.mjs', import.meta.url));
  const child = fork(file, [name], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`${name} ended with ${code}`);
  });
  await once(child, 'message');
  return child;
}

async function ask(child, operation, calls) {
  child.send({ operation, calls });
  const [figure] = await once(child, 'message');
  return figure;
}

/** Interleaved rounds in random order; each round's figure is a ratio to the baseline of the same round. */
export async function reportCpu(rounds) {
  const names = Object.keys(contenders);
  const [baseline] = names;
  const children = new Map();
  for (const name of names) children.set(name, await start(name));
  const results = new Map(
    names.map((name) => [name, { put: [], get: [], query: [], ratios: { put: [], get: [], query: [] } }]),
  );
  // The first two rounds warm up and are not counted.
  for (let round = -2; round < rounds; round++) {
    for (const [operation, calls] of Object.entries(CALLS)) {
      const figures = new Map();
      for (const name of shuffled(names)) figures.set(name, await ask(children.get(name), operation, calls));
      if (round < 0) continue;
      for (const [name, figure] of figures) {
        results.get(name)[operation].push(figure);
        results.get(name).ratios[operation].push(figure / figures.get(baseline));
      }
    }
  }
  for (const child of children.values()) child.disconnect();
  console.log(
    `\nCPU per call, HTTP stubbed, ${rounds} interleaved rounds: median ratio to lib-dynamodb (median µs)\n`,
  );
  console.log('| | put | get | query of 25 |\n|---|---:|---:|---:|');
  for (const [name, result] of results) {
    const cells = Object.keys(CALLS).map(
      (operation) =>
        `${median(result.ratios[operation]).toFixed(2)} (${median(result[operation]).toFixed(0)})`,
    );
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
