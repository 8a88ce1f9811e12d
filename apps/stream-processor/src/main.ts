import { startFailure } from '#libs/aws-clients';
import { runProgram, type Running } from '#libs/program';
import { readConfiguration, type Configuration } from './configuration.js';
import { startStreamProcessor } from './node-host.js';

const DRAIN_MS = 15_000;
const STOP_MS = 5_000;
const METRICS_INTERVAL_MS = 60_000;

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} stream-processor: ${line}\n`);
}

let configuration: Configuration | undefined;
function explain(error: unknown): string {
  const { table = '', dynamodbEndpoint: endpoint } = configuration ?? {};
  return startFailure(error, { table, endpoint });
}

function onRefused(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function start(): Promise<Running> {
  configuration = readConfiguration(process.env);
  const processor = await startStreamProcessor(configuration, say, { onRefused });
  say(`ready: publishing the changes of table ${configuration.table} to event bus ${configuration.eventBus}`);
  const metrics = setInterval(
    () => process.stdout.write(`${JSON.stringify({ metrics: processor.metrics() })}\n`),
    METRICS_INTERVAL_MS,
  );
  return {
    async stop() {
      clearInterval(metrics);
      await processor.stop({ deadlineMs: DRAIN_MS });
    },
  };
}

await runProgram(start, {
  name: 'stream processor',
  stopWithinMs: DRAIN_MS + STOP_MS,
  explain,
  onStop: (reason) => say(`stopping (${reason})`),
});
