import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/documented-commands.js';
import { freePort, startLocalRollbook } from '../../support/processes/local-rollbook.js';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-doctor-'));
  env = {
    PORT: String(await freePort()),
    ROLLBOOK_BUS_PORT: String(await freePort()),
    ROLLBOOK_SIGN_IN_PORT: String(await freePort()),
    ROLLBOOK_DATA_DIR: join(folder, 'data'),
    ROLLBOOK_PROFILES: join(folder, 'none.json'),
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const doctor = (
  nodeOptions: string[] = [],
  options: string[] = [],
): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    const args = [...nodeOptions, join(ROOT, 'dist/programs/rollbook.js'), 'doctor', ...options];
    execFile(process.execPath, args, { env: { PATH, HOME, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, lines: (stdout + stderr).trim().split('\n') }),
    );
  });

/** The line of a subject, and what to do, if something is wrong. */
const about = ({ lines }: { lines: string[] }, subject: string): string[] => {
  const at = lines.findIndex((line) => line.slice(2).startsWith(subject));
  const next = lines[at + 1] ?? '';
  return [lines[at] ?? '', ...(next.startsWith('   ') ? [next.trim()] : [])].map((line) =>
    line.replaceAll(/ +/g, ' '),
  );
};

test('finds nothing wrong before the first start, while it runs, and after it', async () => {
  const before = await doctor();
  expect(before).toMatchObject({ code: 0, lines: expect.arrayContaining(['Nothing is wrong.']) as string[] });
  expect(about(before, 'data')).toEqual([`✓ data ${folder}/data will be created`]);
  const rollbook = await startLocalRollbook(join(folder, 'data'), env);
  try {
    const during = await doctor();
    expect([during.code, about(during, 'API port')]).toEqual([
      0,
      [`✓ API port ${env['PORT']} is in use: Rollbook is running`],
    ]);
    expect(about(during, 'clock')).toEqual([`✓ clock as that of http://127.0.0.1:${env['PORT']}`]);
    expect(about(during, 'table')[0]).toMatch(/^✓ table its shape is (\d+); this version needs \1$/);
  } finally {
    await rollbook.stop();
  }
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(join(folder, 'data/engine.db'), later, later);
  const after = await doctor();
  expect(after.code).toBe(1);
  expect(about(after, 'clock')).toEqual([
    expect.stringMatching(/^✗ clock 3,\d{3} s behind the last change of the data$/),
    expect.stringContaining('NTP'),
  ]);
});

test('names a port that another program has, and the variable to set', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  env['ROLLBOOK_BUS_PORT'] = String(port);
  const found = await doctor();
  other.close();
  expect([found.code, found.lines.at(-1)]).toEqual([1, '1 of 8 are wrong.']);
  expect(about(found, 'bus port')).toEqual([
    `✗ bus port ${port} is in use`,
    'Stop the program that uses it, or set another ROLLBOOK_BUS_PORT.',
  ]);
});

test('looks at the ports that rollbook dev uses with the same --port', async () => {
  const port = await freePort();
  env = { ROLLBOOK_DATA_DIR: env['ROLLBOOK_DATA_DIR'], ROLLBOOK_PROFILES: env['ROLLBOOK_PROFILES'] };
  const found = await doctor([], ['--port', String(port)]);
  const lines = ['API port', 'bus port', 'sign-in port'].map((subject) => about(found, subject)[0]);
  expect(lines.map((line) => Number(/port (\d+)/.exec(line!)?.[1]))).toEqual([port, port + 1, port + 3]);
  const refused = await doctor([], ['--port', '0']);
  expect(refused).toMatchObject({ code: 2, lines: [expect.stringContaining('--port is a number from 1')] });
});

test('says where the API has another time', async () => {
  const api = createServer((_, response) =>
    response.setHeader('date', new Date(Date.now() - 600_000).toUTCString()).end(),
  );
  await once(api.listen(0, '127.0.0.1'), 'listening');
  env['ROLLBOOK_API_URL'] = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const found = await doctor();
  api.closeAllConnections();
  api.close();
  expect(about(found, 'clock')[0]).toMatch(/^✗ clock (600|601) s ahead of that of http/);
});

test('says what is wrong with the data and its table', async () => {
  writeFileSync(join(folder, 'data'), '');
  expect(about(await doctor(), 'data')).toEqual([
    `✗ data ${folder}/data is a file`,
    'Give another folder with --data or ROLLBOOK_DATA_DIR, or make this one yours.',
  ]);
  rmSync(join(folder, 'data'));
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(folder, 'data/engine.db'),
    'no database, but long enough to be taken for one'.repeat(100),
  );
  const found = await doctor();
  expect([found.code, about(found, 'table')[0]]).toEqual([1, '✗ table it cannot be read']);
});

test('needs the Node that the packages need', async () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const oldest = engines.node.replace('>=', '');
  const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.9.0' })";
  expect(about(await doctor(['--import', old]), 'Node')).toEqual([
    `✗ Node 22.9.0; ${oldest} or newer is needed`,
    'Install a newer one from https://nodejs.org.',
  ]);
});
