import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { ASKS, FOLLOWS, REPEATED_AFTER_MS } from './signal.js';

export interface WriteListener {
  /** Tells those who follow, on this machine, that a feed now has a part. Never fails and never waits. */
  tellFed: (scope: string, sequence: number) => void;
  /** Whether an API of this machine has just had a request for another account. */
  othersAsk: (accountId: string) => boolean;
  close(): void;
}

/** Those who wait for a feed say so every second. */
const FOLLOWS_MS = 10_000;

/** @throws Error if the port is taken */
export async function listenForWrites(port: number, onWrite: () => void): Promise<WriteListener> {
  /** By port: when each was heard of last, as `performance.now` has it. */
  const followers = new Map<number, number>();
  /** By account: when its last request came. */
  const asking = new Map<string, number>();
  const socket = createSocket('udp4', (message, from) => {
    const text = message.toString();
    if (text === FOLLOWS) followers.set(from.port, performance.now());
    else if (text.startsWith(ASKS)) asking.set(text.slice(ASKS.length), performance.now());
    else onWrite();
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('error', () => {});
  return {
    tellFed(scope, sequence) {
      for (const [follower, heardAt] of followers)
        if (performance.now() - heardAt > FOLLOWS_MS) followers.delete(follower);
        else socket.send(`${scope} ${sequence}`, follower, '127.0.0.1', () => {});
    },
    othersAsk(accountId) {
      let others = false;
      for (const [each, lastRequestAt] of asking)
        if (performance.now() - lastRequestAt > 2 * REPEATED_AFTER_MS) asking.delete(each);
        else others ||= each !== accountId;
      return others;
    },
    close() {
      followers.clear();
      socket.close();
    },
  };
}
