// The last step of `npm run build`: links each program of dist/apps with all that it imports into dist/programs, where
// parts that several use are in files of their own. Node needs a second or more to find, read and connect the API's
// thousand modules one by one; linked, it starts in less than half the time. What runs is the same: modules are resolved as
// Node would resolve them, nothing is minified, and source maps lead to the TypeScript.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, context } from 'esbuild';
import { absentPeers, refuseExternals } from './externals.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What is linked together loads what any of them takes of a library: the background programs are linked each by itself. */
export const PROGRAMS = [
  { api: 'api/src/main.js', subscriber: 'subscriber/src/main.js', rollbook: 'cli/src/main.js' },
  { guard: 'guard/src/main.js' },
  { 'stream-processor': 'stream-processor/src/main.js' },
  { webhooks: 'webhooks/src/main.js' },
  { mailer: 'mailer/src/main.js' },
  { light: 'local/src/light/main.js' },
  { bus: 'local/src/bus/main.js' },
  {
    setup: 'local/src/setup/main.js',
    'write-settings': 'local/src/setup/write-settings.js',
    token: 'local/src/token.js',
  },
  { local: 'local/src/main.js' },
];

/** What CommonJS takes for granted, and an ES module does not have. */
const COMMONJS = `import { createRequire as createRequireOfLinked } from 'node:module';
const require = createRequireOfLinked(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** Node finds names in CommonJS that is imported while a program runs; esbuild leaves only `default`. So Node itself reports the names. */
const namesOfCommonJS = {
  name: 'names-of-commonjs',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData?.resolving) return undefined;
      const {
        path: file,
        external,
        errors,
      } = await resolve(path, {
        kind,
        importer,
        resolveDir,
        pluginData: { resolving: true },
      });
      return errors.length > 0 || external ? undefined : { path: file, namespace: 'imported-later' };
    });
    onLoad({ filter: /.*/, namespace: 'imported-later' }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href)).filter((name) => /^\w+$/.test(name));
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: root };
    });
  },
};

/** Those that are compiled with the rest, by the names by which they import each other. */
export const WORKSPACES = Object.fromEntries(
  ['client', 'events'].map((name) => [`@rollbook/${name}`, join(root, `dist/libs/${name}/src/index.js`)]),
);

const outdir = join(root, 'dist', 'programs');

const options = {
  absWorkingDir: root,
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Node knows nothing of `module`, neither as a field nor as a condition.
  mainFields: ['main'],
  conditions: [],
  alias: WORKSPACES,
  plugins: [absentPeers, namesOfCommonJS],
  banner: { js: COMMONJS },
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  // The Swagger plugin writes what a decorator says beside what the type says.
  logOverride: { 'duplicate-object-key': 'silent' },
};

const entryPointsOf = (programs) =>
  Object.fromEntries(Object.entries(programs).map(([name, entry]) => [name, join('dist', 'apps', entry)]));

export const link = () => linkTo(outdir, PROGRAMS);

/**
 * @param {string} folder
 * @param {typeof PROGRAMS} programs those of an entry are linked together
 * @param {import('esbuild').BuildOptions} more
 * @returns {Promise<string[]>} the files that are linked, in relation to the repository
 */
export async function linkTo(folder, programs, more = {}) {
  rmSync(folder, { recursive: true, force: true });
  const settings = { ...options, outdir: folder, metafile: true, ...more };
  const results = await Promise.all(
    programs.map((each) => build({ ...settings, entryPoints: entryPointsOf(each) })),
  );
  for (const { metafile } of results) refuseExternals(metafile, root);
  for (const file of readdirSync(folder)) if (file.endsWith('.js')) writeInAscii(join(folder, file));
  return results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** With any other character V8 keeps the whole text in twice the memory. esbuild leaves them in comments, templates and patterns. */
function writeInAscii(file) {
  const text = readFileSync(file, 'utf8');
  const code = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, code));
}

/**
 * Links again whenever it is called.
 *
 * @returns {Promise<() => Promise<Map<string, string>>>} gives for each program a text that differs when what it runs does
 */
export async function linker() {
  const contexts = await Promise.all(
    PROGRAMS.map((programs) => context({ ...options, entryPoints: entryPointsOf(programs), metafile: true })),
  );
  return async () => {
    const results = await Promise.all(contexts.map(({ rebuild }) => rebuild()));
    const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
    const names = PROGRAMS.flatMap((programs) => Object.keys(programs));
    return new Map(names.map((name) => [name, fingerprint(outputs, `dist/programs/${name}.js`)]));
  };
}

/** An entry and the chunks it imports: the name of a chunk has its content's hash, an entry's name does not. */
function fingerprint(outputs, entry) {
  const files = new Set([entry]);
  for (const file of files)
    for (const { path, external } of outputs[file].imports) if (!external) files.add(path);
  const hash = createHash('sha256').update(readFileSync(join(root, entry)));
  for (const file of [...files].sort()) hash.update(file);
  return hash.digest('hex');
}
