import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../dist/dashboard');
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const files = readdirSync(join(folder, 'assets'));
const gzipped = (file: string) => statSync(join(folder, 'assets', `${file}.gz`)).size;
const KB = 1_000;

/** What a script imports from the start, and what these import. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(folder, 'assets', file), 'utf8');
  for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(imported, found);
  return found;
}

const entry = /<script type="module" crossorigin src="\/assets\/([^"]+)"/.exec(html)?.[1] ?? '';
const sizeOf = (scripts: Set<string>) => [...scripts].map(gzipped).reduce((sum, size) => sum + size, 0);

test.each(['accounts-page', 'users-page', 'overview-page', 'access-page', 'login-page'])(
  'the JavaScript of a first visit to %s is at most 160 kB, compressed',
  (page) => {
    const chunk = files.find((file) => file.startsWith(`${page}-`) && file.endsWith('.js')) ?? '';
    const size = sizeOf(withImports(chunk, withImports(entry)));
    expect({ page, size, ok: size > 90 * KB && size <= 160 * KB }).toEqual({ page, size, ok: true });
  },
);

test('the styles are at most 12 kB, compressed', () => {
  const styles = files.filter((file) => file.endsWith('.css'));
  expect(sizeOf(new Set(styles))).toBeLessThanOrEqual(12 * KB);
});

test('the letters that every page has are loaded ahead, and are at most 40 kB; no size of type is outside of the scale', () => {
  const [, font = ''] =
    /<link rel="preload" as="font" type="font\/woff2" crossorigin href="\/assets\/([^"]+)"/.exec(html) ?? [];
  expect(statSync(join(folder, 'assets', font)).size).toBeLessThanOrEqual(40 * KB);
  expect(readFileSync(join(folder, 'third-party.md'), 'utf8')).toContain('geist');
  const css = readFileSync(join(folder, 'assets', files.find((file) => file.endsWith('.css')) ?? ''), 'utf8');
  // Tailwind's own for `code`, `small` and what inherits.
  const sizes = [...css.matchAll(/font-size:([^;}]+)/g)].map(([, size = '']) => size);
  expect(
    sizes.filter((size) => !/^(var\(--text-(2xs|xs|sm|base|xl)\)|1em|75%|80%|100%|inherit)$/.test(size)),
  ).toEqual([]);
});

test('every script and style is there compressed, and named by its content', () => {
  for (const file of files.filter((each) => /\.(js|css|svg|woff2)$/.test(each))) {
    expect(file).toMatch(/-[\w-]{8}\.\w+$/);
    // A font is compressed already.
    if (file.endsWith('.woff2')) continue;
    expect(
      existsSync(join(folder, 'assets', `${file}.br`)) && existsSync(join(folder, 'assets', `${file}.gz`)),
    ).toBe(true);
  }
});

test('the page holds no script and no style of its own, which its policy would refuse', () => {
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\bon\w+=/);
});
