import { startFailure } from '#libs/aws-clients';
import { readConfiguration, type Configuration } from './configuration.js';
import { startWebhooks, type WebhooksHost } from './node-host.js';

const STOP_MS = 15_000;

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} webhooks: ${line}\n`);
}

let stop: (reason: string) => void = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
// A supervisor that ends, in whatever way, closes the channel.
process.on('disconnect', () => stop('the supervisor ended'));

let configuration: Configuration | undefined;
function fail(error: unknown): never {
  const { table = '', dynamodbEndpoint: endpoint } = configuration ?? {};
  process.stderr.write(`${startFailure(error, { table, endpoint })}\n`);
  process.exit(1);
}

async function start(): Promise<WebhooksHost> {
  configuration = readConfiguration(process.env);
  return startWebhooks(configuration, say, { onRefused: fail });
}

const host = await start().catch(fail);
say(`ready at ${host.url}`);
// The local supervisor waits for this.
process.send?.({ ready: true, url: host.url });

let stopping = false;
stop = (reason) => {
  if (stopping) return;
  stopping = true;
  say(`stopping (${reason})`);
  // Nothing may keep it running: its supervisor may be gone.
  setTimeout(() => process.exit(1), STOP_MS).unref();
  host.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      say(`could not stop cleanly: ${String(error)}`);
      process.exit(1);
    },
  );
};
