import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { EngineAddress } from './programs.js';

const LOCALHOST = '127.0.0.1';

export function addressOf(endpoint: string): EngineAddress {
  const { hostname, port } = new URL(endpoint);
  return { host: hostname, port: Number(port) };
}

/**
 * The engine lets any page of a browser read and write, and asks for no credentials. So where the system has the whole of 127.0.0.0/8
 * (Linux and Windows; not macOS), it is at an address that no page can guess: one of 16 million, beside the port.
 */
export async function freeAddress(mayBeAnyOfThisMachine: boolean): Promise<EngineAddress> {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const port = mayBeAnyOfThisMachine ? await freePort(host) : undefined;
  if (port !== undefined) return { host, port };
  const ofLocalhost = await freePort(LOCALHOST);
  if (ofLocalhost === undefined) throw new Error(`No port of ${LOCALHOST} is free.`);
  return { host: LOCALHOST, port: ofLocalhost };
}

async function freePort(host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
