import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packLibrary } from '../../tools/pack-library.mjs';
import { ROOT } from '../support/documented-commands.js';
import { ForeignProject, STRICT } from '../support/foreign-project.js';

// Every block of TypeScript of every page is a module of its own, as a reader pastes it, in a project outside the repository with the
// packages from their tarballs. Only the chapters of the guide to single-table are read from the top: one module for each.

const GUIDE = 'libs/single-table/docs/';
/** Generated from the declarations that the other pages are compiled with; and set-ups.spec.ts runs those of the second page. */
const ELSEWHERE = [`${GUIDE}reference.md`, 'docs/packages.md'];
/** About code that is in no package. */
const INSIDE = 'libs/dynamodb-streams/README.md';

const PACKAGES = ['client', 'events', 'guard', 'react', 'single-table', 'subscriber', 'testing'];
/** What the blocks import besides. */
const OTHERS = [
  ...['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb', '@types/express', '@types/pg', '@types/react'],
  ...['csstype', 'express', 'pg', 'react', 'standardwebhooks'],
];

/** With `ROLLBOOK_REGISTRY=1`, which has the oldest, those of three majors. */
const ALL = process.env['ROLLBOOK_REGISTRY'] === '1';
const COMPILERS = ALL ? ['typescript@5.9.3', 'typescript', 'typescript-native'] : ['typescript-native'];
const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const TRIED = COMPILERS.flatMap((compiler) =>
  Object.entries(RESOLUTIONS).map(([resolution, settings]) => ({ compiler, resolution, settings })),
);

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !ELSEWHERE.includes(page));
const blocksOf = (page: string) =>
  Array.from(textOf(page).matchAll(/^ *```(tsx?)\n([\s\S]*?)^ *```$/gm), ([, language, code]) => ({
    language: language!,
    code: code!,
  }));
/** A chapter of the guide, with what all of them begin with. */
const chapterOf = (page: string) => ({
  language: 'ts',
  code: [`${GUIDE}README.md`, page].flatMap((each) => blocksOf(each).map(({ code }) => code)).join('\n'),
});

let project: ForeignProject;
const files: string[] = [];

beforeAll(() => {
  project = new ForeignProject();
  project.install(...PACKAGES.map((name) => packLibrary(`libs/${name}`, project.folder)));
  for (const name of OTHERS) project.link(name);
  if (ALL) project.add('--no-save', '--prefix', 'oldest', COMPILERS[0]!);
  for (const page of pages.filter((each) => each !== INSIDE)) {
    const isChapter = page.startsWith(GUIDE) && page.slice(GUIDE.length).includes('/');
    for (const [at, { language, code }] of (isChapter ? [chapterOf(page)] : blocksOf(page)).entries()) {
      const file = `${page.replace(/\W+/g, '-')}-${at}.${language}`;
      project.write(file, `${code}\nexport {};`);
      files.push(file);
    }
  }
});
afterAll(() => project.close());

function compilerOf(compiler: string): string {
  const from = compiler.includes('@') ? join(project.folder, 'oldest') : ROOT;
  return join(from, 'node_modules', compiler.split('@')[0]!, 'bin/tsc');
}

test.each(TRIED)('every block compiles with $compiler and $resolution', ({ compiler, settings }) => {
  const compilerOptions = { ...STRICT, ...settings, jsx: 'react-jsx', noEmit: true };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  project.run(process.execPath, [compilerOf(compiler), '--project', project.folder]);
  expect(files.length).toBeGreaterThan(30);
});

/** Of the page of the packages. */
const IN_COMMONJS = { nodenext: true, node20: true, commonjs: true, node16: false, node18: false };

test.each(
  COMPILERS.flatMap((compiler) =>
    Object.entries(IN_COMMONJS).map(([module, compiles]) => ({ compiler, module, compiles })),
  ),
)('a CommonJS project with $compiler and $module compiles: $compiles', ({ compiler, module, compiles }) => {
  const names = [
    'client',
    'events',
    'guard',
    'react',
    'single-table',
    'subscriber',
    'subscriber/sqlite',
    'testing',
  ];
  const lines = names.map((name) => `import * as _${name.replace(/\W/g, '')} from '@rollbook/${name}';`);
  project.write('common.cts', lines.join('\n'));
  const compilerOptions = { ...STRICT, skipLibCheck: true, module, noEmit: true };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['common.cts'] }));
  const compile = () => project.run(process.execPath, [compilerOf(compiler), '--project', project.folder]);
  if (compiles) compile();
  else expect(compile).toThrow('TS1479');
});

test('so does what a README shows of the repository itself', () => {
  const blocks = blocksOf(INSIDE).map(({ code }) => code);
  expect(blocks).toHaveLength(1);
  // Inside, where its imports lead to the sources.
  const folder = mkdtempSync(join(ROOT, 'dist/documented-'));
  try {
    writeFileSync(join(folder, 'block.ts'), blocks[0]!);
    const compilerOptions = { noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
    const settings = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files: ['block.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    project.run(process.execPath, [compilerOf('typescript-native'), '--project', folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
