// `npm start`, from the command to the API's first answer, and to its end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../system/whole-system.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const MAX_MILLISECONDS = 120_000;
const POLL_MILLISECONDS = 10;

/** A data folder that a first start has filled: with its table, its keys and the demo's account. */
export async function prepareFolder() {
  const path = mkdtempSync(join(tmpdir(), 'rollbook-npm-start-'));
  await startToFirstAnswer(path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** @returns seconds */
export async function startToFirstAnswer(folder) {
  const [port, busPort] = [await freePort(), await freePort()];
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      ROLLBOOK_BUS_PORT: String(busPort),
      ROLLBOOK_SIGN_IN_PORT: String(busPort + 1),
      ROLLBOOK_DATA_DIR: folder,
      npm_config_update_notifier: 'false',
    },
  });
  // Not its exit: what npm has started writes to the same pipe, and ends later than npm does.
  const ended = once(child, 'close');
  const welcomed = welcome(child, folder);
  try {
    await Promise.race([
      answered(`http://127.0.0.1:${port}/health/ready`),
      ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}.`))),
    ]);
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.race([welcomed, ended]);
    return seconds;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Until it has said that everything is there: only then it can be ended without leaving work half done. */
function welcome(child, folder) {
  let said = '';
  return new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
      const token = readToken(folder);
      if (token && said.includes(token)) resolve();
    });
  });
}

function readToken(folder) {
  try {
    return readFileSync(join(folder, 'operator-token'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A connection that is refused is the answer of a machine on which nothing listens yet. */
async function answered(url) {
  const deadline = performance.now() + MAX_MILLISECONDS;
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(POLL_MILLISECONDS);
  }
  throw new Error(`${url} did not answer in ${MAX_MILLISECONDS / 1000} s.`);
}
