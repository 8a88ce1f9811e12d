// What a process and all it has started take of the machine, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Linux counts CPU in hundredths of a second, on every platform Node runs on. */
const MILLISECONDS_OF_A_TICK = 10;
const WINDOW_MS = 500;
/** So many windows without work, one after the other, and what was caused has settled. */
const QUIET_WINDOWS = 4;
const QUIET_MS_OF_A_WINDOW = 20;
const LONGEST_SETTLING_MS = 180_000;

/**
 * CPU and memory of process trees by what each process is called.
 *
 * @returns {{ cpu: Record<string, number>, memory: Record<string, number> }} milliseconds since each process began, and
 *   megabytes, with what processes share divided among them
 */
export function usageOf(roots) {
  const [cpu, memory] = [{}, {}];
  for (const { pid: each, ticks } of tree(roots)) {
    const name = nameOf(each);
    cpu[name] = (cpu[name] ?? 0) + ticks * MILLISECONDS_OF_A_TICK;
    memory[name] = (memory[name] ?? 0) + megabytesOf(each);
  }
  return { cpu, memory };
}

/** CPU alone: memory takes the kernel a while to add up. In milliseconds. */
export function cpuOf(roots) {
  return tree(roots).reduce((sum, { ticks }) => sum + ticks, 0) * MILLISECONDS_OF_A_TICK;
}

export const sum = (byName) => Object.values(byName).reduce((total, each) => total + each, 0);

/** Waits until what was caused is done: nobody works any more. */
export async function settled(roots) {
  const deadline = performance.now() + LONGEST_SETTLING_MS;
  let [quiet, before] = [0, cpuOf(roots)];
  while (quiet < QUIET_WINDOWS) {
    if (performance.now() > deadline)
      throw new Error(`It has not settled in ${LONGEST_SETTLING_MS / 1000} s.`);
    await delay(WINDOW_MS);
    const now = cpuOf(roots);
    quiet = now - before <= QUIET_MS_OF_A_WINDOW ? quiet + 1 : 0;
    before = now;
  }
}

/** @returns milliseconds of CPU a second, by process */
export async function idle(roots, milliseconds) {
  const [before, startedAt] = [usageOf(roots).cpu, performance.now()];
  await delay(milliseconds);
  const [after, seconds] = [usageOf(roots).cpu, (performance.now() - startedAt) / 1000];
  return Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / seconds]),
  );
}

function tree(roots) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((each) => each !== undefined);
  const found = all.filter(({ pid }) => roots.includes(pid));
  // A parent comes before its children once all generations have been walked.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/**
 * Its own ticks, and those of its children that have ended. Source: proc_pid_stat(5). The name may hold spaces and brackets; what
 * follows its last bracket does not.
 */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((total, each) => total + Number(each), 0);
  return { pid, parent: Number(fields[1]), ticks };
}

/** `stream-processor` of `…/programs/stream-processor.js`; `local` is the supervisor. */
function nameOf(pid) {
  const words = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
  const file = words.find((word) => /\.m?js$/.test(word));
  if (words.includes('--eval')) return 'guard of the engine';
  return (file ?? words[0] ?? '').replace(/^.*\//, '').replace(/\.m?js$/, '') || 'ended';
}

function megabytesOf(pid) {
  const found = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '');
  return Number(found?.[1] ?? 0) / 1024;
}

/** Undefined for a process that has ended meanwhile. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
