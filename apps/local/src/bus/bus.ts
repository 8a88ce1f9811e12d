import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Archives } from './events/archives.js';
import { openState } from './bus-state.js';
import { Delivery } from './rules/delivery.js';
import { openJournal } from './events/journal.js';
import { serveLiveStream } from './events/live-stream.js';
import { putEvents } from './events/put-events.js';
import { busOperations } from './buses.js';
import { ruleOperations } from './rules/rules.js';
import { targetOperations } from './rules/targets.js';
import { answerOperation, sendJson, type Operation } from './wire.js';

export interface BusOptions {
  port: number;
  /** The bus stores its files in `<dataDir>/bus`. */
  dataDir: string;
}

export interface Bus {
  /** `http://127.0.0.1:<port>`: the endpoint for EventBridge clients, and with `/events` the live stream. */
  readonly url: string;
  trouble(): string | undefined;
  stop(): Promise<void>;
}

const EVENT_BUSES = ['default', 'rollbook'];

/**
 * Starts the local event bus: EventBridge's wire protocol for the unmodified SDK client, and a live stream of the accepted
 * events. Acknowledged events are in its file and survive a restart.
 * @throws if the port is taken (`EADDRINUSE`)
 */
export async function startBus({ port, dataDir }: BusOptions): Promise<Bus> {
  const folder = join(dataDir, 'bus');
  const state = openState(join(folder, 'state.json'), EVENT_BUSES);
  const journal = await openJournal(join(folder, 'events.jsonl'));
  const delivery = new Delivery({ state, journal, deadLetterFile: join(folder, 'dead-letters.jsonl') });
  const archives = new Archives(state, journal);
  const changed = () => delivery.refresh();
  const operations: Record<string, Operation> = {
    PutEvents: putEvents(journal, (name) => state.buses.includes(name)),
    ...busOperations(state),
    ...ruleOperations(state, changed),
    ...targetOperations(state, () => journal.lastSeq, changed),
    ...archives.operations(),
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
  delivery.refresh();
  archives.resume();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trouble() {
      const error = journal.lastError ?? state.lastError;
      return error && `event bus (${error.message})`;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await delivery.stop();
      await archives.stop();
      await journal.close();
    },
  };
}
