import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BusEvent } from '../bus/events/journal.js';
import { describeEvent } from './describe-event.js';

const RETRY_MS = 1_000;

/** With `--all` from the very first event. Waits for a bus that is not running yet, and continues after its restart. */
async function watchEvents(busUrl: string, fromTheStart: boolean): Promise<never> {
  let position = fromTheStart ? '0' : undefined;
  let waitingSaid = false;
  for (;;) {
    try {
      const query = position === undefined ? '' : `?after=${position}`;
      const answer = await fetch(`${busUrl}/events${query}`);
      if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`);
      console.log(`Listening at ${busUrl}/events. Press Ctrl-C to stop.`);
      waitingSaid = false;
      for await (const message of messages(answer.body)) {
        if (message.id) position = message.id;
        if (message.data) console.log(describeEvent(JSON.parse(message.data) as BusEvent));
      }
    } catch {
      if (!waitingSaid) console.log(`No bus at ${busUrl} yet (npm start runs it). Waiting …`);
      waitingSaid = true;
    }
    await delay(RETRY_MS);
  }
}

/** The messages of a server-sent event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<{ id?: string; data?: string }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text.slice(0, end))?.[1];
      const [id, data] = [field('id'), field('data')];
      yield { ...(id ? { id } : {}), ...(data ? { data } : {}) };
      text = text.slice(end + 2);
    }
  }
}

const USAGE = `Usage: npm run events [-- --all]

Prints the events that the local bus receives, one line each, until Ctrl-C.

  --all   starts at the first event that the bus ever received
  --help  shows this help`;

function optionsOf(args: string[]): { all?: boolean | undefined; help?: boolean | undefined } {
  return parseArgs({ args, options: { all: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
}

async function main(args: string[]): Promise<void> {
  let options;
  try {
    options = optionsOf(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exitCode = 1;
    return;
  }
  if (options.help) return console.log(USAGE);
  process.on('SIGINT', () => process.exit(0));
  const port = process.env['ROLLBOOK_BUS_PORT'] ?? '3001';
  await watchEvents(process.env['ROLLBOOK_BUS_URL'] ?? `http://127.0.0.1:${port}`, options.all ?? false);
}

await main(process.argv.slice(2));
