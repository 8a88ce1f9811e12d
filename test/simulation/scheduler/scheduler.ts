import { DueQueue, type Due } from './queue.js';
import { RandomStreams } from './random.js';
import { SimulatedProcess, within } from './process.js';
import { Trace } from './trace.js';

interface Task extends Due {
  /** Without one it is the world's: it happens whatever becomes of the processes. */
  process: SimulatedProcess | undefined;
  run: (() => void) | undefined;
}

/** Cancels a task. @returns whether it had not run, and was not canceled */
export type Cancel = () => boolean;

/** A run that takes more steps does not come to rest. */
const MAX_STEPS = 3_000_000;

// Captured before a run replaces the globals.
const { setImmediate } = globalThis;

/**
 * Runs processes on virtual time, one step at a time. Each call of a seam is a task with its process and the time at which it is due; the seed
 * picks one that is due, it is settled, and everything that follows from it runs before the next. When nothing is due, time leaps.
 */
export class Scheduler {
  readonly random: RandomStreams;
  readonly trace = new Trace();
  readonly processes = new Set<SimulatedProcess>();
  #now = 0;
  #numbers = 0;
  #steps = 0;
  readonly #queue: DueQueue<Task>;

  constructor(seed: number) {
    this.random = new RandomStreams(seed);
    this.#queue = new DueQueue(this.random.of('order'));
  }

  /** Milliseconds since the world began. */
  get now(): number {
    return this.#now;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Starts a process, whose `main` runs until it is killed or ends. */
  start(name: string, main: (self: SimulatedProcess) => unknown): SimulatedProcess {
    const process = new SimulatedProcess(this, name);
    this.processes.add(process);
    this.note(name, 'starts');
    this.after(0, process, () => void main(process));
    return process;
  }

  note(process: string, what: string): void {
    this.trace.add(Math.round(this.#now), process, what);
  }

  /** Runs something later, in the context of its process; never, once that is killed. */
  after(ms: number, process: SimulatedProcess | undefined, run: () => void): Cancel {
    const task: Task = { at: this.#now + Math.max(0, ms), number: this.#numbers++, process, run };
    this.#queue.add(task);
    return () => {
      const isWaiting = task.run !== undefined;
      task.run = undefined;
      return isWaiting;
    };
  }

  /** Lets the world go on until this holds, or for a time. @returns whether it holds */
  async run(isOver: () => boolean, forMs = Infinity): Promise<boolean> {
    const until = this.#now + forMs;
    while (!isOver()) {
      const at = this.#queue.nextAt(this.#now);
      if (at === Infinity || at > until) {
        this.#now = Number.isFinite(until) ? until : this.#now;
        return isOver();
      }
      this.#now = Math.max(this.#now, at);
      if (this.#step()) await drained();
    }
    return true;
  }

  #step(): boolean {
    const task = this.#queue.take(this.#now);
    if (!task?.run) return false;
    const { process, run } = task;
    if (process && !process.isAlive) return false;
    if (process && process.frozenUntil > this.#now) {
      task.at = process.frozenUntil;
      this.#queue.add(task);
      return false;
    }
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new Error(`The run does not come to rest: ${MAX_STEPS} steps.`);
    task.run = undefined;
    if (process) within(process, run);
    else run();
    return true;
  }
}

/** After all microtasks, and those that follow from them. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
