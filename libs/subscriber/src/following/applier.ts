import type { FeedPage } from '@rollbook/client';
import type { DeliveredEvent, Handler, Handlers, AnyEvent } from '../events.js';
import { ConflictError, type Place, type Session, type Store } from '../stores/store.js';
import { add, noCounts, type Counts } from './counts.js';

export interface Functions<Tx> {
  /** By type of event. */
  on: Handlers<Tx>;
  /** For the types that `on` has no function for. */
  otherwise?: Handler<Tx> | undefined;
  /** Removes all that the functions have written. It may be called again before it has done so. */
  reset: (tx: Tx) => void | Promise<void>;
}

/** Runs the user's functions in the user's transactions, each event once and those of a subject in their order. */
export class Applier<Tx> {
  /** A connection has one transaction at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store<Tx>,
    private readonly functions: Functions<Tx>,
    readonly counts: Counts = noCounts(),
  ) {}

  place(): Promise<Place> {
    return this.transact(({ place }) => Promise.resolve(place));
  }

  /** The events of a page that was read after `from`. @throws ConflictError if the subscription is not there any more */
  async takePage(from: Place, { data, nextCursor }: FeedPage): Promise<Place> {
    let place = from;
    const events = data as AnyEvent[];
    const size = this.store.eventsPerTransaction;
    if (events.length === 0 && nextCursor === from.cursor) return from;
    for (let start = 0; start < Math.max(1, events.length); start += size) {
      const some = events.slice(start, start + size);
      const isLast = start + size >= events.length;
      place = await this.transact(async (session, counts) => {
        requirePlace(session.place, from);
        const sequences = await this.runNew(session, some, counts);
        const next = { ...session.place, cursor: nextCursor, revision: session.place.revision + 1 };
        const hasMoved = isLast && nextCursor !== session.place.cursor;
        if (hasMoved || sequences.size > 0)
          await session.save({ sequences, ...(hasMoved && { place: next }) });
        return hasMoved ? next : session.place;
      });
    }
    return place;
  }

  /** One event that was delivered. `gap`: what came before it is missing, or it came without its data; nothing was changed. */
  async takeDelivered(event: DeliveredEvent): Promise<'handled' | 'duplicate' | 'gap'> {
    return this.transact(async (session, counts) => {
      if (session.place.phase !== 'following') return 'gap';
      const last = (await session.sequencesOf([event.subject])).get(event.subject);
      const sequence = Number(event.sequence);
      if (last !== undefined && sequence <= last) {
        counts.duplicates += 1;
        return 'duplicate';
      }
      // What a snapshot has of the subject may be newer than the event.
      const before = last ?? (session.place.unseen === 'nothing' ? 0 : NaN);
      if (sequence !== before + 1 || event.data === undefined) return 'gap';
      await this.run(session.tx, event as AnyEvent, counts);
      await session.save({ sequences: new Map([[event.subject, sequence]]) });
      return 'handled';
    });
  }

  /** Begins again: until `finish`, the copy is incomplete. */
  async begin(phase: 'loading' | 'following', unseen: Place['unseen']): Promise<Place> {
    // Saved before anything is removed, so that another process that finds it half removed knows.
    const begun = await this.move((place) => ({ ...place, phase: 'loading', epoch: place.epoch + 1 }));
    return this.move(
      (place) => {
        requirePlace(place, begun);
        return { ...place, phase, cursor: null, unseen };
      },
      (session) => this.functions.reset(session.tx),
    );
  }

  /** Lines of a snapshot. */
  async takeLines(from: Place, lines: readonly AnyEvent[]): Promise<Place> {
    const size = this.store.eventsPerTransaction;
    let place = from;
    for (let start = 0; start < lines.length; start += size)
      place = await this.transact(async (session, counts) => {
        requirePlace(session.place, place);
        for (const line of lines.slice(start, start + size)) await this.run(session.tx, line, counts);
        // Others see that it goes on.
        const next = { ...session.place, revision: session.place.revision + 1 };
        await session.save({ place: next });
        return next;
      });
    return place;
  }

  /** The snapshot was complete. */
  finish(from: Place, cursor: string): Promise<Place> {
    return this.move((place) => {
      requirePlace(place, from);
      return { ...place, phase: 'following', cursor };
    });
  }

  private async runNew(
    session: Session<Tx>,
    events: readonly AnyEvent[],
    counts: Counts,
  ): Promise<Map<string, number>> {
    const handled = new Map<string, number>();
    if (events.length === 0) return handled;
    const known = await session.sequencesOf(events.map(({ subject }) => subject));
    for (const event of events) {
      const sequence = Number(event.sequence);
      if (sequence <= (handled.get(event.subject) ?? known.get(event.subject) ?? 0)) counts.duplicates += 1;
      else {
        await this.run(session.tx, event, counts);
        handled.set(event.subject, sequence);
      }
    }
    return handled;
  }

  private async run(tx: Tx, event: AnyEvent, counts: Counts): Promise<void> {
    const { on, otherwise } = this.functions;
    const handlers = on as Readonly<Record<string, Handler<Tx> | undefined>>;
    const handler = Object.hasOwn(on, event.type) ? handlers[event.type] : otherwise;
    if (handler) {
      await handler(tx, event);
      counts.handled += 1;
    } else counts.skipped[event.type] = (counts.skipped[event.type] ?? 0) + 1;
  }

  private move(
    to: (place: Place) => Place,
    within?: (session: Session<Tx>) => void | Promise<void>,
  ): Promise<Place> {
    return this.transact(async (session) => {
      const place = { ...to(session.place), revision: session.place.revision + 1 };
      await within?.(session);
      await session.save({ place });
      return place;
    });
  }

  /** One after the other. What was committed is counted. */
  private async transact<T>(work: (session: Session<Tx>, counts: Counts) => Promise<T>): Promise<T> {
    const counts = noCounts();
    const done = this.turn.then(() => this.store.transact((session) => work(session, counts)));
    this.turn = done.catch(() => undefined);
    const result = await done;
    add(this.counts, counts);
    return result;
  }
}

function requirePlace(there: Place, expected: Place): void {
  const isSame =
    there.epoch === expected.epoch && there.phase === expected.phase && there.cursor === expected.cursor;
  if (!isSame) throw new ConflictError('Another process of the subscription has gone on.');
}
