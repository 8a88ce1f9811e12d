// An `npm start` of its own: its ports, its data, and what all its processes take.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { cpuOf, usageOf } from './process-tree.mjs';

const command = fileURLToPath(new URL('../../../apps/local/start.mjs', import.meta.url));
const WINDOW_MS = 500;
/** So many windows without work, one after the other, and what was caused has settled. */
const QUIET_WINDOWS = 4;
const QUIET_MS_OF_A_WINDOW = 20;
const LONGEST_SETTLING_MS = 180_000;

/** @param {{ folder?: string, command?: string }} options data to go on with; another version's `apps/local/start.mjs` */
export async function startWholeSystem({ folder, command: program = command } = {}) {
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
    },
  });
  const ended = once(child, 'close');
  await Promise.race([
    welcomed(child),
    ended.then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
  ]);
  const readyMs = performance.now() - startedAt;
  const token = readFileSync(join(data, 'operator-token'), 'utf8').trim();
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    folder: data,
    readyMs,
    usage: () => usageOf(child.pid),
    cpu: () => cpuOf(child.pid),
    settled: () => settled(child.pid),
    idle: (ms) => idle(child.pid, ms),
    send: (requests, connections) => send({ url: `http://127.0.0.1:${port}`, token }, requests, connections),
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

/** Waits until what was caused is done: nobody works any more. */
async function settled(pid) {
  const deadline = performance.now() + LONGEST_SETTLING_MS;
  let [quiet, before] = [0, cpuOf(pid)];
  while (quiet < QUIET_WINDOWS) {
    if (performance.now() > deadline)
      throw new Error(`It has not settled in ${LONGEST_SETTLING_MS / 1000} s.`);
    await delay(WINDOW_MS);
    const now = cpuOf(pid);
    quiet = now - before <= QUIET_MS_OF_A_WINDOW ? quiet + 1 : 0;
    before = now;
  }
}

/** @returns milliseconds of CPU a second, by process */
async function idle(pid, milliseconds) {
  const [before, startedAt] = [usageOf(pid).cpu, performance.now()];
  await delay(milliseconds);
  const [after, seconds] = [usageOf(pid).cpu, (performance.now() - startedAt) / 1000];
  return Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / seconds]),
  );
}

/** One request at a time on each connection. @returns the answers, and how long each took in milliseconds */
async function send({ url, token }, requests, connections) {
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
      answers[at] = { body: text && JSON.parse(text), milliseconds: performance.now() - startedAt };
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  await pool.close();
  return answers;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
