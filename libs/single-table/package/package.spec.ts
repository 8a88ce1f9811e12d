import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { build, type BuildOptions } from 'esbuild';
import { defineTable } from '@rollbook/single-table';
import { createTableInput } from '@rollbook/single-table/provisioning';
import { engineEndpoint, uniqueTableName } from '../../../test/support/engines/engine.js';
import { ForeignProject, publintMessages, STRICT, typesOf } from '../../../test/support/foreign-project.js';
import { programOf, promisesOf, withUniqueTables } from '../test/support/run-program.js';
import { pack } from './pack.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

/** It has the tarball, and its peer from the repository's packages. */
const foreign = new ForeignProject();
const project = foreign.folder;
const write = foreign.write.bind(foreign);
const link = foreign.link.bind(foreign);
const run = foreign.run.bind(foreign);

let tarball: string;
beforeAll(() => {
  tarball = pack(project);
  foreign.install(tarball);
  link('@aws-sdk/client-dynamodb');
}, 600_000);
afterAll(() => foreign.close());

const installed = (path: string) => join(project, 'node_modules/@rollbook/single-table', path);

interface Manifest {
  exports: Record<string, string | { types: string; default: string }>;
  dependencies?: object;
  peerDependencies?: object;
  sideEffects?: boolean;
}

test('the tarball holds what its exports name, nothing of the repository, and no tests', () => {
  const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as Manifest;
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.keys(manifest.peerDependencies ?? {})).toEqual(['@aws-sdk/client-dynamodb']);
  expect(manifest.sideEffects).toBe(false);
  for (const target of Object.values(manifest.exports))
    for (const path of typeof target === 'string' ? [target] : Object.values(target))
      expect(existsSync(installed(path))).toBe(true);
  const files = run('find', [installed('dist'), '-type', 'f'])
    .trim()
    .split('\n');
  expect(files.filter((file) => /spec/.test(file))).toEqual([]);
  for (const file of files) expect(readFileSync(file, 'utf8').includes(root)).toBe(false);
  for (const file of ['README.md', 'docs/README.md', 'docs/design/adopting.md'])
    for (const [, link = ''] of readFileSync(installed(file), 'utf8').matchAll(
      /\]\(((?:docs|[\w-]+|\.\.)\/[^)#]*\.md)/g,
    ))
      expect([link, link.includes('adr') || existsSync(installed(join(file, '..', link)))]).toEqual([
        link,
        true,
      ]);
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sourcesContent: string[] };
    expect([file, map.sourcesContent.length]).toEqual([file, 1]);
  }
});

test('publint finds nothing in the tarball', async () => {
  expect(await publintMessages(tarball)).toEqual([]);
});

test('arethetypeswrong finds nothing in the tarball, with modules that are resolved by its exports', async () => {
  const { problems, entrypoints } = await typesOf(tarball);
  expect(problems).toEqual([]);
  expect(entrypoints).toBeGreaterThan(10);
});

/** The chapters of the guide in the package, each with its opening, as files of this project. */
const chapters = readdirSync(fileURLToPath(new URL('../docs/', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
}).filter((file) => /\/.*\.md$/.test(file));
const moduleOf = (chapter: string) => `chapter-${chapter.replace(/\W/g, '-')}`;
const chapterText = (file: string) => programOf(readFileSync(installed(`docs/${file}`), 'utf8'));

/** At night also the one that most users have, and that takes ten times as long. */
const COMPILERS =
  process.env['ROLLBOOK_NIGHTLY'] === '1' ? ['typescript', 'typescript-native'] : ['typescript-native'];

test('it compiles in strict programs, the guide and the README, that check its declarations too', () => {
  write('readme.ts', example);
  for (const chapter of chapters)
    write(
      `${moduleOf(chapter)}.ts`,
      withUniqueTables(
        `${chapterText('README.md')}\n${chapterText(chapter)}`.replace(
          'new DynamoDBClient({})',
          `new DynamoDBClient(${JSON.stringify(clientOptions())})`,
        ),
        'guide',
      ),
    );
  write(
    'subpaths.ts',
    `import { renderCatalogue } from '@rollbook/single-table/catalogue-page';
     import { fromClass } from '@rollbook/single-table/class-validator';
     import { fromSchemas } from '@rollbook/single-table/standard-schema';
     import { accessPattern } from '@rollbook/single-table/catalogue';
     import { runMigration } from '@rollbook/single-table/maintenance';
     import { createTableInput } from '@rollbook/single-table/provisioning';
     export const all = [fromClass, fromSchemas, renderCatalogue, accessPattern, runMigration];
     export const more = [createTableInput];
     // @ts-expect-error there is no other way in
     import '@rollbook/single-table/dist/index.js';`,
  );
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { ...STRICT, outDir: 'out' },
      files: ['readme.ts', 'subpaths.ts', ...chapters.map((chapter) => `${moduleOf(chapter)}.ts`)],
    }),
  );
  for (const compiler of COMPILERS)
    run(process.execPath, [join(root, 'node_modules', compiler, 'bin/tsc'), '--project', project]);
}, 600_000);

/** The README's example as a program in JavaScript, against the run's engine. */
function program(tableName: string): string {
  return example
    .replace('new DynamoDBClient({})', `new DynamoDBClient(${JSON.stringify(clientOptions())})`)
    .replaceAll("'school'", JSON.stringify(tableName))
    .replace('CURSOR_SECRET!', 'CURSOR_SECRET');
}
const clientOptions = () => ({
  endpoint: engineEndpoint(),
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const CURSOR_SECRET = 'a secret of the tests, long enough';
const PRINTED = "[ 'art', 'maths' ]\n[ 'ada', 'bob' ]\nAda 2\n";

describe('the guide says what a program does outside of the repository', () => {
  let printed: Record<string, string[]>;
  beforeAll(() => {
    write(
      'chapters.js',
      `const printed = {};
       for (const name of ${JSON.stringify(chapters.map(moduleOf))}) {
         const lines = (printed[name] = []);
         console.log = (...values) => lines.push(values.map((each) => JSON.stringify(each) ?? 'undefined').join(' '));
         await import('./out/' + name + '.js').catch((error) => lines.push(error.stack));
       }
       process.stdout.write(JSON.stringify(printed));`,
    );
    printed = JSON.parse(run(process.execPath, ['chapters.js'], { CURSOR_SECRET })) as typeof printed;
  });

  test.each(chapters)('%s', (chapter) => {
    expect(printed[moduleOf(chapter)]).toEqual(promisesOf(chapterText(chapter)));
  });
});

test('its command plans, runs and verifies the migration that a module exports', async () => {
  const tableName = uniqueTableName();
  const client = new DynamoDBClient(clientOptions());
  write(
    'courses.js',
    `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
     import { defineEntity, defineTable, string } from '@rollbook/single-table';
     import { convert } from '@rollbook/single-table/maintenance';
     export const client = new DynamoDBClient(${JSON.stringify(clientOptions())});
     const definition = defineTable({
       partitionKey: 'PK',
       indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
     });
     const course = defineEntity(definition, {
       name: 'course',
       key: { PK: 'course:{id}' },
       indexes: { GSI1: { GSI1PK: 'teacher:{teacher}', GSI1SK: '{id}' } },
       attributes: { id: string(), teacher: string() },
     });
     const target = { definition, tableName: ${JSON.stringify(tableName)} };
     export const migration = { name: 'by-teacher', target, rules: [convert(course)] };`,
  );
  const keys = defineTable({ partitionKey: 'PK' });
  await client.send(new CreateTableCommand(createTableInput(keys, tableName)));
  const Item = { PK: { S: 'course:art' }, entity: { S: 'course' }, id: { S: 'art' }, teacher: { S: 'ada' } };
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
  const command = join(project, 'node_modules/.bin/single-table');
  const migrate = (...args: string[]) => run(command, ['migrate', ...args]);
  expect(migrate('plan', './courses.js')).toMatch(/Indexes to add: GSI1\..*1 of 1 items would be written/s);
  expect(() => migrate('verify', './courses.js')).toThrow(/1 of 1 items are not as they should be/);
  expect(migrate('run', './courses.js', '--rate', '100', '--segments', '2')).toMatch(/1 of 1 items written/);
  expect(migrate('verify', './courses.js')).toMatch(/1 of 1 items are as they should be/);
  expect(() => migrate('run', './courses.js', '--rate', 'fast')).toThrow(/--rate must be a number over 0/);
  expect(() => migrate('run', write('empty.js', 'export {};'))).toThrow(
    /must export a client and a migration/,
  );
  expect(() => migrate('stop', './courses.js')).toThrow(/Usage: single-table migrate/);
  client.destroy();
}, 600_000);

const bundling = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
  external: ['@aws-sdk/*'],
} satisfies BuildOptions;

const MODELS =
  'telemetry-hub e-commerce-a e-commerce-b blog organisation adjacency-lists write-sharding place-an-order';
test('the models of the literature work on what the package exports', async () => {
  link('expect');
  link('@smithy/undici-http-handler');
  // What the tests have from Jest.
  write(
    'jest.js',
    `import { test, describe, beforeEach, afterEach } from 'node:test';
     import { expect } from 'expect';
     test.each = (rows) => (name, run) => rows.forEach((row) => test(name, () => run(...[row].flat())));
     Object.assign(globalThis, { test, describe, beforeEach, afterEach, expect });`,
  );
  const { metafile } = await build({
    metafile: true,
    ...bundling,
    external: ['@aws-sdk/*', '@smithy/*', '@rollbook/*', 'expect'],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    inject: [join(project, 'jest.js')],
    conditions: ['source'],
    entryPoints: MODELS.split(' ').map((name) =>
      join(root, `libs/single-table/test/conformance/${name}.spec.ts`),
    ),
    outdir: join(project, 'models'),
    outExtension: { '.js': '.mjs' },
  });
  expect(Object.keys(metafile.inputs).filter((each) => each.includes('single-table/src'))).toEqual([]);
  const ROLLBOOK_DYNAMODB_ENDPOINT = engineEndpoint();
  const engine = { ROLLBOOK_DYNAMODB_ENDPOINT, ROLLBOOK_TEST_ENGINE: process.env['ROLLBOOK_TEST_ENGINE'] };
  const files = MODELS.split(' ').map((name) => `models/${name}.spec.mjs`);
  const report = run(process.execPath, ['--test', '--test-reporter=tap', ...files], engine);
  expect(Number(/^# pass (\d+)$/m.exec(report)?.[1])).toBeGreaterThan(30);
  expect(report).toMatch(/^# fail 0$/m);
}, 600_000);

test('a program in plain JavaScript runs', () => {
  const file = write('plain.js', program(uniqueTableName()));
  expect(run(process.execPath, [file], { CURSOR_SECRET })).toBe(PRINTED);
});

test('a program of CommonJS requires it', () => {
  const file = write(
    'required.cjs',
    `const { defineTable } = require('@rollbook/single-table');
     const { createTableInput } = require('@rollbook/single-table/provisioning');
     console.log(Object.keys(createTableInput(defineTable({ partitionKey: 'PK' }), 'plain')).includes('KeySchema'));`,
  );
  // Node 22.15 says on stderr that this is new.
  expect(run(process.execPath, [file])).toBe('true\n');
});

test('esbuild bundles it', async () => {
  const file = write('bundled.js', program(uniqueTableName()));
  const outfile = join(project, 'bundle.mjs');
  await build({ ...bundling, entryPoints: [file], outfile, absWorkingDir: project });
  expect(run(process.execPath, [outfile], { CURSOR_SECRET })).toBe(PRINTED);
});

const LEAN = 'connect, declareEntity, defineTable, string, number, getItem, putItem';
const CHANGES = 'updateItem, transactWrite, createOperation, updateOperation';
test.each([
  ['put and get', `{ ${LEAN} }`, 27_750],
  ['put, get and query', `{ ${LEAN}, queryItems }`, 38_000],
  ['put, get, query, update and transact', `{ ${LEAN}, queryItems, ${CHANGES} }`, 46_000],
  ['a table with every operation', '{ connectTable, defineEntity, defineTable, string, number }', 65_300],
  ['everything but the paths of their own', '*', 73_000],
])('a bundle leaves out what is not used: %s', async (_, names, limit) => {
  const contents = `export ${names} from '@rollbook/single-table';`;
  const { outputFiles } = await build({
    ...bundling,
    stdin: { contents, resolveDir: project },
    minify: true,
    write: false,
  });
  expect(outputFiles[0]!.contents.byteLength).toBeLessThan(limit);
});
