import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startFailure } from '#libs/aws-clients';
import { requireMasterKey, requireTable, type Directory } from '#libs/directory';
import { createApp, openPort } from './app.js';
import { ConfigurationError, readConfiguration, type Configuration } from './configuration.js';
import { DIRECTORY } from './directory/directory.module.js';
import { HealthService } from './health/health.service.js';
import { serveOpenApi } from './openapi/serve-document.js';

const SHUTDOWN_DEADLINE_MS = 10_000;
/** Next to the linked programs: see tools/link.mjs. */
const DASHBOARD = fileURLToPath(new URL('../dashboard', import.meta.url));

// Until there is something to stop in order. A supervisor that ends, in whatever way, closes the channel.
let stop: () => void = () => exit(0);
for (const occasion of ['SIGTERM', 'SIGINT'] as const) process.on(occasion, () => stop());
let isOrphan = false;
process.on('disconnect', () => {
  isOrphan = true;
  stop();
});

function exit(code: number): void {
  if (isOrphan) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

async function main(configuration: Configuration): Promise<void> {
  const app = await createApp(configuration, { documentation: serveOpenApi, dashboard: DASHBOARD });
  stopWhenTold(app);
  hearSupervisor(app.get(HealthService));
  await requireTable(app.get(DynamoDBClient), configuration.table.name);
  await requireMasterKey(app.get<Directory>(DIRECTORY), (line) => process.stderr.write(`${line}\n`));
  const url = await listen(app, configuration);
  process.send?.({ ready: true, url });
}

/** Through Fastify itself: Nest's own `listen` writes a stack trace before the error gets here. */
async function listen(app: NestFastifyApplication, { host, port }: Configuration): Promise<string> {
  try {
    return await openPort(app, port, host);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return fail(`Port ${port} on ${host} is in use: stop the program that uses it, or set another PORT.`);
  }
}

function hearSupervisor(health: HealthService): void {
  process.on('message', (message) => {
    const { missing } = message as { missing?: string[] };
    if (Array.isArray(missing)) health.heardFromSupervisor(missing);
  });
}

function stopWhenTold(app: NestFastifyApplication): void {
  let stopping = false;
  stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => exit(1), SHUTDOWN_DEADLINE_MS).unref();
    app.close().then(
      () => exit(0),
      (error: unknown) => fail(`The API did not stop cleanly: ${String(error)}`),
    );
  };
}

function fail(...lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

let configuration: Configuration | undefined;
try {
  configuration = readConfiguration(process.env);
  await main(configuration);
} catch (error) {
  if (error instanceof ConfigurationError) fail(...error.mistakes);
  const { name: table = '', endpoint } = configuration?.table ?? {};
  fail(startFailure(error, { table, endpoint }));
}
