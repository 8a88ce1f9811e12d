import { DeadLetters } from '#libs/event-publishing';
import { runStreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import type { Bus } from '../ports/bus.js';
import type { Network } from '../ports/network.js';
import type { TablePort } from '../ports/table.js';
import type { SimulatedProcess } from '../scheduler/process.js';
import { directoryOf, TABLE } from './directory.js';

/** Publisher, feeder, projector, jobs and due work, as `apps/stream-processor` runs them in one process. */
export async function streamProcessor(
  self: SimulatedProcess,
  port: TablePort,
  bus: Bus,
  network: Network,
): Promise<void> {
  const { dynamodb, streams } = port;
  const connections = {
    dynamodb,
    streams,
    directory: directoryOf(self, port),
    bus: bus.port(self, network),
    deadLetters: new DeadLetters(dynamodb, TABLE),
    flushTraces: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const onNotice = (line: string) => self.scheduler.note(self.name, `NOTICE ${line.slice(0, 160)}`);
  await runStreamProcessor(connections, { table: TABLE }, onNotice, {
    sweepEveryMs: 20_000,
    workerId: self.name,
  });
}
