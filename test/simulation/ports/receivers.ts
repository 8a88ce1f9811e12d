import type { postTo } from '#libs/outbound-requests';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Random } from '../scheduler/random.js';
import type { Scheduler } from '../scheduler/scheduler.js';
import type { Network } from './network.js';

/** How a receiver answers for a while. */
export const MOODS = ['hangs', 'is late', 'fails', 'is busy', 'is gone'] as const;
export type Mood = (typeof MOODS)[number];

const MOOD_MS = [500, 20_000] as const;
const WELL = 0.5;
const LATE_MS = [2_000, 25_000] as const;
/** In seconds, of `Retry-After`. */
const BUSY_FOR = [1, 30] as const;

/** A request that arrived. */
export interface Received {
  url: string;
  /** The headers' id of the event. */
  id: string;
  body: { id: string; accountid: string; type: string };
  /** Of the world. */
  at: number;
  by: SimulatedProcess;
  /** Answered with a 2xx, whether or not the answer arrived. */
  accepted: boolean;
}

/** The receivers of webhooks, each with its own URL. */
export class Receivers {
  readonly received: Received[] = [];
  isHealed = false;
  readonly #random: Random;
  readonly #moods = new Map<string, { mood: Mood | 'is well'; until: number }>();

  /** @param moods that they may have; without any they are always well */
  constructor(
    private readonly scheduler: Scheduler,
    private readonly moods: readonly Mood[],
  ) {
    this.#random = scheduler.random.of('receivers');
  }

  /** As one process reaches them. */
  post(process: SimulatedProcess, network: Network): typeof postTo {
    return (url, { headers, body, timeoutMs }) => {
      const id = headers['webhook-id'] ?? '';
      return network.call(process, 'receivers', `POST ${id}`, timeoutMs, () =>
        this.#take(url, id, body, process),
      );
    };
  }

  async #take(url: string, id: string, text: string, by: SimulatedProcess) {
    const { scheduler } = this;
    const mood = this.#moodOf(url);
    scheduler.note('receivers', `${mood}: ${id}`);
    const body = JSON.parse(text) as Received['body'];
    if (this.received.some((each) => each.url === url && each.id === id && !each.by.isAlive))
      scheduler.note('receivers', `gets ${id} again, after a kill`);
    const received = { url, id, body, at: scheduler.now, by, accepted: false };
    this.received.push(received);
    if (mood === 'hangs') await new Promise(() => {});
    if (mood === 'is late')
      await new Promise<void>((resolve) =>
        scheduler.after(this.#random.within(LATE_MS), undefined, () => resolve()),
      );
    const status = { fails: 500, 'is busy': 429, 'is gone': 410 }[mood as string] ?? 204;
    received.accepted = status === 204;
    const headers = status === 429 ? { 'retry-after': String(this.#random.within(BUSY_FOR)) } : {};
    return { status, headers, body: '' };
  }

  #moodOf(url: string): Mood | 'is well' {
    if (this.isHealed || this.moods.length === 0) return 'is well';
    const known = this.#moods.get(url);
    if (known && known.until > this.scheduler.now) return known.mood;
    const mood = this.#random.chance(WELL) ? 'is well' : this.#random.pick(this.moods);
    this.#moods.set(url, { mood, until: this.scheduler.now + this.#random.within(MOOD_MS) });
    return mood;
  }
}
