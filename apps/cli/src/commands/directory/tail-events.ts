import { setTimeout as delay } from 'node:timers/promises';
import type { RollbookClient, Schemas } from '#libs/client';

type Event = Schemas['EventDto'];

const EVENTS = '/v1/accounts/{accountId}/events';
const FIRST = 25;
const POLL_MS = 500;

export async function* tailEvents(
  client: RollbookClient,
  path: { accountId: string },
  follow: boolean,
): AsyncGenerator<Event> {
  const first = await client.get(EVENTS, { path, query: { limit: FIRST } });
  const shown = first.data.toReversed();
  yield* shown;
  if (!follow) return;
  const seen = new Map(shown.map(({ id, at }) => [id, at]));
  let from = first.resumeFrom ?? '';
  const next = async () => {
    const read = await readFrom(client, path, from);
    from = read.resumeFrom;
    const fresh = read.events.filter(({ id }) => !seen.has(id));
    for (const { id, at } of fresh) seen.set(id, at);
    // Older events are not returned again.
    for (const [id, at] of seen) if (at < from) seen.delete(id);
    return fresh;
  };
  const start = shown[0]?.at ?? '';
  yield* (await next()).filter(({ at }) => at >= start);
  for (;;) {
    await delay(POLL_MS);
    yield* await next();
  }
}

async function readFrom(
  client: RollbookClient,
  path: { accountId: string },
  from: string,
): Promise<{ events: Event[]; resumeFrom: string }> {
  const events: Event[] = [];
  let resumeFrom: string | null = null;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { from, order: 'asc' as const, limit: 100, ...(cursor && { cursor }) };
    const page: Schemas['AuditLogDto'] = await client.get(EVENTS, { path, query });
    events.push(...page.data);
    resumeFrom ??= page.resumeFrom;
    cursor = page.nextCursor;
  }
  return { events, resumeFrom: resumeFrom ?? from };
}
