import { Agent, request } from 'undici';

const TIMEOUT_MS = 5_000;

/** Targets are usually on this machine: a connection is kept for the next event. */
const dispatcher = new Agent({
  connections: 16,
  connect: { timeout: TIMEOUT_MS },
  headersTimeout: TIMEOUT_MS,
  bodyTimeout: TIMEOUT_MS,
});

/**
 * Sends a document to a URL. Node's own client takes several times the CPU time, and the bus does this for each event.
 * @returns the status of the answer
 * @throws Error if there is none
 */
export async function postJson(url: URL, body: string, headers: Record<string, string>): Promise<number> {
  const { statusCode, body: answer } = await request(url, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.dump();
  return statusCode;
}
