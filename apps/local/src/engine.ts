import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineStartError, startEngine, type Engine } from '#libs/embedded-engine';
import { ConfigurationError } from './settings/configuration.js';
import { pauseBefore } from './supervision/part.js';

export interface RunningEngine {
  endpoint: string;
  stop(): Promise<void>;
}

interface EmbeddedEngineOptions {
  dataFolder: string;
  /** The folder is removed when the engine ends. */
  isTemporary: boolean;
  /** The engine has ended unexpectedly, and with it a temporary folder. */
  onLost: (message: string) => void;
}

export async function startEmbeddedEngine({
  dataFolder,
  isTemporary,
  onLost,
}: EmbeddedEngineOptions): Promise<RunningEngine> {
  const options = {
    databaseFile: join(dataFolder, 'engine.db'),
    ...(isTemporary && { temporaryFolder: dataFolder }),
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
      if (isTemporary) return onLost('The embedded engine ended, and with it everything in memory.');
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
