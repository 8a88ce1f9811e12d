import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listenOnLoopback, type LoopbackServer } from '#libs/program';
import { busFolder, openState } from './state/bus-state.js';
import { Delivery } from './rules/delivery.js';
import { openJournal } from './events/journal.js';
import { serveLiveStream } from './events/live-stream.js';
import { putEvents } from './events/put-events.js';
import { busOperations } from './buses.js';
import { ruleOperations } from './rules/rules.js';
import { TargetFiles } from './rules/target-files.js';
import { targetOperations } from './rules/targets.js';
import { answerOperation, sendJson, type Operation } from './state/wire.js';

export interface BusOptions {
  port: number;
  /** The bus stores its files in `<dataDir>/bus`, and appends to files below `<dataDir>/targets` only. */
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
  const folder = busFolder(dataDir);
  const state = openState(folder, EVENT_BUSES);
  const journal = await openJournal(join(folder, 'events.jsonl'));
  const files = new TargetFiles(join(dataDir, 'targets'));
  const deadLetterFile = join(folder, 'dead-letters.jsonl');
  const delivery = new Delivery({ state, journal, files, deadLetterFile });
  const changed = () => delivery.refresh();
  const operations: Record<string, Operation> = {
    PutEvents: putEvents(journal, (name) => state.buses.includes(name)),
    ...busOperations(state),
    ...ruleOperations(state, changed),
    ...targetOperations(state, { files, lastSeq: () => journal.lastSeq, changed }),
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://bus').pathname;
    if (request.method === 'POST' && path === '/') void answerOperation(request, response, operations);
    else if (request.method === 'GET' && path === '/events') void serveLiveStream(request, response, journal);
    else if (request.method === 'GET' && path === '/')
      sendJson(response, 200, { status: 'healthy', events: journal.lastSeq });
    else sendJson(response, 404, { message: 'The bus answers POST / (EventBridge), GET / and GET /events.' });
  };
  let server: LoopbackServer;
  try {
    server = await listenOnLoopback({ port }, answer);
  } catch (error) {
    await journal.close();
    throw error;
  }
  delivery.refresh();
  return {
    url: server.url,
    trouble() {
      const error = journal.lastError ?? state.lastError;
      return error && `event bus (${error.message})`;
    },
    async stop() {
      await server.stop();
      await delivery.stop();
      await journal.close();
    },
  };
}
