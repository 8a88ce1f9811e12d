// `node … main.ts FIRST COUNT`: runs seeds, and prints what was wrong.
import { simulate } from './simulate.js';

const [first = '1', count = '1', show] = process.argv.slice(2);
const before = process.cpuUsage();
for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  const began = process.cpuUsage();
  const { hash, complaints, world, record, virtualMs } = await simulate(seed);
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(
    `${seed} ${hash} ${world.scheduler.steps} steps, ${record.acknowledged.length} commands, ${Math.round(virtualMs / 1000)} virtual s, ${((user + system) / 1e6).toFixed(2)} s\n`,
  );
  for (const complaint of [...new Set(complaints)].slice(0, 8))
    process.stdout.write(`  ${complaint.slice(0, 700)}\n`);
  if (show === 'outcomes')
    process.stdout.write(`${JSON.stringify(Object.fromEntries(record.outcomes), undefined, 1)}\n`);
  if (show === 'trace') process.stdout.write(`${world.scheduler.trace.lines.join('\n')}\n`);
}
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${((user + system) / 1e6).toFixed(1)} s of processor time\n`);
