// The entry of every function: runs `program.js` with the V8 code cache that was made of it, so that it does not have to be
// compiled first. Node takes a code cache for scripts only, not for ES modules: docs/adr/0044.
import v8 from 'node:v8';

// Lambda sizes the heap by flags. They are part of what V8 compares before it takes a cache, and have had their effect by
// now: set back to their defaults they change nothing else. Node has a cache of its own modules, too: this comes before any
// more of them are loaded.
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
  const message = `The code cache is of another V8 than ${process.versions.v8}: starting takes longer.`;
  process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
}

const program = { exports: {} };
script.runInThisContext()(program, program.exports, createRequire(import.meta.url), file.href);
await program.exports.ready;

export const handler = program.exports.handler;
/** For tests and benches: whether the code cache was taken, and the script itself, to make one of. */
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
