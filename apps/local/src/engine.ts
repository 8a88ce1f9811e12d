import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ensureTable } from '#libs/directory';
import { EngineStartError, startEngine, type Engine } from '#libs/embedded-engine';
import { ConfigurationError } from './configuration.js';
import { pauseBefore } from './parts.js';

export interface RunningEngine {
  endpoint: string;
  stop(): Promise<void>;
}

export async function startEmbeddedEngine(dataFolder: string): Promise<RunningEngine> {
  const options = {
    databaseFile: join(dataFolder, 'engine.db'),
    onNotice: (line: string) => console.error(line),
  };
  const stopping = new AbortController();
  let engine: Engine | undefined = await startEngine(options).catch((error: unknown) => {
    throw error instanceof EngineStartError ? withItsFile(error, options.databaseFile) : error;
  });
  const { endpoint } = engine;
  const keepRunning = async () => {
    for (let failures = 0; !stopping.signal.aborted;) {
      await engine?.exited;
      if (stopping.signal.aborted) return;
      const pause = pauseBefore(failures);
      console.error(`The embedded engine ended unexpectedly and will be restarted in ${pause / 1000} s.`);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        engine = undefined;
        engine = await startEngine({ ...options, endpoint });
        failures = 0;
        if (stopping.signal.aborted) await engine.stop();
      } catch (error) {
        failures += 1;
        console.error(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const running = keepRunning();
  return {
    endpoint,
    async stop() {
      stopping.abort();
      await engine?.stop();
      await running;
    },
  };
}

function withItsFile(error: EngineStartError, databaseFile: string): ConfigurationError {
  return new ConfigurationError(
    `${error.message} Its data is in ${databaseFile}: if the file is damaged, restore it, or set ROLLBOOK_DATA_DIR to another folder.`,
    { cause: error },
  );
}

export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  endpoint: string,
): Promise<void> {
  try {
    await ensureTable(client, tableName);
  } catch (error) {
    if (isDynamoDBs(error)) throw error;
    const status = statusOf(error);
    if (status !== undefined)
      throw new ConfigurationError(
        `What answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint} is not DynamoDB (status ${status}): give the address of an engine, ` +
          'or unset the variable to use the embedded one.',
      );
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConfigurationError(
      `Nothing answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint} (${reason}): start an engine there, or unset the ` +
        'variable to use the embedded one.',
    );
  }
}

/** All of its errors have such a name; what another server answers has none that the SDK knows. */
function isDynamoDBs(error: unknown): boolean {
  return statusOf(error) !== undefined && /Exception$/.test((error as Error).name);
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
