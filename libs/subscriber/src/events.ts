import type { Envelope, EventType, RollbookEvent } from '@rollbook/events';

/** Of any type, those of later versions included. */
export type AnyEvent = Envelope & { type: string; data: Record<string, unknown> };

/** As the bus, a queue or a webhook brings it: without `data` if it was too large for that. */
export type DeliveredEvent = Envelope & { type: string; data?: object };

/** Handles an event in the transaction of the user's database: what it writes with `tx` is kept together with how far the subscription is. */
export type Handler<Tx, Event = AnyEvent> = (tx: Tx, event: Event) => void | Promise<void>;

/** One function for each type of event that matters. */
export type Handlers<Tx> = { readonly [Type in EventType]?: Handler<Tx, RollbookEvent<Type>> };
