import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasesOf } from '../tools/release-notes.mjs';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
  name: string;
  version: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  publishConfig?: object;
}
const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;
const { version, workspaces = [] } = manifestOf('.');
const packages = workspaces.map(manifestOf);
const releases = releasesOf(read('CHANGELOG.md'));

test('all packages have one version, and need each other in that', () => {
  expect(packages.length).toBeGreaterThan(4);
  expect(packages.filter((each) => each.version !== version).map(({ name }) => name)).toEqual([]);
  const needed = [manifestOf('.'), ...packages].flatMap(({ name, dependencies = {} }) =>
    Object.entries(dependencies).flatMap(([other, wanted]) =>
      other.startsWith('@rollbook/') ? [{ name, other, wanted }] : [],
    ),
  );
  expect(needed.length).toBeGreaterThan(3);
  expect(needed.filter(({ wanted }) => wanted !== version)).toEqual([]);
});

test('the changelog begins with the version that this is, and each release says what to do', () => {
  expect(releases[0]?.version).toBe(version);
  const inOrder = releases
    .map((each) => each.version)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  expect(releases.map((each) => each.version)).toEqual(inOrder);
  for (const { version: each, date = '', notes } of releases) {
    expect([each, Number.isNaN(Date.parse(date))]).toEqual([each, false]);
    expect([each, notes.startsWith('### When upgrading\n')]).toEqual([each, true]);
  }
});

test('the promise names each package that is published', () => {
  const promise = read('docs/stability.md');
  const published = packages.filter(({ publishConfig }) => publishConfig);
  expect(published.filter(({ name }) => !promise.includes(`\`${name}\``))).toEqual([]);
});

test('the list of what the programs are built of has what is installed without tools, and nothing else', () => {
  execFileSync(process.execPath, ['tools/pack-release.mjs', '--sbom'], { cwd: root, stdio: 'pipe' });
  const folder = join(root, 'dist/release');
  expect(readdirSync(folder)).toEqual([`rollbook-${version}.cdx.json`]);
  const sbom = JSON.parse(read(`dist/release/rollbook-${version}.cdx.json`)) as {
    metadata: { component: { name: string; version: string } };
    components: { name: string; group?: string; version: string; licenses?: object[]; purl: string }[];
  };
  expect(sbom.metadata.component).toMatchObject({ name: 'rollbook', version, type: 'application' });
  const names = new Set(
    sbom.components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]*$/g, '')),
  );
  for (const name of Object.keys(manifestOf('.').dependencies ?? {})) expect(names).toContain(name);
  for (const tool of ['jest', 'aws-cdk-lib', 'vite']) expect(names).not.toContain(tool);
});
