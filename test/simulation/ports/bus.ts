import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { classicEventBus, type EventBusPort } from '#libs/event-publishing';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Random } from '../scheduler/random.js';
import type { Network } from './network.js';

/** As the client of `libs/aws-clients` has it. */
const ANSWER_MS = 10_000;

interface Entry {
  Detail: string;
}

export interface PublishedEvent {
  id: string;
  subject: string;
  /** The version of its subject. */
  version: number;
}

/** The event bus, in front of one subscriber who sees what it accepts, and in which order. */
export class Bus {
  readonly published: PublishedEvent[] = [];
  isHealed = false;

  /**
   * @param refused the share of entries that fail while others of the request do not
   * @param forgotten the share that are accepted and never seen, where that is planted
   */
  constructor(
    private readonly random: Random,
    private readonly refused: number,
    private readonly forgotten: number,
  ) {}

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
        if (!this.isHealed && this.random.chance(this.refused)) return { ErrorCode: 'InternalFailure' };
        const { id, subject } = JSON.parse(Detail) as { id: string; subject: string };
        if (this.random.chance(this.forgotten)) return { EventId: id };
        this.published.push({ id, subject, version: Number(id.slice(id.lastIndexOf('.') + 1)) });
        return { EventId: id };
      }),
    };
  }
}
