import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpAnswer {
  headers: IncomingHttpHeaders;
  text: string;
}

const PATIENCE_MS = 1_000;

/** By Node's old client: `fetch` would keep 5 MB in whichever process starts the engine. @throws Error if nothing answers */
export async function answerOf(url: string): Promise<HttpAnswer> {
  const request = get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { headers: answer.headers, text: await text(answer) };
}
