import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { DeliveredEvent } from '@rollbook/subscriber';
import { classicEventBus, type EventBusPort } from '#libs/event-publishing';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Random } from '../scheduler/random.js';
import type { Scheduler } from '../scheduler/scheduler.js';
import type { Network } from './network.js';

/** As the client of `libs/aws-clients` has it. */
const ANSWER_MS = 10_000;

/** Of the events that it brings: at least once is what it promises. */
const TWICE = 0.05;
/** How long it waits for a target, and then until it tries again. */
const [TAKEN_WITHIN_MS, FIRST_BACKOFF_MS, MAX_BACKOFF_MS] = [5_000, 500, 30_000];
const BROUGHT_AFTER_MS = [1, 1_500] as const;

/** Processes that take what it delivers, any of them each event. */
export type Target = { process: SimulatedProcess; take: (event: DeliveredEvent) => Promise<unknown> }[];

interface Entry {
  Detail: string;
}

export interface PublishedEvent {
  id: string;
  subject: string;
  /** The version of its subject. */
  version: number;
}

/** The event bus: what it accepts, and in which order, and what it delivers. */
export class Bus {
  readonly published: PublishedEvent[] = [];
  readonly targets: Target[] = [];
  readonly #random: Random;
  isHealed = false;

  /**
   * @param refused the share of entries that fail while others of the request do not
   * @param forgotten the share that are accepted and never seen, where that is planted
   */
  constructor(
    private readonly scheduler: Scheduler,
    private readonly refused: number,
    private readonly forgotten: number,
  ) {
    this.#random = scheduler.random.of('bus');
  }

  /** As one process reaches it. */
  port(process: SimulatedProcess, network: Network): EventBusPort {
    const client = {
      send: ({ input }: { input: { Entries: Entry[] } }) =>
        network.call(process, 'bus', `PutEvents ${input.Entries.length}`, ANSWER_MS, () =>
          Promise.resolve(this.#put(input.Entries)),
        ),
    };
    return classicEventBus(client as unknown as EventBridgeClient, 'simulated');
  }

  #put(entries: readonly Entry[]): { Entries: object[] } {
    return {
      Entries: entries.map(({ Detail }) => {
        if (!this.isHealed && this.#random.chance(this.refused)) return { ErrorCode: 'InternalFailure' };
        const event = JSON.parse(Detail) as DeliveredEvent;
        const { id, subject } = event;
        if (this.#random.chance(this.forgotten)) return { EventId: id };
        this.published.push({ id, subject, version: Number(id.slice(id.lastIndexOf('.') + 1)) });
        for (const target of this.targets)
          for (let times = this.#random.chance(TWICE) ? 2 : 1; times > 0; times -= 1)
            this.#bring(event, target);
        return { EventId: id };
      }),
    };
  }

  /** Again, until one of the target's processes has taken it. */
  #bring(event: DeliveredEvent, target: Target, failures = 0): void {
    const { scheduler } = this;
    const backoff = failures && Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
    scheduler.after(backoff + this.#random.within(BROUGHT_AFTER_MS), undefined, () => {
      const receiver = this.#random.pick(target.filter(({ process }) => process.isAlive));
      const again = () => this.#bring(event, target, failures + 1);
      const cancel = scheduler.after(TAKEN_WITHIN_MS, undefined, again);
      if (!receiver) return;
      const { process, take } = receiver;
      const failed = (error: Error) => {
        scheduler.note(process.name, `does not take ${event.id}: ${error.name}`);
        if (cancel()) again();
      };
      scheduler.after(0, process, () => void take(event).then(cancel, failed));
    });
  }
}
