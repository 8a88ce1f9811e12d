import { startFailure } from '#libs/aws-clients';
import { runProgram } from '#libs/program';
import { readConfiguration, type Configuration } from './configuration.js';
import { startWebhooks, type WebhooksHost } from './node-host.js';

const STOP_MS = 15_000;

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} webhooks: ${line}\n`);
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

async function start(): Promise<WebhooksHost> {
  configuration = readConfiguration(process.env);
  const host = await startWebhooks(configuration, say, { onRefused });
  say(`ready at ${host.url}`);
  return host;
}

await runProgram(start, {
  name: 'webhooks',
  stopWithinMs: STOP_MS,
  explain,
  onStop: (reason) => say(`stopping (${reason})`),
});
