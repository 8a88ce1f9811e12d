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

test('the client in Python has it too', () => {
  expect(/^version = "(.+)"$/m.exec(read('clients/python/pyproject.toml'))?.[1]).toBe(version);
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

test('the promise names each package that is published, and no other', () => {
  const promised = [...read('docs/stability.md').matchAll(/`(@rollbook\/[\w-]+)`/g)].map(([, name]) => name);
  const published = packages.filter(({ publishConfig }) => publishConfig).map(({ name }) => name);
  expect([...new Set(promised)].toSorted()).toEqual(['@rollbook/cdk', ...published].toSorted());
});

test('each README of a package has its whole name, and the line that installs it', () => {
  for (const folder of [...workspaces, 'infra/package', 'apps/local/package']) {
    const readme = read(join(folder, 'README.md'));
    const [, name = ''] = /^# (.+)\n/.exec(readme) ?? [];
    expect([folder, name]).toEqual([folder, expect.stringMatching(/^(@rollbook\/[\w-]+|rollbook)$/)]);
    expect([name, readme]).toEqual([
      name,
      expect.stringMatching(new RegExp(`^npm install (--save-dev )?(rollbook )?${name}\\b`, 'm')),
    ]);
  }
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
