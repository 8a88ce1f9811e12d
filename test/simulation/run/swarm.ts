import type { NetworkFaults } from '../ports/network.js';
import { MOODS, type Mood } from '../ports/receivers.js';
import type { WebhooksSettings } from '../processes/webhooks.js';
import type { Random } from '../scheduler/random.js';
import type { WeakSettings } from '../../support/weak-table/settings.js';

/** What one seed has: which processes, which faults, and how many of them. Each is absent in about half of the seeds. */
export interface Swarm {
  apis: number;
  processors: number;
  clients: number;
  accounts: number;
  /** Of each account. */
  guards: number;
  /** Of one subscription. */
  subscribers: number;
  subscribes: { toAll: boolean; from: 'beginning' | 'snapshot'; isDelivered: boolean };
  /** Processes that deliver webhooks, and what their receivers do. */
  webhooks: number;
  delivers: WebhooksSettings;
  receivers: readonly Mood[];
  network: NetworkFaults;
  weak: WeakSettings;
  /** The share of events that the bus refuses. */
  refusedEvents: number;
  mailers: number;
  /** By what share clocks may run fast or slow. */
  drift: number;
  /** From one fault to the next; the kinds that happen. */
  faultEveryMs: readonly [number, number];
  faults: readonly Fault[];
  /** From one command of a client to the next. */
  pauseMs: readonly [number, number];
}

export const FAULTS = ['kill', 'freeze', 'jump', 'cut', 'outage'] as const;
export type Fault = (typeof FAULTS)[number];

export function drawSwarm(random: Random, seed: number): Swarm {
  const either = <T>(none: T, ...some: T[]): T => (random.chance(0.5) ? none : random.pick(some));
  return {
    apis: 1 + random.below(3),
    processors: 1 + random.below(2),
    clients: 1 + random.below(4),
    accounts: 1 + random.below(2),
    guards: random.below(3),
    network: {
      latencyMs: random.pick([
        [1, 2],
        [1, 10],
        [2, 60],
      ] as const),
      lostRequests: either(0, 0.005, 0.04),
      lostAnswers: either(0, 0.005, 0.06),
    },
    weak: {
      seed,
      heldMs: random.pick([
        [1, 3],
        [5, 20],
        [10, 60],
      ] as const),
      indexMs: either([0, 0], [0, 300], [500, 2_000]),
      stale: either(0, 0.3),
      unprocessed: either(0, 0.2),
      writeUnits: either(0, 15),
      readUnits: 0,
      pageBytes: either(2 ** 20, 4_000),
      shardRecords: either(Number.MAX_SAFE_INTEGER, 250, 700),
      iteratorMs: either(15 * 60_000, 20_000),
    },
    refusedEvents: either(0, 0.05),
    faultEveryMs: random.pick([
      [300, 1_500],
      [1_000, 6_000],
    ] as const),
    faults: FAULTS.filter(() => random.chance(0.5)),
    pauseMs: random.pick([
      [1, 20],
      [20, 300],
      [200, 1_500],
    ] as const),
    subscribers: random.below(4),
    subscribes: {
      toAll: random.chance(0.5),
      from: random.pick(['beginning', 'beginning', 'snapshot']),
      isDelivered: random.chance(0.5),
    },
    webhooks: random.below(3),
    delivers: {
      // Given up after some seconds, or never.
      retryDelaysMs: random.pick([[500, 5_000], Array.from({ length: 200 }, () => 20_000)]),
      disableAfterMs: either(5 * 24 * 60 * 60_000, 30_000),
    },
    receivers: MOODS.filter(() => random.chance(0.4)),
    drift: either(0, 0.001, 0.02),
    mailers: random.below(3),
  };
}
