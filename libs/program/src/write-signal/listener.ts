import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface WriteListener {
  close(): void;
}

/** @throws Error if the port is taken */
export async function listenForWrites(port: number, onWrite: () => void): Promise<WriteListener> {
  const socket = createSocket('udp4', onWrite);
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('error', () => {});
  return { close: () => void socket.close() };
}
