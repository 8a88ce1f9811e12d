import { startFailure } from '#libs/aws-clients';
import { readConfiguration, type Configuration } from './configuration.js';
import { startStreamProcessor, type StreamProcessor } from './node-host.js';

const DRAIN_MS = 15_000;
const STOP_MS = 5_000;
const METRICS_INTERVAL_MS = 60_000;

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} stream-processor: ${line}\n`);
}

let configuration: Configuration | undefined;
function fail(error: unknown): never {
  const { table = '', dynamodbEndpoint: endpoint } = configuration ?? {};
  process.stderr.write(`${startFailure(error, { table, endpoint })}\n`);
  process.exit(1);
}

let stop: (reason: string) => void = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
// A supervisor that ends, in whatever way, closes the channel.
process.on('disconnect', () => stop('the supervisor ended'));

async function start(): Promise<StreamProcessor> {
  configuration = readConfiguration(process.env);
  const started = await startStreamProcessor(configuration, say, { onRefused: fail });
  say(`ready: publishing the changes of table ${configuration.table} to event bus ${configuration.eventBus}`);
  return started;
}

const processor = await start().catch(fail);

// A line of JSON, from which a log filter can derive metrics.
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
  // Nothing may keep it running: its supervisor may be gone.
  setTimeout(() => process.exit(1), DRAIN_MS + STOP_MS).unref();
  processor.stop({ deadlineMs: DRAIN_MS }).then(
    () => process.exit(0),
    (error: unknown) => {
      say(`could not stop cleanly: ${String(error)}`);
      process.exit(1);
    },
  );
};
