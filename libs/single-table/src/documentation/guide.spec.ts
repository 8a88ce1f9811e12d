import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compilerErrors } from '../../test/support/compile.js';
import { onDynamoDBLocal } from '../../../../test/support/engines/engine.js';
import { programOf, promisesOf, runProgram } from '../../test/support/run-program.js';
import type { CallReport } from '@rollbook/single-table';

const guide = new URL('../../docs/', import.meta.url);
const chapters = readdirSync(guide, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\/.*\.md$/.test(file))
  .sort();
const textOf = (file: string) => readFileSync(new URL(file, guide), 'utf8');
const opening = programOf(textOf('README.md'));
const HEADING = '\n## Calls and cost\n';

/** The calls of a program in order, with what each cost; equal ones in a row are counted. */
function costTable(calls: readonly CallReport[]): string {
  const rows: { cells: string; count: number }[] = [];
  for (const { operation, index = '', entities, capacity } of calls) {
    const { read = 0, write = 0 } = capacity ?? {};
    const names = [...new Set(entities)].join(', ');
    const cells = `${operation} | ${index} | ${names} | ${read || ''} | ${write || ''}`;
    const last = rows.at(-1);
    if (last?.cells === cells) last.count++;
    else rows.push({ cells, count: 1 });
  }
  const lines = rows.map(({ cells, count }) => `| ${count} | ${cells} |`);
  return `${HEADING}
| calls | operation | index | entities | read units each | write units each |
| ----: | --------- | ----- | -------- | --------------: | ---------------: |
${lines.join('\n')}
`;
}

/** As a formatter leaves it: the cells of a table without the spaces that align them. */
const plain = (text: string) =>
  text
    .replace(/ *\| */g, '|')
    .replace(/-+:?/g, '-')
    .trim();

test('the guide lists every chapter, the thirteen in order', () => {
  const listed = Array.from(textOf('README.md').matchAll(/\]\(([\w-]+\/[\w/-]+\.md)\)/g), ([, file]) => file);
  expect([...listed].sort()).toEqual(chapters);
  expect(textOf('README.md').match(/^\d+\. /gm)).toHaveLength(13);
});

test('its programs compile', () => {
  const all = chapters
    .map((file) => `async function chapter(): Promise<void> {\n${withoutImports(programOf(textOf(file)))}\n}`)
    .map((text, at) => text.replace('chapter()', `chapter${at}()`));
  const imports = chapters.map((file) => programOf(textOf(file))).concat(opening);
  const text = `${importsOf(imports)}\n${withoutImports(opening)}\n${all.join('\n')}\nvoid [${all.map((_, at) => `chapter${at}`).join(', ')}];`;
  expect(compilerErrors('libs/single-table/src/guide-program.ts', text)).toEqual([]);
});

const IMPORT = /^import ([\s\S]*?) from (.*);$/gm;
const withoutImports = (text: string) => text.replace(IMPORT, '');

/** The imports of several programs, each name once. */
function importsOf(texts: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  for (const [, list = '', from = ''] of texts.join('\n').matchAll(IMPORT)) {
    const known = names.get(from) ?? names.set(from, new Set()).get(from)!;
    for (const name of list.replace(/[{}\s]+/g, ' ').split(',')) if (name.trim()) known.add(name.trim());
  }
  return [...names].map(([from, each]) => `import { ${[...each].join(', ')} } from ${from};`).join('\n');
}

test.each(chapters)('%s prints what it says, and makes the calls it lists at their cost', async (file) => {
  const document = textOf(file);
  const program = programOf(document);
  const { printed, calls } = await runProgram(`${opening}\n${program}`, 'guide');
  expect(promisesOf(program).length).toBeGreaterThan(0);
  expect(printed).toEqual(promisesOf(program));
  const [text = '', told = ''] = document.split(HEADING);
  const cost = costTable(calls);
  if (process.env['ROLLBOOK_WRITE_DOCS']) writeFileSync(new URL(file, guide), text.trimEnd() + '\n' + cost);
  // DynamoDB Local counts the units of transactions otherwise.
  else if (!onDynamoDBLocal()) expect(plain(HEADING + told)).toBe(plain(cost));
});
