// npm run bundle: one folder for each Lambda function in dist/bundles, ready to be shipped, from what `npm run build` has
// left in dist (the Swagger plugin's metadata is made there). Source maps go to dist/bundles/maps.
//
//   index.mjs      the loader
//   program.js     everything the function uses, in one minified file
//   program.cache  V8's code cache of it, after a run, outside the repository, that exercised it
//   manifest.json  what it was made of, and where: a code cache that a function would refuse is not shipped either
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { prepare } from '../../apps/local/prepare.mjs';
import { absentPeers, refuseExternals } from '../../tools/externals.mjs';
import {
  compressibleTypesOnly,
  documentationOnly,
  environmentCredentialsOnly,
  nothingOfElsewhere,
  parts,
  unusedFeatures,
} from './plugins.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const BUNDLES = join(root, 'dist', 'bundles');

const FUNCTIONS = {
  api: 'apps/api/src/main.lambda.js',
  publisher: 'apps/stream-processor/src/publisher.lambda.js',
  feeder: 'apps/stream-processor/src/feeder.lambda.js',
  projector: 'apps/stream-processor/src/projector.lambda.js',
  webhooks: 'apps/webhooks/src/webhooks.lambda.js',
  mailer: 'apps/mailer/src/mailer.lambda.js',
};

/** Libraries that give Node CommonJS, of which nothing can be left out, but are also available as ES modules. */
const ES_MODULES = {
  rxjs: join(root, 'node_modules/rxjs/dist/esm/index.js'),
  'rxjs/operators': join(root, 'node_modules/rxjs/dist/esm/operators/index.js'),
  'validator/lib': join(root, 'node_modules/validator/es/lib'),
  // Decorator metadata must be read where it is written: in the bundle's only copy of `class-transformer`.
  'class-transformer/cjs/storage': join(root, 'node_modules/class-transformer/esm5/storage.js'),
  'class-transformer/cjs/storage.js': join(root, 'node_modules/class-transformer/esm5/storage.js'),
};

export async function bundleFunctions() {
  prepare();
  const stamp = stampOf();
  const stampFile = join(BUNDLES, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(BUNDLES, { recursive: true, force: true });
  for (const name of Object.keys(FUNCTIONS)) await bundle(name, join(BUNDLES, name));
  run('apps/api/src/print-openapi.js', join(BUNDLES, 'api', 'openapi.json'));
  for (const name of Object.keys(FUNCTIONS)) makeCodeCache(name);
  writeFileSync(stampFile, stamp);
}

/** Changes with the sources, the versions of the packages, the bundler's code, and the V8 their cache is for. */
function stampOf() {
  const hash = createHash('sha256').update(process.arch).update(process.versions.v8);
  for (const file of [
    'dist/.source-stamp',
    'infra/bundles/bundle.mjs',
    'infra/bundles/loader.mjs',
    'infra/bundles/make-code-cache.mjs',
    'infra/bundles/plugins.mjs',
    'tools/externals.mjs',
  ])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * @param {keyof typeof FUNCTIONS} name
 * @param {string} folder
 * @param {import('esbuild').BuildOptions} more
 */
export async function bundle(name, folder, more = {}) {
  const maps = join(folder, '..', 'maps');
  for (const each of [folder, maps]) mkdirSync(each, { recursive: true });
  const { outputFiles, metafile } = await build({
    entryPoints: [join('dist', FUNCTIONS[name])],
    absWorkingDir: root,
    outfile: join(folder, 'program.js'),
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // A script from a code cache cannot import: the remaining imports become `require`.
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    plugins: [
      environmentCredentialsOnly,
      nothingOfElsewhere,
      unusedFeatures,
      compressibleTypesOnly,
      documentationOnly,
      parts,
      absentPeers,
    ],
    alias: ES_MODULES,
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: '(function (module, exports, require, bundleUrl) {' },
    footer: { js: '})' },
    sourcemap: 'external',
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'warning',
    // The Swagger plugin writes what a decorator says in addition to what the type says.
    logOverride: { 'duplicate-object-key': 'silent' },
    ...more,
  });
  refuseExternals(metafile, root);
  for (const { path, contents } of outputFiles)
    writeFileSync(path.endsWith('.map') ? join(maps, `${name}.js.map`) : path, contents);
  const codeCache = { architecture: process.arch, nodeMajor: Number(process.versions.node.split('.')[0]) };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...metafile, codeCache }));
  const {
    outputFiles: [loader],
  } = await build({
    entryPoints: [join(root, 'infra', 'bundles', 'loader.mjs')],
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    write: false,
  });
  writeFileSync(join(folder, 'index.mjs'), loader.contents);
}

function run(program, output) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist', program)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  writeFileSync(output, JSON.stringify(JSON.parse(stdout)));
}

/**
 * In a separate process, which takes the bundle's configuration and anything still running with it when it ends, and on a copy
 * outside the repository, where nothing is found that the function does not bring along.
 */
function makeCodeCache(name) {
  const copy = mkdtempSync(join(tmpdir(), 'rollbook-bundle-'));
  try {
    cpSync(join(BUNDLES, name), copy, { recursive: true });
    const program = join(root, 'infra', 'bundles', 'make-code-cache.mjs');
    const { status, stderr } = spawnSync(process.execPath, [program, name, copy], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The function ${name} does not run outside the repository: ${stderr}`);
    copyFileSync(join(copy, 'program.cache'), join(BUNDLES, name, 'program.cache'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await bundleFunctions();
  console.log(`dist/bundles: ${Object.keys(FUNCTIONS).join(', ')}`);
}
