// npm run release: what a release consists of, in dist/release: the tarballs that `npm publish` takes, the list of what the programs
// are built of (SBOM, CycloneDX), and its part of the changelog. With --sbom the second only; with --without-cdk all but the package that is packed on arm64.
import './runtime/rerun.mjs';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notesOf } from './release-notes.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'dist', 'release');
const manifestOf = (path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
const { name, version, workspaces } = manifestOf('.');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/**
 * Of what `npm ci --omit=dev --omit=optional` installs, from a lock of only that. With `--omit=dev` npm itself also leaves out what a
 * tool has as a peer, such as `@nestjs/common`.
 */
function writeSbom() {
  const project = join(folder, name);
  mkdirSync(project);
  const isInstalled = ([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(isInstalled));
  for (const manifest of [lock.packages[''], manifestOf('.')]) {
    for (const kind of ['devDependencies', 'optionalDependencies']) delete manifest[kind];
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const sbom = execFileSync('npm', ['sbom', ...options], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  rmSync(project, { recursive: true });
  const file = join(folder, `${name}-${version}.cdx.json`);
  writeFileSync(file, sbom);
  console.log(`${file}: ${JSON.parse(sbom).components.length} packages`);
}

writeSbom();
if (!process.argv.includes('--sbom')) {
  const { packLibrary } = await import('./pack-library.mjs');
  const published = workspaces.filter((library) => manifestOf(library).publishConfig?.provenance);
  for (const library of published) console.log(packLibrary(library, folder));
  const { packCommand } = await import('./pack-command.mjs');
  console.log(await packCommand(folder));
  if (!process.argv.includes('--without-cdk')) {
    const { packCdk } = await import('./pack-cdk.mjs');
    console.log(await packCdk(folder));
  }
  for (const staged of readdirSync(folder).filter((each) => each.startsWith('package-')))
    rmSync(join(folder, staged), { recursive: true });
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no release ${version}.`);
  writeFileSync(join(folder, 'notes.md'), notes);
}
