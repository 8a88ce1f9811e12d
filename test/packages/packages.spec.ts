import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { addressesOf } from '../../tools/addresses.mjs';
import { packLibrary } from '../../tools/pack-library.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount } from '../support/api/people.js';
import { ROOT } from '../support/documented-commands.js';
import { ForeignProject, publintMessages, typesOf } from '../support/foreign-project.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

// A project of its own, outside the repository, installs the packages and does with them what their users do on a first day.

const PACKAGES = ['client', 'events', 'guard'] as const;

let project: ForeignProject;
let api: RunningApi;
let processor: ProcessorOfApi;
const tarballs = new Map<string, string>();

beforeAll(async () => {
  project = new ForeignProject();
  for (const name of PACKAGES) tarballs.set(name, packLibrary(`libs/${name}`, project.folder));
  project.install(...tarballs.values());
  api = await startApi();
  processor = await startProcessorOf(api);
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  project.close();
});

const installed = (name: string, path: string) => join(project.folder, 'node_modules/@rollbook', name, path);

test.each(PACKAGES)(
  'the tarball of %s has no dependency outside, no test, and nothing of the repository',
  (name) => {
    const manifest = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({ type: 'module', publishConfig: { provenance: true } });
    expect(
      Object.keys(manifest['dependencies'] ?? {}).filter((other) => !other.startsWith('@rollbook/')),
    ).toEqual([]);
    expect(manifest).not.toHaveProperty('optionalDependencies');
    // Only for their types, and only where they are installed anyway.
    const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest as {
      [kind in 'peerDependencies' | 'peerDependenciesMeta']?: object;
    };
    expect(peerDependenciesMeta).toEqual(
      Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, { optional: true }])),
    );
    expect(manifest['keywords']).toContain('rollbook');
    const files = readdirSync(installed(name, '.'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /spec/.test(file))).toEqual([]);
    // Of what is generated, which is most of the bytes, nobody reads the source.
    const generated = files
      .filter((file) => /(schema|generated)\.js/.test(file))
      .map((file) => basename(file));
    expect(generated).toEqual({ client: ['schema.js'], events: ['generated.js'], guard: [] }[name]);
    for (const file of files.filter((path) => path.endsWith('.js'))) {
      const mapped = /\/\/# sourceMappingURL=(.*)$/m.exec(readFileSync(installed(name, file), 'utf8'))?.[1];
      expect([file, mapped]).toEqual([
        file,
        generated.includes(basename(file)) ? undefined : `${basename(file)}.map`,
      ]);
    }
    for (const file of files.filter((path) => /\.(js|ts|map|json|md)$/.test(path)))
      expect([file, readFileSync(installed(name, file), 'utf8').includes(ROOT)]).toEqual([file, false]);
  },
);

test('where a workflow packs them, the manifests say where they come from and where mistakes are reported', () => {
  const [GITHUB_SERVER_URL, GITHUB_REPOSITORY] = ['https://github.com', 'acme/rollbook'];
  Object.assign(process.env, { GITHUB_SERVER_URL, GITHUB_REPOSITORY });
  try {
    expect(addressesOf('libs/guard')).toEqual({
      repository: { type: 'git', url: 'git+https://github.com/acme/rollbook.git', directory: 'libs/guard' },
      homepage: 'https://github.com/acme/rollbook/tree/main/libs/guard#readme',
      bugs: 'https://github.com/acme/rollbook/issues',
    });
    const tarball = packLibrary('libs/guard', join(project.folder, 'from-a-workflow'));
    const manifest = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
    expect(JSON.parse(manifest)).toMatchObject(addressesOf('libs/guard'));
  } finally {
    delete process.env['GITHUB_SERVER_URL'];
    delete process.env['GITHUB_REPOSITORY'];
  }
});

test.each(PACKAGES)('publint and arethetypeswrong find nothing in %s', async (name) => {
  const tarball = tarballs.get(name)!;
  expect(await publintMessages(tarball)).toEqual([]);
  expect(await typesOf(tarball)).toEqual({ problems: [], entrypoints: 2 });
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
    cwd: project.folder,
    env: project.environment({ BASE: api.url, TOKEN, ACCOUNT }),
  });
  return JSON.parse(stdout) as unknown;
}

test('a program in JavaScript does its first day, and so does its bundle for a function', async () => {
  const file = project.write('first-day.mjs', FIRST_DAY);
  const expected = { before: false, after: true, taken: true };
  expect(await firstDay(file)).toEqual(expected);
  const outfile = join(project.folder, 'bundle.mjs');
  const bundle = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    outfile,
  } as const;
  await build({ ...bundle, entryPoints: [file], absWorkingDir: project.folder });
  rmSync(join(project.folder, 'node_modules', '@rollbook'), { recursive: true });
  expect(await firstDay(outfile)).toEqual(expected);
  // Small enough for any function: both packages, minified.
  expect(readFileSync(outfile).length).toBeLessThan(40_000);
});
