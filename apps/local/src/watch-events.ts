import { setTimeout as delay } from 'node:timers/promises';
import type { BusEvent } from './bus/journal.js';
import { describeEvent } from './describe-event.js';

const RETRY_MS = 1_000;

/**
 * `npm run events [-- --all]`: prints the events as the local bus takes them, one line each. With `--all` it starts at
 * the first event the bus ever took. Waits for a bus that is not there yet, and goes on where it was after a restart.
 */
async function watchEvents(busUrl: string, fromTheStart: boolean): Promise<never> {
  let position = fromTheStart ? '0' : undefined;
  let waitingSaid = false;
  for (;;) {
    try {
      const query = position === undefined ? '' : `?after=${position}`;
      const answer = await fetch(`${busUrl}/events${query}`);
      if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`);
      console.log(`Listening at ${busUrl}/events. Ctrl-C ends.`);
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

process.on('SIGINT', () => process.exit(0));
const port = process.env['ROLLBOOK_BUS_PORT'] ?? '3001';
await watchEvents(
  process.env['ROLLBOOK_BUS_URL'] ?? `http://127.0.0.1:${port}`,
  process.argv.includes('--all'),
);
