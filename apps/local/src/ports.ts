import { createServer } from 'node:net';
import { ConfigurationError } from './settings/configuration.js';

/** @throws ConfigurationError that names the variable to set */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      reject(
        new ConfigurationError(
          `Port ${port} ${reason}: stop the program that uses it, or set another ${variable}.`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}
