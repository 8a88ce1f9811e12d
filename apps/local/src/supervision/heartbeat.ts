import { execFile, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface Heartbeat {
  /** The interval of the health checks of a program; it has as long to answer. */
  intervalMs: number;
  /** After how many questions without an answer a program that is busy all the while is ended. */
  patience: number;
  onChange: (responds: boolean) => void;
  /** It has been ended, because it computed for so long without answering. */
  onStuck: () => void;
}

/** Of the time since it last answered. A program in a debugger, or stopped by hand, uses none; beside many others a loop gets little. */
const BUSY_SHARE = 0.05;

/**
 * Checks regularly whether a program responds. One that does not counts as missing until it does again. It is ended only if its
 * event loop is stuck, that is if it computes all the while: somebody may have stopped it in a debugger.
 */
export function watchHeartbeat(
  child: ChildProcess,
  { intervalMs, patience, onChange, onStuck }: Heartbeat,
): void {
  let [unanswered, isEnded] = [0, false];
  let since = { at: performance.now(), cpuMs: cpuTimeOf(child) };
  child.on('message', (message) => {
    if (!(message as { responds?: boolean }).responds) return;
    unanswered = 0;
    onChange(true);
  });
  const endIfStuck = async () => {
    const [before, now] = await Promise.all([since.cpuMs, cpuTimeOf(child)]);
    if (before === undefined || now === undefined || unanswered <= patience) return;
    if (now - before < BUSY_SHARE * (performance.now() - since.at)) return;
    // It takes a moment to end.
    if (isEnded) return;
    isEnded = child.kill('SIGKILL');
    if (isEnded) onStuck();
  };
  const asking = setInterval(() => {
    if (unanswered > 0) onChange(false);
    else since = { at: performance.now(), cpuMs: cpuTimeOf(child) };
    if (unanswered > patience) void endIfStuck();
    unanswered += 1;
    if (child.connected) child.send({ responds: true }, () => {});
  }, intervalMs).unref();
  child.once('exit', () => clearInterval(asking));
}

/** @returns milliseconds of processor time; undefined where the system does not tell */
async function cpuTimeOf({ pid }: ChildProcess): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') return fromStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    const { stdout } = await promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid)]);
    return fromClock(stdout);
  } catch {
    return undefined;
  }
}

const MS_PER_TICK = 10;

/** User and system time are the fields 14 and 15 (proc_pid_stat(5)); the name before them may contain anything. */
function fromStat(stat: string): number {
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * MS_PER_TICK;
}

/** `[days-][hours:]minutes:seconds`, as ps(1) writes it. */
export function fromClock(text: string): number | undefined {
  const match = /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!match) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((each) => Number(each ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
}
