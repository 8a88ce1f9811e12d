// What a process and all it has started take of the machine, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU in hundredths of a second, on every platform Node runs on. */
const MILLISECONDS_OF_A_TICK = 10;

/**
 * CPU and memory of a process tree by what each process is called.
 *
 * @returns {{ cpu: Record<string, number>, memory: Record<string, number> }} milliseconds since each process began, and
 *   megabytes, with what processes share divided among them
 */
export function usageOf(pid) {
  const [cpu, memory] = [{}, {}];
  for (const { pid: each, ticks } of tree(pid)) {
    const name = nameOf(each);
    cpu[name] = (cpu[name] ?? 0) + ticks * MILLISECONDS_OF_A_TICK;
    memory[name] = (memory[name] ?? 0) + megabytesOf(each);
  }
  return { cpu, memory };
}

/** CPU alone: memory takes the kernel a while to add up. In milliseconds. */
export function cpuOf(pid) {
  return tree(pid).reduce((sum, { ticks }) => sum + ticks, 0) * MILLISECONDS_OF_A_TICK;
}

export const sum = (byName) => Object.values(byName).reduce((total, each) => total + each, 0);

function tree(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((each) => each !== undefined);
  const found = all.filter(({ pid }) => pid === root);
  // A parent comes before its children once all generations have been walked.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Source: proc_pid_stat(5). The name may hold spaces and brackets; what follows its last bracket does not. */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** `stream-processor` of `…/programs/stream-processor.js`; the supervisor runs `start.mjs`. */
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
