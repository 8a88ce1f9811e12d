import type { DeliveredEvent } from '@rollbook/subscriber';
import { EVENT_SOURCE, type PublishedEvent } from '#libs/event-contracts';
import { webhookWorker } from '../../../apps/webhooks/src/node-host.js';
import type { Network } from '../ports/network.js';
import type { Receivers } from '../ports/receivers.js';
import type { TablePort } from '../ports/table.js';
import type { SimulatedProcess } from '../scheduler/process.js';
import { directoryOf } from './directory.js';

/** Between once a second, and twice a minute where the API signals deliveries. */
const SWEEP_EVERY_MS = 5_000;

export interface WebhooksSettings {
  retryDelaysMs: readonly number[];
  disableAfterMs: number;
}

/** Webhook delivery, as `apps/webhooks` runs it, without its HTTP server. @returns what takes events of the bus */
export function webhooks(
  self: SimulatedProcess,
  port: TablePort,
  { receivers, network, ...settings }: WebhooksSettings & { receivers: Receivers; network: Network },
): (event: DeliveredEvent) => Promise<void> {
  const worker = webhookWorker({
    directory: directoryOf(self, port),
    allowLocal: false,
    onNotice: (line) => self.scheduler.note(self.name, `NOTICE ${line.slice(0, 160)}`),
    post: receivers.post(self, network),
    ...settings,
  });
  worker.start(SWEEP_EVERY_MS);
  return async (event) => {
    const isDone = await worker.take([{ source: EVENT_SOURCE, detail: event as unknown as PublishedEvent }]);
    if (!isDone) throw new Error('Again, please.');
  };
}
