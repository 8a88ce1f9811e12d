import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startFailure } from '#libs/aws-clients';
import { requireMasterKey, requireTable, type Directory } from '#libs/directory';
import { runProgram, type Running } from '#libs/program';
import { createApp, openPort } from './app.js';
import { ConfigurationError, readConfiguration, type Configuration } from './configuration/configuration.js';
import { serveDashboard } from './dashboard/serve-dashboard.js';
import { DIRECTORY } from './directory/directory.module.js';
import { HealthService } from './health/health.service.js';
import { serveOpenApi } from './openapi/serve-document.js';

const SHUTDOWN_DEADLINE_MS = 10_000;
/** Next to the linked programs: see tools/link.mjs. */
const DASHBOARD = fileURLToPath(new URL('../dashboard', import.meta.url));

async function start(): Promise<Running> {
  configuration = readConfiguration(process.env);
  const app = await createApp(configuration, {
    documentation: serveOpenApi,
    dashboard: (fastify) => serveDashboard(fastify, DASHBOARD),
  });
  hearSupervisor(app.get(HealthService));
  await requireTable(app.get(DynamoDBClient), configuration.table.name);
  await requireMasterKey(app.get<Directory>(DIRECTORY), (line) => process.stderr.write(`${line}\n`));
  const url = await listen(app, configuration);
  return { url, stop: () => app.close() };
}

/** Through Fastify itself: Nest's own `listen` writes a stack trace before the error gets here. */
async function listen(app: NestFastifyApplication, { host, port }: Configuration): Promise<string> {
  try {
    return await openPort(app, port, host);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ConfigurationError([
      `Port ${port} on ${host} is in use: stop the program that uses it, or set another PORT.`,
    ]);
  }
}

function hearSupervisor(health: HealthService): void {
  process.on('message', (message) => {
    const { missing } = message as { missing?: string[] };
    if (Array.isArray(missing)) health.heardFromSupervisor(missing);
  });
}

let configuration: Configuration | undefined;
function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.mistakes.join('\n');
  const { name: table = '', endpoint } = configuration?.table ?? {};
  return startFailure(error, { table, endpoint });
}

await runProgram({ name: 'API', stopWithinMs: SHUTDOWN_DEADLINE_MS, start, explain });
