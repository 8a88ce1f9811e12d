import { readConfiguration } from './configuration.js';
import { startStreamProcessor } from './node-host.js';

const DRAIN_MS = 15_000;
const METRICS_INTERVAL_MS = 60_000;

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} stream-processor: ${line}\n`);
}

const configuration = readConfiguration(process.env);
let stop: (reason: string) => void = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
// A supervisor that ends, in whatever way, closes the channel.
process.on('disconnect', () => stop('the supervisor ended'));

const processor = await startStreamProcessor(configuration, say);
say(`ready: publishing the changes of table ${configuration.table} to event bus ${configuration.eventBus}`);

// A line of JSON, so that a log filter can make metrics of it.
const metrics = setInterval(
  () => process.stdout.write(`${JSON.stringify({ metrics: processor.metrics() })}\n`),
  METRICS_INTERVAL_MS,
);

// The local supervisor waits for this.
process.send?.({ ready: true });

let stopping = false;
stop = (reason) => {
  if (stopping) return;
  stopping = true;
  say(`stopping (${reason})`);
  clearInterval(metrics);
  processor.stop({ deadlineMs: DRAIN_MS }).then(
    () => process.exit(0),
    (error: unknown) => {
      say(`could not stop cleanly: ${String(error)}`);
      process.exit(1);
    },
  );
};
