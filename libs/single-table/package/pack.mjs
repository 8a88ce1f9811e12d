import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** README and guide, with links to one another as they are in the package. */
function copyDocuments(staged) {
  const copy = (from, to, links) => {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(
      to,
      links.reduce((text, [old, now]) => text.replaceAll(old, now), readFileSync(from, 'utf8')),
    );
  };
  copy(at('../README.md'), join(staged, 'README.md'), [['](../../docs/single-table/', '](docs/']]);
  const guide = at('../../../docs/single-table');
  for (const file of readdirSync(guide, { recursive: true }).filter((name) => name.endsWith('.md')))
    copy(join(guide, file), join(staged, 'docs', file), [
      ['../../../libs/single-table/README.md', '../../README.md'],
    ]);
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
  copyFileSync(at('package.json'), join(staged, 'package.json'));
  copyDocuments(staged);
  copyFileSync(at('../../../LICENSE'), join(staged, 'LICENSE'));
  const output = execFileSync('npm', ['pack', staged, '--json', '--pack-destination', resolve(folder)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(resolve(folder), JSON.parse(output)[0].filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(pack(process.argv[2] ?? 'dist/packages'));
