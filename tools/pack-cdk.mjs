// Packs `@rollbook/cdk`: the stacks of `infra` as one module with its types, the functions' bundles, and what the containers' image is
// built of. `node tools/pack-cdk.mjs [folder]`, by default to dist/packages.
import './runtime/rerun.mjs';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesOf } from './addresses.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The app of one's own brings them: two copies of the CDK do not know each other's constructs. */
const PEERS = ['aws-cdk-lib', 'constructs'];

/** What the containers run. */
const PROGRAMS = [{ api: 'api/src/main.js' }, { 'stream-processor': 'stream-processor/src/main.js' }];

/**
 * @param {string} folder where the tarball is put
 * @returns {Promise<string>} the tarball
 */
export async function packCdk(folder) {
  const { bundleFunctions, BUNDLES } = await import('../infra/bundles/bundle.mjs');
  await bundleFunctions();
  const staged = join(resolve(folder), 'package-cdk');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const compiled = await compileStacks(join(staged, 'dist', 'index.js'));
  await writeTypes(join(staged, 'dist'));
  cpSync(BUNDLES, join(staged, 'bundles'), {
    recursive: true,
    filter: (path) => !/[\\/](maps|stamp)$/.test(path),
  });
  const bundled = packedBundles(join(staged, 'bundles'));
  const linked = await writeImage(join(staged, 'image'));
  const { noticesOf } = await import('./pack-command.mjs');
  writeFileSync(
    join(staged, 'THIRD-PARTY.md'),
    noticesOf('@rollbook/cdk', [...compiled, ...bundled, ...linked]),
  );
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  copyFileSync(join(root, 'infra/package/README.md'), join(staged, 'README.md'));
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest(), undefined, 2));
  const output = execFileSync('npm', ['pack', staged, '--json', '--pack-destination', resolve(folder)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(resolve(folder), JSON.parse(output)[0].filename);
}

async function compileStacks(outfile) {
  const { build } = await import('esbuild');
  const { fromSource } = await import('../infra/compile.mjs');
  const { metafile } = await build({
    entryPoints: ['infra/src/index.ts'],
    absWorkingDir: root,
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: PEERS.flatMap((name) => [name, `${name}/*`]),
    plugins: [fromSource],
    define: { 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** Of the entry, and of the files that its types need: those of the stacks are not promised. */
async function writeTypes(dist) {
  const { default: ts } = await import('typescript');
  const sources = join(root, 'infra/src');
  const needed = new Set([join(sources, 'index')]);
  for (const file of needed) {
    const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(`${file}.ts`, 'utf8'), {
      compilerOptions: { isolatedDeclarations: true, declaration: true, strict: true },
      reportDiagnostics: true,
    });
    for (const { messageText } of diagnostics) throw new Error(`${file}.ts: ${messageText}`);
    for (const [, path] of outputText.matchAll(/from '(\.[^']+)\.js'/g))
      needed.add(join(dirname(file), path));
    const to = join(dist, `${relative(sources, file)}.d.ts`);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, outputText);
  }
}

/** Leaves of each manifest what a deployment reads. @returns what the bundles are made of */
function packedBundles(folder) {
  return ['api', 'publisher', 'feeder', 'projector', 'webhooks', 'mailer'].flatMap((name) => {
    const file = join(folder, name, 'manifest.json');
    const { inputs, codeCache } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ codeCache }));
    return Object.keys(inputs);
  });
}

/** The last stage of the Dockerfile, without what it takes from the others: the programs are linked, and need no packages. */
async function writeImage(folder) {
  const { linkTo } = await import('./link.mjs');
  const smaller = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', sourcemap: false };
  const linked = await linkTo(join(folder, 'dist/programs'), PROGRAMS, smaller);
  cpSync(join(root, 'dist/dashboard'), join(folder, 'dist/dashboard'), {
    recursive: true,
    filter: (path) => !path.endsWith('.source-stamp'),
  });
  const stage = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^(?=FROM )/m)
    .at(-1);
  const lines = stage.split('\n').filter((line) => !/^COPY .*(node_modules|libs)/.test(line));
  const dockerfile = lines.join('\n').replace('--from=build /app/dist dist', 'dist dist');
  writeFileSync(join(folder, 'Dockerfile'), dockerfile);
  const { name, version, type } = readJson('package.json');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type, private: true }));
  return linked;
}

function manifest() {
  const { version, license, engines, devDependencies } = readJson('package.json');
  return {
    name: '@rollbook/cdk',
    version,
    description: 'Rollbook on AWS: its stacks, with the functions inside, for a CDK app of your own.',
    keywords: ['rollbook', 'aws', 'cdk', 'aws-cdk', 'multi-tenant', 'dynamodb'],
    license,
    // As apps of the CDK are begun by `cdk init`; ES modules can import it, too.
    type: 'commonjs',
    ...addressesOf('infra'),
    engines,
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    peerDependencies: Object.fromEntries(PEERS.map((name) => [name, `^${devDependencies[name]}`])),
    publishConfig: { access: 'public', provenance: true },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, 'dist/packages');
  mkdirSync(folder, { recursive: true });
  console.log(await packCdk(folder));
}
