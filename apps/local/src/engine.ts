import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ensureTable } from '#libs/directory';
import { startEngine, type Engine } from '#libs/embedded-engine';
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
  let engine: Engine | undefined = await startEngine(options);
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
        engine = await startEngine({ ...options, port: Number(new URL(endpoint).port) });
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

export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  endpoint: string,
): Promise<void> {
  try {
    await ensureTable(client, tableName);
  } catch (error) {
    if (isAnswer(error)) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConfigurationError(
      `Nothing answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint} (${reason}): start an engine there, or unset the ` +
        'variable to use the embedded one.',
    );
  }
}

/** Any answer means that the engine is running. */
function isAnswer(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode !== undefined;
}
