import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCheckpoint, type WitnessLogs } from '#libs/transparency-log';
import type { WitnessState } from './state.js';

export interface WitnessServerOptions {
  port: number;
  host: string;
  witness: WitnessLogs;
  state: WitnessState;
  health: () => { isHealthy: boolean };
  say: (line: string) => void;
}

/** 63 hashes, and a checkpoint with as many signatures as a note may have, some of them post-quantum. */
const MAX_BODY_BYTES = 131_072;
const REQUEST_MS = 10_000;
const TEXT = 'text/plain; charset=utf-8';
const SIZE = 'text/x.tlog.size';
const CHECKPOINT = /^\/([0-9a-f]{64})\/checkpoint$/;

/** Answers as C2SP's tlog-witness says. What it takes is signed by a log that it knows, so that it may be reached by everybody. */
export async function startWitnessServer(options: WitnessServerOptions) {
  const { port, host, say } = options;
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      answer(options, request, response).catch((error: unknown) => {
        say(`A request could not be answered: ${String(error)}`);
        if (response.headersSent) response.destroy();
        else send(response, 500, 'The checkpoint could not be stored.\n');
      });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  { witness, state, health }: WitnessServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return send(response, 405, 'POST\n');
    const body = await bodyOf(request);
    if (body === 'too large') return send(response.setHeader('connection', 'close'), 413, 'Too large\n');
    if (body === 'not text') return send(response, 400, 'Not UTF-8\n');
    const { status, text } = addCheckpoint(body.text, witness);
    return send(response, status, text, status === 409 ? SIZE : TEXT);
  }
  if (request.method !== 'GET') return send(response, 405, 'GET\n');
  if (path === '/health') {
    const { isHealthy, ...rest } = health();
    return send(response, isHealthy ? 200 : 503, `${JSON.stringify(rest)}\n`, 'application/json');
  }
  const hash = CHECKPOINT.exec(path)?.[1];
  const log = witness.logs.find(({ name }) => createHash('sha256').update(name).digest('hex') === hash);
  const cosigned = log && state.cosigned(log.name);
  if (cosigned) send(response, 200, cosigned.note);
  else send(response, 404, 'Not found\n');
}

async function bodyOf(request: IncomingMessage): Promise<{ text: string } | 'too large' | 'not text'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return 'too large';
    chunks.push(chunk);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return 'not text';
  }
}

function send(response: ServerResponse, status: number, text: string, type = TEXT): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
