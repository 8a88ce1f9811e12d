import type { Schemas } from '@rollbook/client';

/** An event of the feed, or a line of a snapshot, which has no sequence. */
export type RollbookEvent = Omit<Schemas['PublishedEventDto'], 'sequence' | 'data'> & {
  sequence?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what it has differs by type
  data: any;
};

/** As the bus, a queue or a webhook brings it: without `data` if it was too large for that. */
export type DeliveredEvent = Omit<Schemas['PublishedEventDto'], 'data'> & { data?: object };

/** Handles an event in the transaction of the user's database: what it writes with `tx` is kept together with how far the subscription is. */
export type Handler<Tx> = (tx: Tx, event: RollbookEvent) => void | Promise<void>;

/** One function for each type of event that matters. */
export type Handlers<Tx> = Readonly<Record<string, Handler<Tx>>>;
