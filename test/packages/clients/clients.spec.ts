import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packCommand } from '../../../tools/pack-command.mjs';
import { packLibrary } from '../../../tools/pack-library.mjs';
import { ROOT } from '../../support/documented-commands.js';
import { eventually } from '../../support/eventually.js';
import { ForeignProject, STRICT } from '../../support/foreign-project.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { startPacked, type PackedRollbook } from '../../support/processes/packed-rollbook.js';
import { describeWith, STATICCHECK } from '../../support/processes/languages.js';
import { startUnreliable } from './unreliable.js';

// The clients of clients/python and clients/go: what is generated is what the document says, what is written passes the languages' checks, and each
// does the same first day as @rollbook/client, against the package `rollbook`. With ROLLBOOK_NIGHTLY only: their tools come from registries.

const MINUTES = 60_000;

const FIRST_DAY = `people: Ada Lovelace, Charles Babbage, Mary Somerville
may ada enter prod? false, and as a member, by the guard: true
the feed, killed and resumed: 8 events, each once: true
a webhook of service_group.removed, verified; a forged one: refused
another Ada? email_taken
`;

/** What the probes print: a user who was created once, and when the feed is level. */
const PROBED = `true
[false, false, false, false, false, true]
no answer, no decision
`;

let project: ForeignProject;
let started: PackedRollbook;
let guard: ChildProcess;
let environment: NodeJS.ProcessEnv;

const run = async (command: string, cwd = project.folder, env = environment) =>
  (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd, env })).stdout;

/** Through a network that fails. */
async function expectProbed(command: string): Promise<void> {
  const unreliable = await startUnreliable(started.url);
  try {
    const env = { ...environment, ROLLBOOK_URL: unreliable.url };
    expect((await run(command, project.folder, env)).toLowerCase()).toBe(PROBED);
    const { attempts } = unreliable;
    expect(attempts.map(({ key }) => key)).toEqual(Array(3).fill(attempts[0]?.key));
    expect(attempts[0]?.key?.length).toBeGreaterThan(20);
    expect(attempts[2]!.atMs - attempts[1]!.atMs).toBeGreaterThanOrEqual(1_000);
  } finally {
    unreliable.stop();
  }
}

describeWith([], 'clients', () => {
  beforeAll(async () => {
    project = new ForeignProject();
    project.install(await packCommand(project.folder), packLibrary('libs/client', project.folder));
    for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256']) project.link(name);
    started = await startPacked(project, ['--memory']);
    const port = await freePort();
    const guarding = {
      ROLLBOOK_API_URL: started.url,
      ROLLBOOK_API_TOKEN: started.token,
      ROLLBOOK_GUARD_PORT: String(port),
    };
    const launcher = join(project.folder, 'node_modules/rollbook/rollbook.mjs');
    guard = spawn(process.execPath, [launcher, 'guard'], {
      cwd: project.folder,
      env: project.environment(guarding),
      stdio: 'inherit',
    });
    environment = {
      ...process.env,
      NODE_OPTIONS: '',
      ROLLBOOK_URL: started.url,
      ROLLBOOK_GUARD: `http://127.0.0.1:${port}`,
      ROLLBOOK_KEY: started.token,
    };
    await eventually('the guard is ready', async () => {
      if (guard.exitCode !== null) throw new Error(`The guard ended with ${guard.exitCode}.`);
      return fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  });
  afterAll(async () => {
    guard.kill('SIGTERM');
    await once(guard, 'exit');
    await started.stop();
    project.close();
  });

  test('a first day in TypeScript', async () => {
    cpSync(join(ROOT, 'docs/examples/typescript/first-day.mts'), join(project.folder, 'first-day.mts'));
    expect(await run(`${process.execPath} first-day.mts`)).toBe(FIRST_DAY);
    const compilerOptions = { ...STRICT, noEmit: true };
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['first-day.mts'] }));
    expect(await run(`${ROOT}/node_modules/.bin/tsc -p . || true`)).toBe('');
  });

  describeWith(['python'], 'in Python', () => {
    beforeAll(
      () =>
        run(
          `python3 -m venv venv; venv/bin/pip install -q '${ROOT}/clients/python' $(grep ^mypy== ${ROOT}/clients/python/requirements-dev.txt)`,
        ),
      5 * MINUTES,
    );

    test('a first day', async () => {
      cpSync(join(ROOT, 'clients/python/first_day.py'), join(project.folder, 'first_day.py'));
      expect(await run('venv/bin/python first_day.py')).toBe(FIRST_DAY);
    });

    test.each(['sync', 'async'])('through a network that fails, %s', async (way) => {
      cpSync(join(import.meta.dirname, 'probe.py'), join(project.folder, 'probe.py'));
      await expectProbed(`venv/bin/python probe.py ${way}`);
    });

    test(
      'mypy finds nothing, in what is generated neither',
      async () => {
        expect(await run('venv/bin/mypy --strict first_day.py probe.py')).toMatch(/^Success/);
        expect(
          await run(
            `${project.folder}/venv/bin/mypy rollbook --cache-dir ${project.folder}/mypy`,
            `${ROOT}/clients/python`,
          ),
        ).toMatch(/^Success/);
      },
      5 * MINUTES,
    );
  });

  describeWith(['go'], 'in Go', () => {
    test(
      'a first day',
      async () => {
        cpSync(join(ROOT, 'clients/go/firstday/main.go'), join(project.folder, 'main.go'));
        project.write(
          'go.mod',
          `module example.test/day\n\ngo 1.24\n\nrequire rollbook.example/rollbook v0.0.0\n\nreplace rollbook.example/rollbook => ${ROOT}/clients/go\n`,
        );
        expect(await run('go mod tidy 2>/dev/null; go run .')).toBe(FIRST_DAY);
      },
      5 * MINUTES,
    );

    test(
      'through a network that fails',
      async () => {
        mkdirSync(join(project.folder, 'probe'));
        cpSync(join(import.meta.dirname, 'probe.go'), join(project.folder, 'probe/main.go'));
        await expectProbed('go run ./probe');
      },
      5 * MINUTES,
    );

    test(
      'go vet and staticcheck find nothing',
      async () => {
        expect(await run(`go vet ./...; go run ${STATICCHECK} ./...`, `${ROOT}/clients/go`)).toBe('');
      },
      5 * MINUTES,
    );
  });
});

describeWith(['python', 'go'], 'what is generated', () => {
  test(
    'is what the OpenAPI document says',
    () => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(ROOT, 'tools/generate-clients.mjs'), '--check'],
        { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
      );
      expect([status, stderr]).toEqual([0, '']);
    },
    5 * MINUTES,
  );
});
