import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

// `npm run image:check` also runs the steps, in clean folders, which takes too long here.
test('the linter has nothing to say of the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([]);
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
