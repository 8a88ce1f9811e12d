import type { Program } from '#libs/program';
import { readConfiguration } from '../settings/configuration.js';
import { explain } from '../settings/explain.js';
import { startBus } from './bus.js';

const STOP_MS = 10_000;
const WATCH_EVERY_MS = 2_000;

/** @param onTrouble called with what it cannot write, and when it can again */
export function busProgram(onTrouble: (trouble: string | undefined) => void): Program {
  return {
    name: 'event bus',
    stopWithinMs: STOP_MS,
    async start() {
      const { busPort: port, dataFolder: dataDir } = readConfiguration(process.env);
      const bus = await startBus({ port, dataDir });
      let reported: string | undefined;
      const watching = setInterval(() => {
        const trouble = bus.trouble();
        if (trouble !== reported) onTrouble(trouble);
        reported = trouble;
      }, WATCH_EVERY_MS).unref();
      return {
        stop() {
          clearInterval(watching);
          return bus.stop();
        },
      };
    },
    explain,
  };
}
