// The entry point of every function: runs `program.js` with its V8 code cache, so that it does not have to be compiled
// first. Node accepts a code cache for scripts only, not for ES modules: docs/adr/0024.
import v8 from 'node:v8';

// Lambda sets the heap size with flags. V8 compares them before it accepts a cache, and they have already had their effect:
// resetting them to their defaults changes nothing else. Node has a cache of its own modules, too, so this must happen
// before any more of them are loaded.
const HEAP_FLAGS = { '--max-old-space-size': '=0', '--max-semi-space-size': '=0', '--expose-gc': undefined };
for (const argument of process.execArgv) {
  const [flag] = argument.replaceAll('_', '-').split('=');
  if (!(flag in HEAP_FLAGS)) continue;
  v8.setFlagsFromString(
    HEAP_FLAGS[flag] === undefined ? flag.replace('--', '--no-') : flag + HEAP_FLAGS[flag],
  );
}

const { readFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const vm = process.getBuiltinModule('node:vm');

const file = new URL('program.js', import.meta.url);
const script = new vm.Script(readFileSync(file, 'latin1'), {
  filename: fileURLToPath(file),
  cachedData: readIfThere(new URL('program.cache', import.meta.url)),
});
if (script.cachedDataRejected) {
  const message = `The code cache was made by another V8 than ${process.versions.v8}: starting takes longer.`;
  process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
}

const program = { exports: {} };
script.runInThisContext()(program, program.exports, createRequire(import.meta.url), file.href);
await program.exports.ready;

export const handler = program.exports.handler;
/** For tests and benches: whether the code cache was accepted, and the script itself, to create one from. */
export const codeCache =
  script.cachedDataRejected === undefined ? 'none' : script.cachedDataRejected ? 'rejected' : 'used';
export const compiled = script;

function readIfThere(url) {
  try {
    return readFileSync(url);
  } catch {
    return undefined;
  }
}
