import { createSocket } from 'node:dgram';

export interface WriteSignal {
  /** Something was written. Never fails and never waits. */
  wrote(): void;
  close(): void;
}

/** The listener reads on after that time anyway. */
const BETWEEN_SIGNALS_MS = 10;

export function writeSignal(port: number): WriteSignal {
  const socket = createSocket('udp4').unref();
  let connected = false;
  // There is no listener, or not yet: nothing can be done about it.
  socket.on('error', () => {});
  socket.connect(port, '127.0.0.1', () => (connected = true));
  let pause: NodeJS.Timeout | undefined;
  let again = false;
  const wrote = () => {
    again = pause !== undefined;
    if (again || !connected) return;
    socket.send('');
    pause = setTimeout(() => {
      pause = undefined;
      if (again) wrote();
    }, BETWEEN_SIGNALS_MS).unref();
  };
  return {
    wrote,
    close() {
      clearTimeout(pause);
      connected = false;
      socket.close();
    },
  };
}
