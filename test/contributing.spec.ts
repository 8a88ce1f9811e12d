import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);

test('every place that CONTRIBUTING.md sends people to exists', () => {
  const guide = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  const places = Array.from(
    guide.matchAll(/`((?:apps|libs|clients|infra|test|docs|tools)\/[\w./-]+)`/g),
    ([, path]) => path ?? '',
  );
  expect(places.length).toBeGreaterThan(30);
  expect(places.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test.each(['add-a-field', 'add-an-aggregate', 'add-a-role'])(
  '%s, which runs at night, finds every line it inserts at',
  (name) => {
    const file = fileURLToPath(new URL(`test/scaffold/${name}.mjs`, root));
    expect(() => execFileSync(process.execPath, [file, '--check'], { stdio: 'pipe' })).not.toThrow();
  },
);

test('decisions are numbered without holes, and every number that is named is one of them', () => {
  const folder = new URL('docs/adr/', root);
  const titles = readdirSync(folder)
    .sort()
    .map((file) => /^# (\d+)\./.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1]);
  expect(titles).toEqual(titles.map((_, index) => String(index + 1)));
  const walk = readFileSync(new URL('docs/ARCHITECTURE.md', root), 'utf8');
  for (const [, number = '', file = ''] of walk.matchAll(/\[ADR (\d+)\]\(adr\/([\w-]+\.md)\)/g)) {
    expect(file.startsWith(number.padStart(4, '0'))).toBe(true);
    expect(existsSync(new URL(file, folder))).toBe(true);
  }
});
