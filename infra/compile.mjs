import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const outdir = join(root, 'dist', 'infra');
const workspace = join(root, 'libs', 'single-table');
const { exports } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));

/** Packages stay where npm put them; the libraries of this repository, and its workspace, are bundled from source. */
export const fromSource = {
  name: 'libraries-from-source',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^#libs\// }, ({ path }) => ({
      path: join(root, 'libs', path.slice('#libs/'.length), 'src', 'index.ts'),
    }));
    // An ES module alone: what CommonJS requires of it is no function.
    onResolve({ filter: /^canonicalize$/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
    onResolve({ filter: /^@rollbook\/single-table(\/|$)/ }, ({ path }) => ({
      path: join(workspace, exports[path.replace('@rollbook/single-table', '.')].source),
    }));
  },
};

export async function compileInfra() {
  await compile({
    synth: 'infra/src/synth.ts',
    environments: 'infra/environments.ts',
    settings: 'infra/src/settings/settings.ts',
    'check-environment': 'infra/src/settings/check-environment.ts',
  });
}

/** @returns the program that writes the input of `npm run infra:lint` */
export async function compileTemplateWriter() {
  await compile({ 'write-templates': 'infra/test-support/write-templates.ts' });
  return join(outdir, 'write-templates.cjs');
}

async function compile(entryPoints) {
  await build({
    entryPoints,
    absWorkingDir: root,
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    plugins: [fromSource],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

const load = (program) => createRequire(import.meta.url)(join(outdir, `${program}.cjs`));

/**
 * @param {string | undefined} file JSON, or a module whose default export is the same; without it, the examples of this repository
 * @returns {Promise<Record<string, object>>} the environments by their names, each as far as it is complete
 */
export async function readEnvironments(file) {
  if (file === undefined) return load('environments').environments;
  const { environmentOf } = load('settings');
  const settings = file.endsWith('.json') ? JSON.parse(readFileSync(file, 'utf8')) : await importConfig(file);
  return Object.fromEntries(Object.entries(settings).map(([name, own]) => [name, environmentOf(own)]));
}

async function importConfig(file) {
  await compile([{ in: file, out: 'config' }]);
  return load('config').default;
}

/** @returns one line for each value of an environment that is wrong or must not be deployed */
export function settingMistakes(name, environment, options) {
  const { checkEnvironment, EnvironmentError } = load('check-environment');
  try {
    checkEnvironment(name, environment, options);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.mistakes;
    throw error;
  }
}
