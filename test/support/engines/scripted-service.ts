import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedAnswer = (response: ServerResponse) => unknown;

/** An AWS service that follows a script, one request after the other, and answers all others with nothing. */
export class ScriptedService {
  readonly #server: Server = createServer((request, response) => {
    request.resume().on('end', () => this.answers.shift()?.(response));
  });
  answers: ScriptedAnswer[] = [];
  connections = 0;

  async start(): Promise<string> {
    // Otherwise each answer would say how long the connection is kept, which AWS does not.
    this.#server.keepAliveTimeout = 0;
    this.#server.on('connection', () => (this.connections += 1));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const whole =
  (body: string): ScriptedAnswer =>
  (response) =>
    response.end(body);

/** Pieces may end within a character. */
export const inPieces =
  (body: string): ScriptedAnswer =>
  async (response) => {
    const bytes = Buffer.from(body);
    for (let from = 0; from < bytes.length; from += 7) {
      response.write(bytes.subarray(from, from + 7));
      await new Promise(setImmediate);
    }
    response.end();
  };

/** Announces 1,000 bytes; then the connection is closed. */
export const brokenOff: ScriptedAnswer = (response) => {
  response.writeHead(200, { 'content-length': 1_000 });
  response.write('{', () => response.socket?.destroy());
};

/** Announces 1,000 bytes; then nothing more is sent. */
export const stalled: ScriptedAnswer = (response) => {
  response.writeHead(200, { 'content-length': 1_000 });
  response.write('{');
};
