import { createSocket } from 'node:dgram';

export interface WriteSignal {
  /** Something was written. Never fails and never waits. */
  wrote(): void;
  /** Subscribes for some seconds to notices of feeds that have grown. Never fails and never waits. */
  follow(): void;
  /** A request for an account arrived. Never fails and never waits. */
  requested(accountId: string): void;
  /** A feed now has this part: set by who follows. */
  onFed?: (scope: string, sequence: number) => void;
  close(): void;
}

/** What a follower sends, and what precedes an account that has a request; a writer sends nothing. */
export const [FOLLOWS, ASKS] = ['follows', 'asks '];
/** An account counts as asking for twice as long. */
export const REPEATED_AFTER_MS = 1_000;
const MAX_ACCOUNTS = 1_000;

/** The listener reads on after that time anyway. */
const BETWEEN_SIGNALS_MS = 10;

export function writeSignal(port: number): WriteSignal {
  const socket = createSocket('udp4', (message) => {
    const [scope = '', sequence] = message.toString().split(' ');
    signal.onFed?.(scope, Number(sequence));
  }).unref();
  let connected = false;
  // There is no listener, or not yet: nothing can be done about it.
  socket.on('error', () => {});
  socket.connect(port, '127.0.0.1', () => (connected = true));
  let pause: NodeJS.Timeout | undefined;
  let again = false;
  const sentAt = new Map<string, number>();
  const wrote = () => {
    again = pause !== undefined;
    if (again || !connected) return;
    socket.send('');
    pause = setTimeout(() => {
      pause = undefined;
      if (again) wrote();
    }, BETWEEN_SIGNALS_MS).unref();
  };
  const signal: WriteSignal = {
    wrote,
    requested(accountId) {
      const now = performance.now();
      if (!connected || now - (sentAt.get(accountId) ?? -Infinity) < REPEATED_AFTER_MS) return;
      if (sentAt.size >= MAX_ACCOUNTS) sentAt.clear();
      sentAt.set(accountId, now);
      socket.send(`${ASKS}${accountId}`);
    },
    follow() {
      if (connected) socket.send(FOLLOWS);
    },
    close() {
      clearTimeout(pause);
      connected = false;
      socket.close();
    },
  };
  return signal;
}
