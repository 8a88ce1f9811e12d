import type { SimulatedProcess } from '../scheduler/process.js';
import type { Scheduler } from '../scheduler/scheduler.js';

/** How bad the network is; drawn for each seed. */
export interface NetworkFaults {
  /** One way, in milliseconds. */
  latencyMs: readonly [number, number];
  /** The share of requests that never arrive, and of answers that never come back. */
  lostRequests: number;
  lostAnswers: number;
}

export class NetworkError extends Error {
  override readonly name = 'TimeoutError';
}

/** What a request comes to. */
type Fate = 'answered' | 'request lost' | 'answer lost';

/**
 * Carries calls from processes to what is outside of them. A request arrives whether or not its sender lives to see the answer; an answer is for the
 * sender only.
 */
export class Network {
  /** Links that are cut: `sender receiver`. */
  readonly cut = new Set<string>();
  isHealed = false;

  constructor(
    private readonly world: Scheduler,
    private readonly faults: NetworkFaults,
  ) {}

  /** @param timeoutMs after which the sender gives up, without knowing whether the request arrived */
  call<T>(
    from: SimulatedProcess,
    to: string,
    what: string,
    timeoutMs: number,
    act: () => Promise<T>,
  ): Promise<T> {
    const { world } = this;
    const random = world.random.of(`network of ${from.name}`);
    const [there, back] = [random.within(this.faults.latencyMs), random.within(this.faults.latencyMs)];
    const fate = this.#fate(random.fraction(), `${from.name} ${to}`);
    return new Promise((resolve, reject) => {
      const end = (how: string, settle: () => void) => {
        stopWaiting();
        world.note(from.name, `${to} ${what}: ${how}`);
        settle();
      };
      const stopWaiting = from.later(timeoutMs, () =>
        end(fate === 'answered' ? 'no answer' : fate, () =>
          reject(new NetworkError(`No answer from ${to}.`)),
        ),
      );
      if (fate === 'request lost') return;
      world.after(there, undefined, () => {
        const answer = (how: string, settle: () => void) => {
          if (fate === 'answered') world.after(back, from, () => end(how, settle));
        };
        act().then(
          (value) => answer('ok', () => resolve(value)),
          (error: Error) => answer(error.name, () => reject(error)),
        );
      });
    });
  }

  #fate(drawn: number, link: string): Fate {
    if (this.cut.has(link)) return 'request lost';
    if (this.isHealed) return 'answered';
    if (drawn < this.faults.lostRequests) return 'request lost';
    return drawn < this.faults.lostRequests + this.faults.lostAnswers ? 'answer lost' : 'answered';
  }
}
