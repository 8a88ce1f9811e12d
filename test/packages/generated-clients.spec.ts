import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, type RunningApi } from '../support/api/api.js';
import { ROOT } from '../support/documented-commands.js';
import { startApiProcess, type ApiProcess } from '../support/processes/api-process.js';
import { describeWith } from '../support/processes/languages.js';

// Clients that OpenAPI Generator makes of the OpenAPI document, by the commands of docs/examples/python and docs/examples/go, and what the programs
// there do with them; and what other generators say of the whole document. With ROLLBOOK_NIGHTLY only: it takes minutes, and packages from registries.

const MINUTES = 60_000;

/** They name the generators' versions. */
const REQUIREMENTS = readFileSync(join(ROOT, 'clients/python/requirements-dev.txt'), 'utf8');
const TOOL = readFileSync(join(ROOT, 'tools/generate-clients.mjs'), 'utf8');

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

describeWith([], 'generated clients', () => {
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

  describeWith(['python'], 'a client in Python of all routes', () => {
    test(
      'openapi-python-client has nothing to warn of',
      async () => {
        const [pinned = ''] = /^openapi-python-client==.*$/m.exec(REQUIREMENTS) ?? [];
        const install = `python3 -m venv whole-venv; whole-venv/bin/pip install -q ${pinned}; PATH=$PWD/whole-venv/bin:$PATH`;
        // It knows no rows of CSV and NDJSON.
        const overrides =
          'content_type_overrides: {text/csv: application/octet-stream, application/x-ndjson: application/octet-stream}';
        const options = '--config whole.yml --meta none --output-path whole';
        const script = `${install}; echo '${overrides}' > whole.yml; openapi-python-client generate --url $ROLLBOOK_URL/openapi.json ${options}`;
        const { stdout, stderr } = await run('python', script);
        expect(stdout).toContain('Generating whole\n');
        expect(stdout + stderr).not.toMatch(/warning/i);
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

  describeWith(['go'], 'a client in Go of all routes', () => {
    test(
      'oapi-codegen makes one with no configuration, and it compiles',
      async () => {
        const [generator = ''] = /github\.com\S+@v[\d.]+/.exec(TOOL) ?? [];
        const options = '-package whole -generate types,client -o whole/whole.gen.go';
        await run(
          'go',
          `mkdir whole; go run ${generator} ${options} $ROLLBOOK_URL/openapi.json; go vet ./whole`,
        );
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
