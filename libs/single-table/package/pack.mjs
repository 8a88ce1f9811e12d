import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = (script, args) => execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' });

/** The sources, which the maps hold, by their place in the library instead of on this machine. */
function nameSources(dist) {
  for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.map'))) {
    const path = join(dist, file);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    map.sources = map.sources.map((source) => relative(at('..'), resolve(dirname(path), source)));
    writeFileSync(path, JSON.stringify(map));
  }
}

/** Without the condition by which this repository imports the sources, which are not in the package. */
function writeManifest(staged) {
  const manifest = JSON.parse(readFileSync(at('../package.json'), 'utf8'));
  for (const target of Object.values(manifest.exports)) delete target.source;
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest, undefined, 2));
}

export function pack(folder) {
  const staged = join(resolve(folder), 'package');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  run(at('../../../node_modules/typescript-native/bin/tsc'), [
    '--project',
    at('tsconfig.json'),
    '--outDir',
    join(staged, 'dist'),
  ]);
  nameSources(join(staged, 'dist'));
  writeManifest(staged);
  copyFileSync(at('../README.md'), join(staged, 'README.md'));
  cpSync(at('../docs'), join(staged, 'docs'), { recursive: true });
  copyFileSync(at('../../../LICENSE'), join(staged, 'LICENSE'));
  const output = execFileSync('npm', ['pack', staged, '--json', '--pack-destination', resolve(folder)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(resolve(folder), JSON.parse(output)[0].filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(pack(process.argv[2] ?? 'dist/packages'));
