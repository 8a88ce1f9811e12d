// Process start to first answer of each function's bundle, as Lambda starts it: a new Node process loads index.mjs and calls
// the handler once, on a table of the embedded engine. And how large each bundle is.
//
//   node test/bench/start-up/bundles.mjs [runs, default 20] [the Node to run them with]
//
// Each run is made with and without the code cache, in turn. The flags are those Lambda gives Node for 1,024 MB.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLES, bundleFunctions } from '../../../infra/bundles/bundle.mjs';
import { startFixture } from './fixture.mjs';

const runs = Number(process.argv[2] ?? 20);
const FLAGS = ['--expose-gc', '--max-semi-space-size=51', '--max-old-space-size=921'];
const program = fileURLToPath(new URL('first-answer.mjs', import.meta.url));

await bundleFunctions();
const fixture = await startFixture();
const plain = mkdtempSync(join(tmpdir(), 'rollbook-plain-'));
cpSync(BUNDLES, plain, { recursive: true, filter: (file) => !file.endsWith('program.cache') });

async function measure(name, folder, codeCache) {
  const started = performance.now();
  const child = spawn(process.execPath, [...FLAGS, program, join(folder, name)], {
    env: { ...process.env, ...fixture.environment, FIRST_EVENT: JSON.stringify(fixture.events[name]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const took = performance.now() - started;
  await exited;
  const { cpuMs, ...answer } = JSON.parse(line);
  const expected = JSON.stringify({ answer: fixture.expected[name], codeCache });
  if (JSON.stringify(answer) !== expected)
    throw new Error(`${name} answered ${line.trim()}, not ${expected}`);
  return { took, cpuMs };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const kilobytes = (name, file) => statSync(join(BUNDLES, name, file)).size / 1000;
console.log(
  `Node ${process.version}, ${runs} runs each. First answer in ms; on a busy machine the CPU tells more.`,
);
console.log('function   program kB  cache kB    median     least      most       CPU  no cache       CPU');
for (const name of ['api', 'publisher', 'projector']) {
  const [cached, uncached] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    cached.push(await measure(name, BUNDLES, 'used'));
    uncached.push(await measure(name, plain, 'none'));
  }
  const took = cached.map((each) => each.took);
  const cpu = (measured) => median(measured.map(({ cpuMs }) => cpuMs));
  const times = [median(took), Math.min(...took), Math.max(...took), cpu(cached)];
  const without = [median(uncached.map((each) => each.took)), cpu(uncached)];
  const figures = [kilobytes(name, 'program.js'), kilobytes(name, 'program.cache'), ...times, ...without];
  console.log(name.padEnd(11), figures.map((figure) => figure.toFixed(0).padStart(9)).join(' '));
}
rmSync(plain, { recursive: true });
await fixture.stop();
