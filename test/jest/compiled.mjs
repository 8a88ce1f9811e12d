import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSwitches } from '../guards/switchable.mjs';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../../node_modules/.cache/typescript/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** What a compiled file depends on besides its source. */
const settings = hashOf(
  require('@swc/core/package.json').version,
  textOf(new URL('../../.swcrc', import.meta.url)),
  textOf(new URL('../guards/guards.json', import.meta.url)),
);

/**
 * A TypeScript file as JavaScript. Compiling what an API consists of takes half a second of CPU time, and each worker of Jest and
 * each process that a test starts from sources needs it: so it is stored, in one file per source, until the source changes.
 */
export function compiledOf(filename, isSwitchable) {
  const source = textOf(filename);
  const mark = `\n// ${hashOf(settings, source)}`;
  const file = join(folder, `${hashOf(filename, isSwitchable)}.js`);
  const stored = storedIn(file);
  if (stored?.endsWith(mark)) return stored;
  // Loading the compiler takes time too, and is seldom needed.
  const { transformSync } = require('@swc/core');
  const { code } = transformSync(isSwitchable ? withSwitches(source, filename) : source, { filename });
  const compiled = code + mark;
  // Renamed, so that another process reads all of it or nothing.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, compiled);
  renameSync(draft, file);
  return compiled;
}

function hashOf(...parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function textOf(file) {
  return readFileSync(file, 'utf8');
}

function storedIn(file) {
  try {
    return textOf(file);
  } catch {
    return undefined;
  }
}
