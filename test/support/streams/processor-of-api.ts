import { startStreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import type { RunningApi } from '../api/api.js';
import { masterKeyFile } from '../directory/master-key.js';
import { engineEndpoint } from '../engines/engine.js';
import { startRecordedBus } from './recorded-bus.js';

/** The stream processor of an API's table, in this process, publishing to a bus that records. */
export async function startProcessorOf({ configuration }: RunningApi) {
  const bus = await startRecordedBus();
  const start = () =>
    startStreamProcessor(
      {
        table: configuration.table.name,
        eventBus: 'rollbook',
        masterKeyFile: masterKeyFile(),
        dynamodbEndpoint: engineEndpoint(),
        eventBridgeEndpoint: bus.url,
      },
      () => {},
      { leaseDurationMs: 1_000 },
    );
  let processor = await start();
  return {
    bus,
    async restart(): Promise<void> {
      await processor.stop();
      processor = await start();
    },
    async stop(): Promise<void> {
      await processor.stop();
      await bus.stop();
    },
  };
}

export type ProcessorOfApi = Awaited<ReturnType<typeof startProcessorOf>>;
