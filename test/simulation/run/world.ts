import { createTableInput } from '@rollbook/single-table/provisioning';
import type { Guard } from '@rollbook/guard';
import { rollbookTable } from '#libs/directory';
import { weakCalls, type WeakCalls } from '../../support/weak-table/weak-calls.js';
import { Bus, type Target } from '../ports/bus.js';
import { Network } from '../ports/network.js';
import { Receivers } from '../ports/receivers.js';
import { SubscribersDatabase } from '../ports/subscribers-database.js';
import { directPort, tablePort, type TablePort } from '../ports/table.js';
import { api, type Api } from '../processes/api.js';
import { TABLE } from '../processes/directory.js';
import { fetchOf, guardOf } from '../processes/guard.js';
import { streamProcessor } from '../processes/stream-processor.js';
import { mailer, type Post } from '../processes/mailer.js';
import { subscriberOf, type Subscription } from '../processes/subscriber.js';
import { webhooks } from '../processes/webhooks.js';
import { BEGINS_AT, type SimulatedProcess } from '../scheduler/process.js';
import { Scheduler } from '../scheduler/scheduler.js';
import { ModelledTables } from '../table/model.js';
import type { Value } from '../table/values.js';
import { withoutEnds, type PlantedFault } from '../planted/faults.js';
import { drawSwarm, type Swarm } from './swarm.js';

/** A process's place: when one is killed, the next starts there. */
interface Place {
  name: string;
  start: (process: SimulatedProcess) => void;
  process: SimulatedProcess | undefined;
  starts: number;
}

/** Everything of one run. */
export class World {
  readonly scheduler: Scheduler;
  readonly swarm: Swarm;
  readonly tables: ModelledTables;
  readonly weak: WeakCalls;
  readonly network: Network;
  readonly bus: Bus;
  readonly receivers: Receivers;
  readonly apis = new Map<string, Api>();
  readonly places: Place[] = [];
  /** Guards that are open, by their process's name. */
  readonly guards = new Map<string, { accountId: string; guard: Guard; process: SimulatedProcess }>();
  readonly post: Post = { sent: [], handled: new Set() };
  subscription: Subscription | undefined;
  /** Clients wait until then: an outage that takes a day is not a day of commands. */
  quietUntil = 0;
  /** When each event was committed, by its id, by the world's clock. */
  readonly committedAt = new Map<string, number>();

  constructor(
    readonly seed: number,
    readonly planted: PlantedFault = {},
  ) {
    const scheduler = (this.scheduler = new Scheduler(seed));
    this.swarm = drawSwarm(scheduler.random.of('swarm'), seed);
    this.tables = new ModelledTables(
      () => Math.floor(BEGINS_AT + scheduler.now),
      (_, { key, after }) => {
        const [partition = '', version] = [key['PK']?.S, key['SK']?.S];
        if (after && partition.startsWith('events:'))
          this.#note(`${partition.slice('events:'.length)}.${Number(version?.slice('v:'.length))}`);
      },
    );
    const { table = (call) => call, forgottenEvents = 0 } = planted;
    this.weak = weakCalls(table(this.tables.call, scheduler.random.of('planted')), this.swarm.weak, {
      elapsed: () => scheduler.now,
      sleep: (ms) => new Promise((resolve) => scheduler.after(ms, undefined, () => resolve())),
    });
    this.network = new Network(scheduler, this.swarm.network);
    this.bus = new Bus(scheduler, this.swarm.refusedEvents, forgottenEvents);
    this.receivers = new Receivers(scheduler, this.swarm.receivers);
  }

  async begin(): Promise<void> {
    await this.weak.call(
      'CreateTable',
      createTableInput(rollbookTable, TABLE) as unknown as Record<string, unknown>,
    );
    // As a new table is created: of the shape of this version.
    const shape: Record<string, Value> = {
      shape: { N: '4' },
      readableFrom: { N: '4' },
      updatedAt: { S: new Date(BEGINS_AT).toISOString() },
    };
    const Item = { PK: { S: 'table' }, SK: { S: 'shape' }, entity: { S: 'table-shape' }, ...shape };
    await this.weak.call('PutItem', { TableName: TABLE, Item });
    for (let at = 1; at <= this.swarm.apis; at += 1)
      this.#open(
        `api-${at}`,
        (process) => void this.apis.set(`api-${at}`, api(process, this.portOf(process))),
      );
    for (let at = 1; at <= this.swarm.processors; at += 1)
      this.#open(
        `processor-${at}`,
        (process) => void streamProcessor(process, this.portOf(process), this.bus, this.network),
      );
  }

  openWebhooks(): void {
    const { receivers, network, swarm } = this;
    const target: Target = [];
    if (swarm.webhooks > 0) this.bus.targets.push(target);
    for (let at = 1; at <= swarm.webhooks; at += 1)
      this.#open(`webhooks-${at}`, (process) => {
        const settings = { ...swarm.delivers, receivers, network };
        target.push({ process, take: webhooks(process, this.portOf(process), settings) });
      });
  }

  openMailers(): void {
    const { network, post, swarm } = this;
    const target: Target = [];
    if (swarm.mailers > 0) this.bus.targets.push(target);
    for (let at = 1; at <= swarm.mailers; at += 1)
      this.#open(`mailer-${at}`, (process) => {
        target.push({
          process,
          take: mailer(process, { network, post, pickApi: this.#balancerOf(process) }),
        });
      });
  }

  /** The processes of a subscription. */
  openSubscribers(accountId: string): void {
    const { subscribers, subscribes } = this.swarm;
    const database = new SubscribersDatabase(this.planted.ignoredConflicts);
    // Of all accounts there is no snapshot.
    const subscription: Subscription = subscribes.toAll
      ? { accountId: undefined, from: 'beginning', database }
      : { accountId, from: subscribes.from, database };
    if (subscribers > 0) this.subscription = subscription;
    const target: Target = [];
    if (subscribes.isDelivered) this.bus.targets.push(target);
    for (let at = 1; at <= subscribers; at += 1)
      this.#open(`subscriber-${at}`, (process) => {
        const subscriber = subscriberOf(process, subscription, this.network, this.#fetchOf(process));
        void subscriber.then((opened) => target.push({ process, take: (event) => opened.receive(event) }));
      });
  }

  /** A guard of an account, which asks it now and then; again when its process was killed. */
  openGuard(
    name: string,
    accountId: string,
    ask: (guard: Guard, process: SimulatedProcess) => Promise<void>,
  ): void {
    this.#open(name, (process) => {
      this.guards.delete(name);
      const random = this.scheduler.random.of(`concealed from ${process.name}`);
      const asked = this.#fetchOf(process, (text) =>
        withoutEnds(text, this.planted.concealedEnds ?? 0, random),
      );
      void guardOf(process, accountId, asked).then((guard) => {
        this.guards.set(name, { accountId, guard, process });
        return ask(guard, process);
      });
    });
  }

  #fetchOf(process: SimulatedProcess, changed?: (text: string) => string): typeof fetch {
    return fetchOf(process, this.network, this.#balancerOf(process), changed);
  }

  #balancerOf({ name }: SimulatedProcess): () => Api {
    const random = this.scheduler.random.of(`balancer of ${name}`);
    return () => random.pick([...this.apis.values()]);
  }

  portOf(process: SimulatedProcess): TablePort {
    return tablePort(process, this.network, this.weak.call);
  }

  /** What polls, and would for all of a long outage. */
  followers(): Place[] {
    return this.places.filter(({ name }) => !name.startsWith('api'));
  }

  /** Whether a consumer of the stream has begun. */
  hasLeases(consumer: string): boolean {
    return this.tables.table(TABLE).partition(undefined, { S: `lease:${consumer}` }) !== undefined;
  }

  /** As it is, without a network and without weaknesses: for what checks. */
  strongPort(): TablePort {
    return directPort(this.tables.call);
  }

  #note(eventId: string): void {
    if (!this.committedAt.has(eventId)) this.committedAt.set(eventId, this.scheduler.now);
  }

  #open(name: string, start: Place['start']): void {
    const place: Place = { name, start, process: undefined, starts: 0 };
    this.places.push(place);
    this.start(place);
  }

  start(place: Place): void {
    place.starts += 1;
    const name = place.starts === 1 ? place.name : `${place.name}.${place.starts}`;
    place.process = this.scheduler.start(name, place.start);
    const { drift } = this.swarm;
    if (drift > 0)
      place.process.drift(1 + drift * (2 * this.scheduler.random.of(`clock of ${name}`).fraction() - 1));
  }

  /** No fault happens any more, and everything that is down is up. */
  heal(): void {
    this.scheduler.note('world', 'heals');
    this.network.isHealed = this.bus.isHealed = this.receivers.isHealed = true;
    this.network.cut.clear();
    // A guard is never young again while the clocks of the API and of the stream processor differ by more than three seconds.
    for (const { process } of this.places) process?.setRight();
    for (const place of this.places)
      if (!place.process?.isAlive) {
        this.start(place);
        place.process?.setRight();
      }
  }
}
