import { Agent, request as http } from 'node:http';
import { request as https } from 'node:https';

const TIMEOUT_MS = 5_000;

/** Targets are usually on this machine: a connection is kept for the next event. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });

/**
 * Sends a document to a URL. Node's `fetch` takes several times the CPU time, and the bus does this for each event.
 * @returns the status of the answer
 * @throws Error if there is none
 */
export function postJson(url: URL, body: string, headers: Record<string, string>): Promise<number> {
  const bytes = Buffer.from(body);
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    const request = (isPlain ? http : https)(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, 'content-length': bytes.length },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isPlain && { agent }),
      },
      (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      },
    );
    request.on('error', reject).end(bytes);
  });
}
