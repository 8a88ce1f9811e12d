import type { Random } from './random.js';

export interface Due {
  /** Milliseconds of the world. */
  at: number;
  /** In the order of creation: tasks due at one time are in no other order. */
  number: number;
}

/** Tasks by their time; among those whose time has come, the random stream picks one. */
export class DueQueue<Task extends Due> {
  readonly #later: Task[] = [];
  readonly #ready: Task[] = [];

  constructor(private readonly random: Random) {}

  add(task: Task): void {
    const heap = this.#later;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent]!, task)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = task;
  }

  /** When the next task is due; Infinity if there is none. */
  nextAt(now: number): number {
    return this.#ready.length > 0 ? now : (this.#later[0]?.at ?? Infinity);
  }

  /** One of those that are due. */
  take(now: number): Task | undefined {
    while (this.#later[0] && this.#later[0].at <= now) this.#ready.push(this.#pop());
    if (this.#ready.length === 0) return undefined;
    const index = this.#ready.length === 1 ? 0 : this.random.below(this.#ready.length);
    const taken = this.#ready[index]!;
    const last = this.#ready.pop()!;
    if (last !== taken) this.#ready[index] = last;
    return taken;
  }

  #pop(): Task {
    const heap = this.#later;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (isBefore(last, heap[child]!)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number);
}
