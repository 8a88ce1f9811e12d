import { readFileSync } from 'node:fs';
import { runProgram, type Running } from '#libs/program';
import { subscribeToAccess } from './access.js';
import { startSubscriberServer } from './server.js';

const STOP_MS = 10_000;

/**
 * The example of a downstream service: a separate process that knows Rollbook only through the feed of its API.
 *
 * Environment: PORT (3002), ROLLBOOK_API_URL, ROLLBOOK_API_TOKEN_FILE (an operator's token), ROLLBOOK_SUBSCRIBER_FILE (where the copy is
 * stored).
 */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

const say = (line: string) => void process.stdout.write(`${new Date().toISOString()} subscriber: ${line}\n`);

async function start(): Promise<Running> {
  const tokenFile = required('ROLLBOOK_API_TOKEN_FILE');
  const access = subscribeToAccess(required('ROLLBOOK_SUBSCRIBER_FILE'), {
    baseUrl: required('ROLLBOOK_API_URL'),
    // Read for each request, because it can be renewed.
    token: () => readFileSync(tokenFile, 'utf8').trim(),
    onNotice: say,
  });
  await access.subscriber.start();
  const server = await startSubscriberServer(access, Number(process.env['PORT'] ?? 3002));
  say(`ready at ${server.url}`);
  return {
    async stop() {
      await server.stop();
      await access.stop();
    },
  };
}

await runProgram({ name: 'subscriber', stopWithinMs: STOP_MS, start, explain: String });
