// Packs a library for its users: sources compiled by themselves with declarations, and a manifest without what only this repository uses.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesOf } from './addresses.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * @param {string} library for example `libs/guard`: its compiler settings are in `package/tsconfig.json`
 * @param {string} folder where the tarball is put
 * @returns {string} the tarball
 */
export function packLibrary(library, folder) {
  const from = join(root, library);
  const staged = join(resolve(folder), `package-${library.split('/').at(-1)}`);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const compile = ['--project', projectOf(from, staged, folder), '--outDir', join(staged, 'dist')];
  execFileSync(process.execPath, [compiler, ...compile], { encoding: 'utf8' });
  rmSync(join(staged, 'tsconfig.json'), { force: true });
  nameSources(from, join(staged, 'dist'));
  writeManifest(library, staged);
  copyFileSync(join(from, 'README.md'), join(staged, 'README.md'));
  if (existsSync(join(from, 'docs'))) cpSync(join(from, 'docs'), join(staged, 'docs'), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  const output = execFileSync('npm', ['pack', staged, '--json', '--pack-destination', resolve(folder)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(resolve(folder), JSON.parse(output)[0].filename);
}

/** Compiles against the declarations of the packages it depends on, which are packed first. */
function projectOf(from, staged, folder) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const paths = {};
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@rollbook/')) continue;
    const library = name.split('/')[1];
    const declarations = join(resolve(folder), `package-${library}`, 'dist/index.d.ts');
    if (!existsSync(declarations)) packLibrary(`libs/${library}`, folder);
    paths[name] = [declarations];
  }
  if (Object.keys(paths).length === 0) return join(from, 'package/tsconfig.json');
  const project = join(staged, 'tsconfig.json');
  const settings = {
    extends: join(from, 'package/tsconfig.json'),
    compilerOptions: { rootDir: join(from, 'src'), typeRoots: [join(root, 'node_modules/@types')], paths },
    include: [join(from, 'src')],
    exclude: [join(from, 'src/**/*.spec.ts')],
  };
  writeFileSync(project, JSON.stringify(settings));
  return project;
}

/**
 * The sources, which the maps hold, by their place in the library instead of on this machine. Of generated sources there are none: nobody
 * steps through them, and they are most of the bytes.
 */
function nameSources(from, dist) {
  for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.map'))) {
    const path = join(dist, file);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    if (map.sourcesContent[0].startsWith('// Generated ')) {
      rmSync(path);
      const compiled = path.slice(0, -'.map'.length);
      writeFileSync(compiled, readFileSync(compiled, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?$/, ''));
      continue;
    }
    map.sources = map.sources.map((source) => relative(from, resolve(dirname(path), source)));
    writeFileSync(path, JSON.stringify(map));
  }
}

/**
 * Without the condition by which this repository imports the sources, which are not in the package.
 */
function writeManifest(library, staged) {
  const manifest = JSON.parse(readFileSync(join(root, library, 'package.json'), 'utf8'));
  const typesVersions = {};
  for (const [path, target] of Object.entries(manifest.exports)) {
    delete target.source;
    if (path !== '.' && target.types) typesVersions[path.slice(2)] = [target.types];
  }
  // For compilers that read no `exports`: `"module": "commonjs"` until TypeScript 5.9.
  const { types, default: main } = manifest.exports['.'];
  Object.assign(manifest, { main, types });
  if (Object.keys(typesVersions).length > 0) manifest.typesVersions = { '*': typesVersions };
  writeFileSync(
    join(staged, 'package.json'),
    JSON.stringify({ ...manifest, ...addressesOf(library) }, undefined, 2),
  );
}
