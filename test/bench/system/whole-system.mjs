// An `npm start` of its own: its ports, its data, and what all its processes take.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { idle, settled, usageOf } from './process-tree.mjs';

const command = fileURLToPath(new URL('../../../apps/local/start.mjs', import.meta.url));

/**
 * @param {{ folder?: string, command?: string, environment?: object }} options data to go on with; another version's
 *   `apps/local/start.mjs`; further settings
 */
export async function startWholeSystem({ folder, command: program = command, environment } = {}) {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'rollbook-system-'));
  const [port, busPort] = [await freePort(), await freePort()];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      ROLLBOOK_BUS_PORT: String(busPort),
      ROLLBOOK_SIGN_IN_PORT: String(await freePort()),
      ROLLBOOK_DATA_DIR: data,
      ...environment,
    },
  });
  const ended = once(child, 'close');
  await Promise.race([
    welcomed(child),
    ended.then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
  ]);
  const readyMs = performance.now() - startedAt;
  const token = readFileSync(join(data, 'operator-token'), 'utf8').trim();
  const [url, roots] = [`http://127.0.0.1:${port}`, [child.pid]];
  return {
    url,
    token,
    folder: data,
    readyMs,
    roots,
    usage: () => usageOf(roots),
    settled: () => settled(roots),
    idle: (ms) => idle(roots, ms),
    send: (requests, connections) => send({ url, token }, requests, connections),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (!folder) rmSync(data, { recursive: true, force: true });
    },
  };
}

function welcomed(child) {
  return new Promise((resolve) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
      if (said.includes('Rollbook is ready.')) resolve();
    });
  });
}

/** One request at a time on each connection. @returns the answers, and how long each took in milliseconds */
export async function send({ url, token }, requests, connections) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const answers = [];
  let next = 0;
  const connection = async () => {
    while (next < requests.length) {
      const at = next++;
      const { method, path, body } = requests[at];
      const startedAt = performance.now();
      const answer = await pool.request({
        method,
        path,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
      answers[at] = { text, milliseconds: performance.now() - startedAt };
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  await pool.close();
  return answers;
}

export const bodyOf = ({ text }) => JSON.parse(text);

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
