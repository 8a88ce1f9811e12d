// `npm run dev`: `npm start` that rebuilds and restarts whatever a change affects: a program of Rollbook, or, if the change
// is in what starts the programs, everything. Types are not checked: editors do that, and `npm run typecheck`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { markBuilt, prepare } from './prepare.mjs';

const START = fileURLToPath(new URL('start.mjs', import.meta.url));
prepare();
const { compileOnChange } = await import('../../tools/compile.mjs');
const { linker } = await import('../../tools/link.mjs');

const link = await linker();
let programs = await link();
let rollbook = start();
let stopping = false;

function start() {
  const child = spawn(process.execPath, [START, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Useful stack traces are worth the memory here.
    env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --enable-source-maps` },
  });
  child.once('exit', (code) => {
    if (child === rollbook) process.exit(code ?? 1);
  });
  return child;
}

async function startAgain() {
  const old = rollbook;
  rollbook = undefined;
  old.kill('SIGTERM');
  if (old.exitCode === null) await once(old, 'exit');
  if (!stopping) rollbook = start();
}

async function takeOver() {
  const before = programs;
  programs = await link();
  markBuilt();
  const changed = [...programs.keys()].filter((name) => programs.get(name) !== before.get(name));
  if (changed.includes('local') || changed.includes('setup')) await startAgain();
  else if (changed.length > 0) rollbook?.send({ restart: changed });
}

let working = Promise.resolve();
const { close } = compileOnChange(() => {
  working = working.then(takeOver).catch((error) => console.error(error.message));
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping = true;
    close();
    if (rollbook) rollbook.kill(signal);
    else process.exit(0);
  });
