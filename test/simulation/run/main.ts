// `node test/simulation/simulate.mjs FIRST [COUNT] [trace | outcomes | histories | shorter | planted]`: runs seeds, and prints what was wrong. A count of `3600s`:
// as many as an hour has room for. `planted`: which seed finds each planted fault first.
import { readFileSync } from 'node:fs';
import { PLANTED } from '../planted/faults.js';
import { operationsOf } from '../checks/operations.js';
import { COMMANDS, simulate, type Run } from './simulate.js';
import { shortened } from './shorten.js';

const SHORTENED_WITHIN_MS = 60_000;
const say = (text: string) => process.stdout.write(`${text}\n`);
const secondsSince = (before: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const [first = '1', count = '1', show, of = ''] = process.argv.slice(2);
const began = process.cpuUsage();
const startedAt = performance.now();
let [ran, failed] = [0, 0];
if (show === 'planted') await findPlanted();
else await runAll();

/** `3600s`: as many as there is time for. */
function hasMore(): boolean {
  if (!count.endsWith('s')) return ran < Number(count);
  return performance.now() - startedAt < Number(count.slice(0, -1)) * 1_000;
}

async function runAll(): Promise<void> {
  for (; hasMore(); ran += 1) {
    const seed = Number(first) + ran;
    const before = process.cpuUsage();
    let run = await simulate(seed);
    report(run, secondsSince(before));
    if (run.complaints.length > 0) {
      failed += 1;
      if (show === 'shorter') {
        const found = await shortened(seed, COMMANDS, run, SHORTENED_WITHIN_MS);
        ({ run } = found);
        say(`The same with ${COMMANDS - found.without.size} of ${COMMANDS} commands:`);
        report(run, secondsSince(before));
        say(run.world.scheduler.trace.lines.join('\n'));
      }
    }
    if (show === 'outcomes') say(JSON.stringify(Object.fromEntries(run.record.outcomes), undefined, 1));
    if (show === 'histories') for (const each of operationsOf(run)) say(JSON.stringify(each));
    if (show === 'trace') say(run.world.scheduler.trace.lines.join('\n'));
  }
  say(`${secondsSince(began).toFixed(1)} s of processor time, ${failed} of ${ran} runs with complaints`);
  process.exitCode = failed > 0 ? 1 : 0;
}

async function findPlanted(): Promise<void> {
  const found: Record<string, number | undefined> = {};
  const file = new URL('../planted/found.json', import.meta.url);
  const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  for (const [name, planted] of Object.entries(PLANTED).filter(([each]) => each.includes(of))) {
    const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index);
    // The one that found it before is the likeliest.
    for (const seed of [...(known[name] ? [known[name]] : []), ...seeds]) {
      if (found[name]) break;
      const [complaint] = (await simulate(seed, { planted })).complaints;
      if (complaint === undefined) continue;
      found[name] = seed;
      process.stderr.write(`${name}: ${complaint.slice(0, 200)}\n`);
    }
    found[name] ??= 0;
  }
  say(JSON.stringify(found, undefined, 2));
}

function report({ seed, hash, complaints, world, record, virtualMs }: Run, seconds: number): void {
  const { steps } = world.scheduler;
  const virtual = `${Math.round(virtualMs / 1000)} virtual s`;
  say(
    `${seed} ${hash} ${steps} steps, ${record.acknowledged.length} commands done, ${virtual}, ${seconds.toFixed(2)} s`,
  );
  for (const complaint of [...new Set(complaints)].slice(0, 8)) say(`  ${complaint.slice(0, 700)}`);
}
