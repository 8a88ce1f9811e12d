import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

// `npm run image:check` also runs the steps, in clean folders, which takes too long here.
test('the linter has nothing to say of the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test('every stage runs on the Node that the repository is developed on, and a digest is one', () => {
  const version = readFileSync(join(root, '.node-version'), 'utf8').trim();
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
  expect(bases.length).toBeGreaterThan(1);
  for (const base of bases) {
    const [image, digest] = base.split('@');
    expect(image).toBe(`node:${version}-slim`);
    if (digest !== undefined) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  }
  // What is not named by a digest is by Renovate, once it runs.
  const { extends: rules } = JSON.parse(readFileSync(join(root, 'renovate.json'), 'utf8')) as {
    extends: string[];
  };
  expect(rules).toContain('docker:pinDigests');
});

test('the image runs as an ordinary user, and copies only what its context has', () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  const context = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').slice(0, -1),
  );
  expect(copied.length).toBeGreaterThan(5);
  for (const source of copied) expect(context).toContain(`!${source}`);
});
