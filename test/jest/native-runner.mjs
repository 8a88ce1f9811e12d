import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import circus from 'jest-circus/runner';

const require = createRequire(import.meta.url);

// The hundreds of processes that tests start need not compile again what the one before has: Node stores it when one ends.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);

// What fast-check draws is drawn again when a failure is repeated with its seed: see report.mjs.
if (process.env.ROLLBOOK_SEED) fc.configureGlobal({ seed: Number(process.env.ROLLBOOK_SEED) });

/**
 * Jest's own runner (jest-circus) on Node's modules instead of Jest's: a spec file is imported by Node into the worker it
 * runs in, so that what it imports is loaded once for a worker and not again for each file, and behaves as in production.
 * What is given up is what these tests do without: modules replaced by mocks, and a fresh global scope for each file.
 *
 * @type {import('jest-runner').TestRunner} see https://jestjs.io/docs/configuration#testrunner-string
 */
export default async function run(globalConfig, config, _environment, runtime, testPath, sendMessageToJest) {
  // Circus keeps these for as long as the global scope lives, and adds to them with each file.
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  // Jest's knows the maps of what Jest has compiled; Node, of what Node has loaded.
  delete Error.prepareStackTrace;
  Object.assign(runtime, {
    requireInternalModule(path) {
      delete require.cache[path];
      return require(path);
    },
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  });
  const before = cpuSeconds();
  const result = await circus.default(
    globalConfig,
    config,
    { global: globalThis },
    runtime,
    testPath,
    sendMessageToJest,
  );
  return { ...result, cpuSeconds: cpuSeconds() - before };
}

/** Of this process and of those it started that have ended; a busy machine does not change them much. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofChildren();
}

function ofChildren() {
  try {
    // proc(5): cutime and cstime, in hundredths of a second. The name in parentheses may have spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
