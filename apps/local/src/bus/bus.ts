import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openJournal } from './journal.js';
import { serveLiveStream } from './live-stream.js';
import { putEvents } from './put-events.js';
import { answerOperation, sendJson, type Operation } from './wire.js';

export interface BusOptions {
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: number;
  /** The bus keeps its files in `<dataDir>/bus`. */
  dataDir: string;
}

export interface Bus {
  /** `http://127.0.0.1:<port>`: the endpoint for EventBridge clients, and with `/events` the live stream. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the local event bus: EventBridge's wire protocol for the unchanged SDK client, and a live stream of what it
 * accepted. What it acknowledged is in its file and survives a restart.
 *
 * @throws when the port is taken (`EADDRINUSE`)
 */
export async function startBus({ port, dataDir }: BusOptions): Promise<Bus> {
  const journal = await openJournal(join(dataDir, 'bus', 'events.jsonl'));
  const operations: Record<string, Operation> = {
    PutEvents: putEvents(journal, () => true),
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bus').pathname;
    if (request.method === 'POST' && path === '/') void answerOperation(request, response, operations);
    else if (request.method === 'GET' && path === '/events') void serveLiveStream(request, response, journal);
    else if (request.method === 'GET' && path === '/')
      sendJson(response, 200, { status: 'healthy', events: journal.lastSeq });
    else sendJson(response, 404, { message: 'The bus answers POST / (EventBridge), GET / and GET /events.' });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    await journal.close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await journal.close();
    },
  };
}
