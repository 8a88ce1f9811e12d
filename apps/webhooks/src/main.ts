import { readConfiguration } from './configuration.js';
import { startWebhooks } from './node-host.js';

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} webhooks: ${line}\n`);
}

let stop: (reason: string) => void = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
// A supervisor that ends, in whatever way, closes the channel.
process.on('disconnect', () => stop('the supervisor ended'));

const host = await startWebhooks(readConfiguration(process.env), say);
say(`ready at ${host.url}`);
// The local supervisor waits for this.
process.send?.({ ready: true });

let stopping = false;
stop = (reason) => {
  if (stopping) return;
  stopping = true;
  say(`stopping (${reason})`);
  host.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      say(`could not stop cleanly: ${String(error)}`);
      process.exit(1);
    },
  );
};
