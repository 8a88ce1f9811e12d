import { setTimeout as delay } from 'node:timers/promises';
import type { RollbookClient, Schemas } from '#libs/client';

type Event = Schemas['EventDto'];

const EVENTS = '/v1/accounts/{accountId}/events';
const FIRST = 25;
const POLL_MS = 500;
/** What is read again each time: the log is an index, which lags, and the processes that write have clocks of their own. */
const OVERLAP_MS = 5_000;

/** The newest events of an account, oldest first, and, when it follows, those that come, each once. */
export async function* tailEvents(
  client: RollbookClient,
  path: { accountId: string },
  follow: boolean,
): AsyncGenerator<Event> {
  const { data } = await client.get(EVENTS, { path, query: { limit: FIRST } });
  let newest = '';
  const seen = new Map<string, string>();
  const isNew = ({ id, at }: Event) => {
    if (at > newest) newest = at;
    return !seen.has(id) && seen.set(id, at);
  };
  for (const event of data.toReversed()) if (isNew(event)) yield event;
  while (follow) {
    await delay(POLL_MS);
    const from = startOf(newest);
    for (const [id, at] of seen) if (at < from) seen.delete(id);
    // Page by page, however many share a moment.
    const query = { from, order: 'asc', limit: 100 } as const;
    for await (const event of client.each(EVENTS, { path, query })) if (isNew(event)) yield event;
  }
}

/** An event from a clock that is ahead must not hide what comes after it. */
function startOf(newest: string): string {
  const until = Math.min(newest === '' ? 0 : Date.parse(newest), Date.now());
  return new Date(Math.max(0, until - OVERLAP_MS)).toISOString();
}
