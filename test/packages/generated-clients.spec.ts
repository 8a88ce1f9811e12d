import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, type RunningApi } from '../support/api/api.js';
import { ROOT } from '../support/documented-commands.js';
import { startApiProcess, type ApiProcess } from '../support/processes/api-process.js';

// Clients that generators of other languages make of the OpenAPI document, by the commands of docs/examples/python and docs/examples/go,
// and what the programs there do with them. With ROLLBOOK_NIGHTLY only: it takes minutes, and packages from their registries.

const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';
const MINUTES = 60_000;
const NEEDS: Record<string, { try: readonly string[]; version: RegExp; atLeast: readonly number[] }> = {
  java: { try: ['java', '-version'], version: /"(\d+)\.?(\d*)/, atLeast: [11, 0] },
  // From 1.21 on it gets the version that go.mod names.
  go: { try: ['go', 'version'], version: /go(\d+)\.(\d+)/, atLeast: [1, 21] },
  python: {
    try: ['python3', '-c', 'import sys, venv, ensurepip; print(sys.version)'],
    version: /(\d+)\.(\d+)/,
    atLeast: [3, 11],
  },
};

function missing(name: string): string | undefined {
  const { try: [program = '', ...args] = [], version, atLeast } = NEEDS[name]!;
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) return `there is no ${name}`;
  const [major = 0, minor = 0] = (version.exec(stdout + stderr) ?? []).slice(1).map(Number);
  const [least = 0, leastMinor = 0] = atLeast;
  if (major > least || (major === least && minor >= leastMinor)) return undefined;
  return `${name} is ${major}.${minor} and would have to be ${atLeast.join('.')}`;
}

function describeWith(names: readonly string[], title: string, tests: () => void): void {
  const reasons = NIGHTLY ? names.flatMap((name) => missing(name) ?? []) : [];
  if (reasons.length > 0) process.stderr.write(`Skipped: ${title}, as ${reasons.join(' and ')}.\n`);
  (reasons.length === 0 ? describe : describe.skip)(title, tests);
}

let folder: string;
let api: RunningApi;
let built: ApiProcess;
let environment: NodeJS.ProcessEnv;

async function run(language: string, script: string): Promise<{ stdout: string; stderr: string }> {
  const options = { cwd: join(folder, language), env: environment, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options);
}

/** The commands below a heading, or before the first. */
function commandsOf(language: string, heading = ''): string {
  const sections = readFileSync(join(folder, language, 'README.md'), 'utf8').split(/^## /m);
  const section = heading ? sections.find((each) => each.startsWith(`${heading}\n`)) : sections[0];
  return /^```sh\n([\s\S]*?)^```/m.exec(section ?? '')?.[1] ?? '';
}

/** What the last of the commands printed, which is the program. */
function expectProgram(stdout: string): void {
  expect(stdout.trim().split('\n').slice(-3)).toEqual([
    expect.stringMatching(/^May Ada enter prod\? false$/i),
    expect.stringMatching(/^And as a member\? true$/i),
    expect.stringMatching(/^Another Ada\? .*email/i),
  ]);
}

(NIGHTLY ? describe : describe.skip)('generated clients', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clients-'));
    for (const language of ['python', 'go'])
      cpSync(join(ROOT, 'docs/examples', language), join(folder, language), { recursive: true });
    api = await startApi();
    // The document under Jest lacks what the build derives.
    built = await startApiProcess(api);
    const ROLLBOOK_KEY = await api.issuer.signOperatorToken({ subject: 'tester' });
    environment = { ...process.env, ROLLBOOK_URL: built.url, ROLLBOOK_KEY };
  });
  afterAll(async () => {
    built.child.kill('SIGTERM');
    await built.exit;
    await api.close();
    rmSync(folder, { recursive: true });
  });

  describeWith(['python'], 'clients in Python', () => {
    test(
      'openapi-python-client has nothing to warn of',
      async () => {
        const script = commandsOf('python') + commandsOf('python', 'openapi-python-client');
        const { stdout, stderr } = await run('python', script);
        expect(stdout).toContain('Generating rollbook_client\n');
        expect(stdout + stderr).not.toMatch(/warning/i);
        expectProgram(stdout);
      },
      5 * MINUTES,
    );
  });

  describeWith(['python', 'java'], 'clients in Python by OpenAPI Generator', () => {
    test(
      'let a user in, ask, and say that an email is taken',
      async () => {
        const script = commandsOf('python') + commandsOf('python', 'OpenAPI Generator');
        expectProgram((await run('python', script)).stdout);
      },
      5 * MINUTES,
    );
  });

  describeWith(['go'], 'clients in Go', () => {
    const commands = () => commandsOf('go', 'oapi-codegen');
    const lines = (file: string) => readFileSync(join(folder, 'go', file), 'utf8').split('\n').length;

    test(
      'oapi-codegen makes a client of at most 40,000 lines',
      async () => {
        const { stdout, stderr } = await run('go', commands());
        expect(stderr.replaceAll(/^go: downloading .*\n/gm, '')).toBe('');
        expectProgram(stdout);
        await run('go', 'go vet ./rollbook ./oapi-codegen');
        expect(lines('rollbook/rollbook.gen.go')).toBeLessThanOrEqual(40_000);
      },
      10 * MINUTES,
    );

    test(
      'a client of all routes, with no configuration, compiles',
      async () => {
        const [generator = ''] = /go run \S+@\S+/.exec(commands()) ?? [];
        const options = '-package whole -generate types,client -o whole/whole.gen.go';
        await run('go', `mkdir whole; ${generator} ${options} $ROLLBOOK_URL/openapi.json; go vet ./whole`);
        const { stdout } = await run(
          'go',
          'grep -c "^func (c \\*ClientWithResponses) .*WithResponse(" whole/whole.gen.go',
        );
        const document = (await (await fetch(`${built.url}/openapi.json`)).json()) as { paths: object };
        expect(Number(stdout)).toBeGreaterThanOrEqual(
          Object.values(document.paths).flatMap((item: object) => Object.keys(item)).length,
        );
      },
      10 * MINUTES,
    );
  });

  describeWith(['python', 'go', 'java'], 'clients in Go by OpenAPI Generator', () => {
    test(
      'let a user in, ask, and say that an email is taken',
      async () => {
        const python = `cd ../python; ${commandsOf('python')}cd ../go; `;
        expectProgram((await run('go', python + commandsOf('go', 'OpenAPI Generator'))).stdout);
      },
      10 * MINUTES,
    );
  });
});
