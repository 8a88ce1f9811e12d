import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { startStreamProcessor, type StreamProcessor } from '../../apps/stream-processor/src/node-host.js';
import { packLibrary } from '../../tools/pack-library.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount } from '../support/api/people.js';
import { masterKeyFile } from '../support/directory/master-key.js';
import { engineEndpoint } from '../support/engines/engine.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';

// A project of its own, outside the repository, installs the packages and does with them what their users do on a first day.

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = ['client', 'guard'] as const;

let project: string;
let api: RunningApi;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let processor: StreamProcessor;
const tarballs = new Map<string, string>();

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'foreign-'));
  for (const name of PACKAGES) tarballs.set(name, packLibrary(`libs/${name}`, project));
  write('package.json', JSON.stringify({ name: 'foreign', private: true, type: 'module' }));
  const install = ['install', '--offline', '--no-audit', '--no-fund', ...tarballs.values()];
  execFileSync('npm', install, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  for (const name of ['@types/node', 'undici-types']) link(name);
  api = await startApi();
  bus = await startRecordedBus();
  processor = await startStreamProcessor(
    {
      table: api.configuration.table.name,
      eventBus: 'rollbook',
      masterKeyFile: masterKeyFile(),
      dynamodbEndpoint: engineEndpoint(),
      eventBridgeEndpoint: bus.url,
    },
    () => {},
  );
});
afterAll(async () => {
  await processor.stop();
  await bus.stop();
  await api.close();
  rmSync(project, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  writeFileSync(join(project, name), text);
  return join(project, name);
}

function link(name: string): void {
  mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name), 'dir');
}

/** Without the conditions and loaders of the tests. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...more };
}

const installed = (name: string, path: string) => join(project, 'node_modules/@rollbook', name, path);

test.each(PACKAGES)('the tarball of %s has no dependency, no test, and nothing of the repository', (name) => {
  const manifest = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(manifest).toMatchObject({ type: 'module', publishConfig: { provenance: true } });
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    expect(manifest).not.toHaveProperty(kind);
  const files = readdirSync(installed(name, '.'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /spec/.test(file))).toEqual([]);
  for (const file of files.filter((path) => /\.(js|ts|map|json|md)$/.test(path)))
    expect([file, readFileSync(installed(name, file), 'utf8').includes(root)]).toEqual([file, false]);
});

test.each(PACKAGES)('publint and arethetypeswrong find nothing in %s', async (name) => {
  const bytes = Uint8Array.from(readFileSync(tarballs.get(name)!));
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  expect(messages).toEqual([]);
  const checked = await checkPackage(createPackageFromTarballData(bytes));
  if (!checked.types) throw new Error('The package has no types.');
  // ES modules only, which `require` loads since Node 22.12.
  const others = ['node10', 'node16-cjs'];
  const problems = checked.problems.filter(
    (problem) => !('resolutionKind' in problem && others.includes(problem.resolutionKind)),
  );
  expect(problems).toEqual([]);
});

/** The first example of each README, as a program. */
const examples = PACKAGES.map((name) => {
  const readme = readFileSync(join(root, 'libs', name, 'README.md'), 'utf8');
  return { name, code: /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '' };
});

test('a strict TypeScript project compiles the examples of the READMEs', () => {
  const files = examples.map(({ name, code }) => write(`${name}.ts`, code).slice(project.length + 1));
  const compilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    },
    ...{
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      noEmit: true,
    },
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, '--project', project], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
});

/** What a service does on its first day, in plain JavaScript. */
const FIRST_DAY = `
import { createClient, isRollbookError } from '@rollbook/client';
import { openGuard } from '@rollbook/guard';

const { BASE: baseUrl, TOKEN: token, ACCOUNT: accountId } = process.env;
const rollbook = createClient({ baseUrl, token });
const path = { accountId };
const ada = await rollbook.post('/v1/accounts/{accountId}/users', { path, body: { name: 'Ada', email: 'ada@example.com' } });
const prod = await rollbook.post('/v1/accounts/{accountId}/service-groups', { path, body: { name: 'prod' } });
const guard = await openGuard({ baseUrl, token, accountId });
const before = guard.mayEnter(ada.id, prod.id);
const { headers } = await rollbook.request('PUT', '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
  path: { ...path, serviceGroupId: prod.id, userId: ada.id },
});
const after = await guard.mayEnter(ada.id, prod.id, { atLeast: headers.get('rollbook-position') });
await guard.close();
const taken = await rollbook
  .post('/v1/accounts/{accountId}/service-groups', { path, body: { name: 'prod' } })
  .catch((error) => isRollbookError(error, 'service_group_name_taken'));
console.log(JSON.stringify({ before, after, taken }));
`;

async function firstDay(file: string): Promise<unknown> {
  const { id: ACCOUNT } = await createAccount(api);
  const TOKEN = await api.issuer.signOperatorToken({ subject: 'tester' });
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: project,
    env: environment({ BASE: api.url, TOKEN, ACCOUNT }),
  });
  return JSON.parse(stdout) as unknown;
}

test('a program in JavaScript does its first day, and so does its bundle for a function', async () => {
  const file = write('first-day.mjs', FIRST_DAY);
  const expected = { before: false, after: true, taken: true };
  expect(await firstDay(file)).toEqual(expected);
  const outfile = join(project, 'bundle.mjs');
  const bundle = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    outfile,
  } as const;
  await build({ ...bundle, entryPoints: [file], absWorkingDir: project });
  rmSync(join(project, 'node_modules', '@rollbook'), { recursive: true });
  expect(await firstDay(outfile)).toEqual(expected);
  // Small enough for any function: both packages, minified.
  expect(readFileSync(outfile).length).toBeLessThan(40_000);
});
