import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { startApi } from '../../support/api/api.js';
import { startApiProcess } from '../../support/processes/api-process.js';
import { printedDocument } from '../../support/contract.js';

/** What tools/link.mjs leaves in dist/programs. That it answers as before is what every test of a process shows. */

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'dist/programs');

test('the linked API describes itself as the API does: its classes are named as before', async () => {
  const api = await startApi();
  const linked = await startApiProcess(api, {});
  try {
    const served = (await (await fetch(`${linked.url}/openapi.json`)).json()) as object;
    expect(served).toEqual(JSON.parse(readFileSync(printedDocument(), 'utf8')));
  } finally {
    linked.child.kill('SIGTERM');
    await linked.exit;
    await api.close();
  }
});

test('a stack trace of a linked program leads to the TypeScript', () => {
  const text = 'is in use: stop the program that uses it';
  const linked = readFileSync(join(folder, 'api.js'), 'utf8').split('\n');
  const line = linked.findIndex((each) => each.includes(text));
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'api.js.map'), 'utf8')) as SourceMapPayload);
  const entry = map.findEntry(line, linked[line]?.indexOf(text) ?? 0);
  if (!('originalSource' in entry)) throw new Error(`Line ${line} is on no map.`);
  const source = resolve(folder, entry.originalSource);
  expect(relative(root, source)).toBe(join('apps', 'api', 'src', 'main.ts'));
  expect(readFileSync(source, 'utf8').split('\n')[entry.originalLine]).toContain(text);
});
