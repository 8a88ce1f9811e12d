import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { engineCall, type EngineAnswer } from './engine-call.js';
import type { Item } from './items.js';
import type { WeakClock, WeakSettings } from './settings.js';
import { weakCalls, type WeakCalls } from './weak-calls.js';

const REAL_CLOCK: WeakClock = {
  elapsed: () => performance.now(),
  sleep: (milliseconds) => delay(milliseconds),
};

/** An operation known only to tests: see `indexesSettled`. */
export const SETTLE = 'WeakTable.Settle';

export interface WeakTable {
  readonly endpoint: string;
  close(): Promise<void>;
}

/**
 * A proxy in front of an engine that is as weak as AWS documents DynamoDB to be, where the engine is stronger. All calls for
 * one table have to go through the same proxy.
 */
export async function startWeakTable(engine: string, settings: WeakSettings): Promise<WeakTable> {
  const { call, close } = engineCall(engine);
  const weak = weakCalls(call, settings, REAL_CLOCK);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answerTo(weak, request).then(
      (answer) => send(response, answer),
      // The engine is down, and so is the table.
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await weak.stop();
      await close();
    },
  };
}

async function answerTo(weak: WeakCalls, request: IncomingMessage): Promise<EngineAnswer> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  // Health checks have no operation.
  const target = request.headers['x-amz-target'];
  if (target === undefined) return { status: 200, body: {} };
  const [service = '', operation = ''] = String(target).split('.');
  if (target === SETTLE) {
    await weak.settle();
    return { status: 200, body: {} };
  }
  const input = JSON.parse(text === '' ? '{}' : text) as Item;
  return weak.call(service.startsWith('DynamoDBStreams') ? `Streams.${operation}` : operation, input);
}

function send(response: ServerResponse, { status, body }: EngineAnswer): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}
