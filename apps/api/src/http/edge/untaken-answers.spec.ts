import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { textStream } from './text-stream.js';
import { endUntakenAnswers } from './untaken-answers.js';

const WITHIN_MS = 300;
/** More than the system holds for a connection. */
const MANY = 2_000;
const PIECE = 'x'.repeat(16_384);

let server: FastifyInstance;
let made: number;
beforeEach(async () => {
  made = 0;
  server = fastify();
  endUntakenAnswers(server, WITHIN_MS);
  server.get('/stream', (_request, reply) => reply.send(textStream(pieces(MANY))));
  server.get('/whole', (_request, reply) => reply.send(PIECE.repeat(MANY)));
  server.get('/quiet', (_request, reply) => reply.send(textStream(after(3 * WITHIN_MS))));
  await server.listen({ port: 0 });
});
afterEach(() => server.close());

async function* pieces(count: number): AsyncGenerator<string> {
  for (made = 1; made <= count; made += 1) yield await Promise.resolve(PIECE);
}

async function* after(milliseconds: number): AsyncGenerator<string> {
  yield 'begun ';
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  yield 'ended';
}

function ask(path: string): Socket {
  const socket = connect((server.server.address() as AddressInfo).port);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return socket.on('error', () => {});
}

/** The connection as the server has it has ended. */
async function ended(path: string, read: (socket: Socket) => void): Promise<boolean> {
  const closed = new Promise<boolean>((resolve) =>
    server.server.once('connection', (socket: Socket) => socket.once('close', () => resolve(true))),
  );
  const client = ask(path);
  read(client);
  const hasEnded = await closed;
  client.destroy();
  return hasEnded;
}

test.each(['/stream', '/whole'])(
  'an answer of which nothing is taken ends, and no more of it is made: %s',
  async (path) => {
    expect(await ended(path, (client) => client.pause())).toBe(true);
    expect(made).toBeLessThan(MANY);
  },
);

test('a client that takes a little now and then gets all of it', async () => {
  const client = ask('/stream');
  let taken = 0;
  client.on('data', (piece: Buffer) => {
    taken += piece.length;
    client.pause();
    setTimeout(() => client.resume(), 1);
  });
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (taken < MANY * PIECE.length) return;
      clearInterval(look);
      resolve();
    }, 20);
  });
  client.destroy();
});

test('an answer that has nothing to send for longer goes on', async () => {
  const { port } = server.server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/quiet`)).text()).toBe('begun ended');
});
