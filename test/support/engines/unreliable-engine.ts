import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { engineEndpoint } from './engine.js';

/** What happens to one call on its way to the engine and back. */
export type Fate =
  | 'pass'
  /** The engine executes the call; its answer is lost with the connection. */
  | 'lose answer'
  /** The connection breaks before the call reaches the engine. */
  | 'lose request'
  /** DynamoDB's own error, without the call reaching the engine. */
  | { error: string; reasons?: { Code: string }[] };

export interface UnreliableEngine {
  readonly endpoint: string;
  /** Decides the fate of each call by its operation (`TransactWriteItems`) and body; null passes everything. */
  decide: ((operation: string, body: string) => Fate) | null;
  /** Removes client request tokens, as if the engine had forgotten them, which it does at a restart. */
  forgetsTokens: boolean;
  close(): Promise<void>;
}

/** A proxy between the SDK and the run's engine that breaks calls as a test demands. */
export async function startUnreliableEngine(): Promise<UnreliableEngine> {
  const server = createServer((request, response) => {
    void (async () => {
      const sent = await textOf(request);
      const body = engine.forgetsTokens ? withoutToken(sent) : sent;
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const fate = engine.decide?.(operation, body) ?? 'pass';
      if (fate === 'lose request') return void request.socket.destroy();
      if (typeof fate === 'object') {
        response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
        const message = 'injected by the test';
        return void response.end(
          JSON.stringify({
            __type: `com.amazonaws.dynamodb.v20120810#${fate.error}`,
            message,
            Message: message,
            ...(fate.reasons ? { CancellationReasons: fate.reasons } : {}),
          }),
        );
      }
      const {
        'x-amz-target': target,
        'content-type': contentType,
        authorization,
        'x-amz-date': date,
      } = request.headers;
      const answer = await fetch(engineEndpoint(), {
        method: 'POST',
        headers: {
          'x-amz-target': String(target),
          'content-type': String(contentType),
          authorization: String(authorization),
          'x-amz-date': String(date),
        },
        body,
      });
      const text = await answer.text();
      if (fate === 'lose answer') return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
    })().catch(() => request.socket.destroy());
  });
  // As DynamoDB, and longer than the client keeps idle connections: otherwise all attempts of a call may meet closed ones.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const engine: UnreliableEngine = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: null,
    forgetsTokens: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return engine;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

function withoutToken(body: string): string {
  const { ClientRequestToken: _, ...input } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(input);
}
