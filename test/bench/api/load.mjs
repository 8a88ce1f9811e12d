import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

/** The table did not answer in time, or gave up on its own locks: what the server did then is not what is measured. */
export class Overloaded extends Error {}

/** Sends requests over that many connections, one at a time on each, and counts the CPU time the server took for them. */
async function loadOnce(server, requests, connections, statuses) {
  const pool = new Pool(server.url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  let next = 0;
  let overloaded;
  const connection = async () => {
    while (next < requests.length) {
      const { method, path, body, more } = requests[next++];
      const answer = await pool.request({
        method,
        path,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...more },
        body: body && JSON.stringify(body),
      });
      const text = await answer.body.text();
      const answered = () => `${method} ${path} was answered with ${answer.statusCode}: ${text}`;
      if (answer.statusCode >= 500) overloaded = answered();
      else if (!statuses.includes(answer.statusCode)) throw new Error(answered());
    }
  };
  const before = await server.cpu();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const milliseconds = performance.now() - startedAt;
  const after = await server.cpu();
  await pool.close();
  if (overloaded) throw new Overloaded(overloaded);
  const microseconds = (after.cpuMicroseconds - before.cpuMicroseconds) / requests.length;
  return { microseconds, milliseconds, residentBytes: after.residentBytes };
}

const TRIES = 10;
const PAUSE_MS = 500;

/** The same, again when the machine was too busy for the engine. */
export async function load(server, makeRequests, connections, statuses) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await loadOnce(server, await makeRequests(), connections, statuses);
    } catch (error) {
      if (!(error instanceof Overloaded) || tries === TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
}
