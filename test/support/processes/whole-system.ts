import { startBus } from '../../../apps/local/src/bus/bus.js';
import { startStreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import { startWebhooks } from '../../../apps/webhooks/src/node-host.js';
import { masterKeyFile } from '../directory/master-key.js';
import { engineEndpoint } from '../engines/engine.js';
import { eventually } from '../eventually.js';
import type { RunningApi } from '../api/api.js';

interface Parts {
  processor?: boolean;
  webhooks?: boolean;
}

export interface Beside {
  /** Waits until counts, search and usage have read what is published now. */
  projected(): Promise<void>;
  stop(): Promise<void>;
}

/** What runs beside an API: a bus, the stream processor and the webhooks, in this process. */
export async function startBeside(
  api: RunningApi,
  dataDir: string,
  { processor = true, webhooks = true }: Parts = {},
): Promise<Beside> {
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
  const processing = processor
    ? await startStreamProcessor(common, quiet, { leaseDurationMs: 1_000 })
    : undefined;
  if (processing) running.push(processing);
  const read = (consumer: 'publisher' | 'projector') => {
    const { records = 0, ignored = 0 } = processing?.metrics()[consumer] ?? {};
    return records + ignored;
  };
  return {
    async projected() {
      const published = read('publisher');
      await eventually('the projector has read what is published', () => read('projector') >= published);
    },
    async stop() {
      for (const part of running.reverse()) await part.stop();
    },
  };
}
