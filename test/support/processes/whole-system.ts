import { startBus } from '../../../apps/local/src/bus/bus.js';
import { startStreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import { startWebhooks } from '../../../apps/webhooks/src/node-host.js';
import { masterKeyFile } from '../directory/master-key.js';
import { engineEndpoint } from '../engines/engine.js';
import type { RunningApi } from '../api/api.js';

interface Parts {
  processor?: boolean;
  webhooks?: boolean;
}

/** What runs beside an API: a bus, the stream processor and the webhooks, in this process. @returns what stops them */
export async function startBeside(
  api: RunningApi,
  dataDir: string,
  { processor = true, webhooks = true }: Parts = {},
): Promise<() => Promise<void>> {
  const bus = await startBus({ port: 0, dataDir });
  const running: { stop(): Promise<void> }[] = [bus];
  const common = {
    table: api.configuration.table.name,
    eventBus: 'rollbook',
    dynamodbEndpoint: engineEndpoint(),
    eventBridgeEndpoint: bus.url,
    masterKeyFile: masterKeyFile(),
  };
  const quiet = () => {};
  if (webhooks) running.push(await startWebhooks({ ...common, port: 0, allowLocal: true }, quiet));
  if (processor) running.push(await startStreamProcessor(common, quiet, { leaseDurationMs: 1_000 }));
  return async () => {
    for (const part of running.reverse()) await part.stop();
  };
}
