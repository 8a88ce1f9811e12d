import type { RollbookClient, Schemas } from '@rollbook/client';

export type RecordedEvent = Schemas['PublishedEvent'];

export interface WaitOptions {
  /** Which of the events of the type; the first that it holds for. */
  where?: (event: RecordedEvent) => boolean;
  /** 10 s by default. */
  timeoutMs?: number;
}

/** All events of an account from its beginning, in the order of its feed. */
export interface RecordedEvents {
  /** What has come so far. */
  readonly all: readonly RecordedEvent[];
  ofType(type: RecordedEvent['type']): readonly RecordedEvent[];
  /**
   * The first event of a type, also if it has come already.
   * @throws Error that lists what has come instead, if it does not come in time
   */
  waitFor(type: RecordedEvent['type'], options?: WaitOptions): Promise<RecordedEvent>;
}

const TIMEOUT_MS = 10_000;

export function recordEvents(
  client: RollbookClient,
  accountId: string,
): { events: RecordedEvents; stop: () => Promise<void> } {
  const all: RecordedEvent[] = [];
  const stopping = new AbortController();
  const waiting = new Set<() => void>();
  let failure: unknown;
  const follow = async () => {
    for await (const { data } of client.changes({ accountId, signal: stopping.signal })) {
      all.push(...data);
      if (data.length > 0) for (const look of waiting) look();
    }
  };
  const following = follow().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    failure = error;
    for (const look of waiting) look();
  });
  const waitFor = (type: RecordedEvent['type'], { where, timeoutMs = TIMEOUT_MS }: WaitOptions = {}) =>
    new Promise<RecordedEvent>((resolve, reject) => {
      const end = (act: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        act();
      };
      const look = () => {
        const found = all.find((event) => event.type === type && (where?.(event) ?? true));
        if (found) return end(() => resolve(found));
        if (failure !== undefined)
          end(() => reject(new Error('The events cannot be read.', { cause: failure })));
      };
      const timer = setTimeout(() => {
        const came = all.map((event) => `${event.type} ${event.subject}`).join(', ') || 'nothing';
        end(() => reject(new Error(`There was no such ${type} in ${timeoutMs} ms. There was: ${came}.`)));
      }, timeoutMs);
      waiting.add(look);
      look();
    });
  return {
    events: {
      get all() {
        return all;
      },
      ofType: (type) => all.filter((event) => event.type === type),
      waitFor,
    },
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
