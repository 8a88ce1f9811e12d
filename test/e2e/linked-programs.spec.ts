import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, resolve } from 'node:path';

/** What tools/link.mjs leaves in dist/programs. That it answers as before is what every test of a process shows. */

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'dist/programs');

test('a stack trace of a linked program leads to the TypeScript', () => {
  const text = 'The API did not stop cleanly';
  const linked = readFileSync(join(folder, 'api.js'), 'utf8').split('\n');
  const line = linked.findIndex((each) => each.includes(text));
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'api.js.map'), 'utf8')) as SourceMapPayload);
  const entry = map.findEntry(line, linked[line]?.indexOf(text) ?? 0);
  if (!('originalSource' in entry)) throw new Error(`Line ${line} is on no map.`);
  const source = resolve(folder, entry.originalSource);
  expect(relative(root, source)).toBe(join('apps', 'api', 'src', 'main.ts'));
  expect(readFileSync(source, 'utf8').split('\n')[entry.originalLine]).toContain(text);
});
