import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal, JournalRecord } from './journal.js';

const KEEP_ALIVE_MS = 15_000;

/**
 * `GET /events`: everything the bus accepts, as server-sent events, while the client listens.
 *
 * Query: `after` (a position in the journal; 0 starts at the very first event; by default only new events are sent) and
 * `bus` (one bus only). A client that reconnects sends `Last-Event-ID` and misses nothing. Each message has the position as
 * its id and the event, in EventBridge's envelope, as its data.
 */
export async function serveLiveStream(
  request: IncomingMessage,
  response: ServerResponse,
  journal: Journal,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bus');
  const lastEventId = request.headers['last-event-id'] ?? url.searchParams.get('after');
  const after =
    lastEventId === null || lastEventId === undefined
      ? journal.lastSeq
      : clamp(Number(lastEventId), journal.lastSeq);
  const bus = url.searchParams.get('bus');
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  response.write(': listening\n\n');
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  try {
    for await (const page of journal.follow(after, gone.signal)) {
      const messages = page.filter((record) => !bus || record.bus === bus).map(toMessage);
      if (messages.length > 0 && !response.write(messages.join(''))) await drained(response, gone.signal);
    }
  } catch {
    // The journal is closed because the bus is stopping: the client sees the end of the stream.
  } finally {
    clearInterval(keepAlive);
    response.end();
  }
}

function toMessage(record: JournalRecord): string {
  return `id: ${record.seq}\ndata: ${JSON.stringify(record.event)}\n\n`;
}

function clamp(position: number, last: number): number {
  return Number.isInteger(position) && position >= 0 ? Math.min(position, last) : last;
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
