// Packs the package `rollbook`: the linked programs, the dashboard's files and the embedded engine, without a dependency to install.
// `npm run pack:rollbook [-- folder]`, by default to dist/packages.
import './runtime/rerun.mjs';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesOf } from './addresses.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const own = join(root, 'apps/local/package');
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The engine that comes with the package. Nothing is fetched later: on another platform, its own is installed by hand. */
const ENGINE = '@dynoxide/linux-x64';

const DASHBOARD_NOTICES = 'third-party.md';

/** What `rollbook` and `rollbook dev` run. */
const PROGRAMS = [
  { api: 'api/src/main.js', rollbook: 'cli/src/main.js' },
  { guard: 'guard/src/main.js' },
  { 'stream-processor': 'stream-processor/src/main.js' },
  { light: 'local/src/light/main.js' },
  { setup: 'local/src/setup/main.js', token: 'local/src/token.js' },
  { local: 'local/src/main.js' },
];

/**
 * @param {string} folder where the tarball is put
 * @returns {Promise<string>} the tarball
 */
export async function packCommand(folder) {
  const { prepare } = await import('../apps/local/prepare.mjs');
  const { linkTo } = await import('./link.mjs');
  prepare();
  const staged = join(resolve(folder), 'package-rollbook');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  // Smaller by half. Names stay, for stack traces.
  const smaller = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', sourcemap: false };
  const linked = await linkTo(join(staged, 'programs'), PROGRAMS, smaller);
  const dashboard = join(root, 'dist/dashboard');
  cpSync(dashboard, join(staged, 'dashboard'), {
    recursive: true,
    filter: (path) => !/\.(source-stamp|br|gz)$/.test(path),
  });
  cpSync(join(root, 'node_modules', ENGINE), join(staged, 'node_modules', ENGINE), { recursive: true });
  for (const name of ['README.md', 'rollbook.mjs']) copyFileSync(join(own, name), join(staged, name));
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  const notices = noticesOf('rollbook', [...linked, `node_modules/${ENGINE}/package.json`]);
  writeFileSync(join(staged, 'THIRD-PARTY.md'), notices);
  writeManifest(staged);
  const output = execFileSync('npm', ['pack', staged, '--json', '--pack-destination', resolve(folder)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(resolve(folder), JSON.parse(output)[0].filename);
}

/** Without the scripts, workspaces and tools of this repository. */
function writeManifest(staged) {
  const { name, version, description, keywords, license, engines, optionalDependencies } =
    readJson('package.json');
  const manifest = {
    ...{ name, version, description, keywords, license, type: 'module', engines },
    bin: { rollbook: 'rollbook.mjs' },
    exports: { './package.json': './package.json', './local': './programs/local.js' },
    optionalDependencies: { [ENGINE]: optionalDependencies[ENGINE] },
    bundleDependencies: [ENGINE],
    publishConfig: { provenance: true },
    ...addressesOf('apps/local/package'),
  };
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest, undefined, 2));
}

/** Of all that is inside, and of the dashboard: their licences require it. */
export function noticesOf(name, linked) {
  const folders = new Set();
  for (const file of linked) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder !== undefined) folders.add(relative(root, resolve(root, folder.replace(/^[\w-]+:/, ''))));
  }
  const notices = [...folders].sort().map(noticeOf);
  const ofDashboard = readFileSync(join(root, 'dist/dashboard', DASHBOARD_NOTICES), 'utf8');
  return `# What the package ${name} is made with\n\n${notices.join('\n')}\n# In the dashboard's files\n\n${ofDashboard}`;
}

function noticeOf(folder) {
  const { name, version, license, author, repository } = readJson(join(folder, 'package.json'));
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
  const by = [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join(', ');
  const text = texts.length > 0 ? texts.map((each) => `\`\`\`\n${each}\n\`\`\`\n`).join('\n') : `${by}\n`;
  return `## ${name} ${version}: ${license}\n\n${text}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, 'dist/packages');
  mkdirSync(folder, { recursive: true });
  console.log(await packCommand(folder));
}
