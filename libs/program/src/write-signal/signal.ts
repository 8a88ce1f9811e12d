import { createSocket } from 'node:dgram';

export interface WriteSignal {
  /** Something was written. Never fails and never waits. */
  wrote(): void;
  /** To be told for some seconds which feeds have grown, by who appends to them. Never fails and never waits. */
  follow(): void;
  /** Somebody asks for something of an account. Never fails and never waits. */
  asked(accountId: string): void;
  /** A feed now has this part: set by who follows. */
  onFed?: (scope: string, sequence: number) => void;
  close(): void;
}

/** What a follower sends, and what precedes an account that has a request; a writer sends nothing. */
export const [FOLLOWS, ASKS] = ['follows', 'asks '];
/** An account counts as asking for twice as long. */
export const ASKED_AGAIN_MS = 1_000;
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
  const toldAt = new Map<string, number>();
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
    asked(accountId) {
      const now = performance.now();
      if (!connected || now - (toldAt.get(accountId) ?? -Infinity) < ASKED_AGAIN_MS) return;
      if (toldAt.size >= MAX_ACCOUNTS) toldAt.clear();
      toldAt.set(accountId, now);
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
