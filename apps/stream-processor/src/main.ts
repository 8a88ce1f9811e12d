import { startFailure } from '#libs/aws-clients';
import { runProgram, type ProgramHost, type Running } from '#libs/program';
import { readConfiguration, type Configuration } from './configuration.js';
import { startStreamProcessor } from './node-host.js';

const DRAIN_MS = 15_000;
const STOP_MS = 5_000;
const METRICS_INTERVAL_MS = 60_000;

let configuration: Configuration | undefined;
function explain(error: unknown): string {
  const { table = '', dynamodbEndpoint: endpoint } = configuration ?? {};
  return startFailure(error, { table, endpoint });
}

async function start(host: ProgramHost): Promise<Running> {
  const say = (line: string) => host.say(`stream-processor: ${line}`);
  configuration = readConfiguration(process.env);
  const processor = await startStreamProcessor(configuration, say, { onRefused: host.fail });
  say(`ready: publishing the changes of table ${configuration.table} to event bus ${configuration.eventBus}`);
  const metrics = setInterval(
    () => process.stdout.write(`${JSON.stringify({ metrics: processor.metrics() })}\n`),
    METRICS_INTERVAL_MS,
  );
  return {
    async stop(reason) {
      say(`stopping (${reason})`);
      clearInterval(metrics);
      await processor.stop({ deadlineMs: DRAIN_MS });
    },
  };
}

await runProgram({ name: 'stream processor', stopWithinMs: DRAIN_MS + STOP_MS, start, explain });
