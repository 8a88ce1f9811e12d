import { createServer } from 'node:net';
import { ConfigurationError } from './configuration.js';

/**
 * Tells before anything is started that a port cannot be had.
 *
 * @throws ConfigurationError that names the variable to set
 */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      reject(
        new ConfigurationError(`Port ${port} ${reason}: set ${variable} to another, or stop what uses it.`),
      );
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}
