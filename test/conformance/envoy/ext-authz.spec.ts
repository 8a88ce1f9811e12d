import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.js';
import {
  isReady,
  startCompanyWithGuards,
  type CompanyWithGuards,
  type GuardProcess,
} from '../../support/processes/guard-process.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { startProcessorOf } from '../../support/streams/processor-of-api.js';

// Envoy's question by gRPC, asked with Envoy's own stubs for Go (main.go). With ROLLBOOK_NIGHTLY only: they take a minute to build.

const reason =
  process.env['ROLLBOOK_NIGHTLY'] !== '1'
    ? 'it is for the night'
    : spawnSync('go', ['version']).status === 0
      ? undefined
      : 'there is no Go';
if (reason?.startsWith('there')) process.stderr.write(`Skipped: Envoy's stubs, as ${reason}.\n`);

let company: CompanyWithGuards;
let guard: GuardProcess;
let folder: string;
let port: number;

(reason === undefined ? describe : describe.skip)('by gRPC', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'envoy-'));
    const built = spawnSync('go', ['build', '-o', join(folder, 'check'), '.'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect([built.status, built.stderr.replaceAll(/^go: downloading.*\n/gm, '')]).toEqual([0, '']);
    company = await startCompanyWithGuards();
    port = await freePort();
    guard = await company.startGuard({
      ROLLBOOK_GUARD_GRPC_PORT: String(port),
      ROLLBOOK_GUARD_MAX_AGE_SECONDS: '15',
    });
    await eventually('it is ready', () => isReady(guard.url));
  });
  afterAll(async () => {
    await guard.stop();
    await company.stop();
    rmSync(folder, { recursive: true });
  });

  /** The answers: the gRPC status, the HTTP status of a refusal, and whether it is let in. The API is in this process, and must not be held up. */
  async function ask(...questions: object[]): Promise<string[]> {
    const asked = promisify(execFile)(join(folder, 'check'), [`127.0.0.1:${port}`]);
    asked.child.stdin?.end(questions.map((each) => `${JSON.stringify(each)}\n`).join(''));
    return (await asked).stdout.trim().split('\n');
  }

  const prod = { group: 'prod', permission: 'enter' };
  const [LET_IN, NO_USER, REFUSED, TOO_OLD] = ['0 0 true', '16 401 false', '7 403 false', '14 503 false'];

  test('the user of the header or of a verified token is let in or refused', async () => {
    const answers = await ask(
      { header: 'ada', extensions: prod },
      { subject: 'ada', extensions: prod },
      { header: company.ada.id, extensions: { group: company.prod.id, account: company.accountId } },
      // Who the token is about, whatever a header says.
      { header: 'ada', subject: 'grace', extensions: prod },
      { extensions: prod },
      { header: '', extensions: prod },
      { header: 'grace,ada', extensions: prod },
      { header: 'grace', extensions: prod },
      { header: 'ada', extensions: { group: 'dev' } },
      { header: 'ada', extensions: { ...prod, permission: 'read' } },
      { header: 'ada' },
    );
    expect(answers).toEqual([
      ...[LET_IN, LET_IN, LET_IN, REFUSED],
      ...[NO_USER, NO_USER, NO_USER],
      ...[REFUSED, REFUSED, REFUSED, REFUSED],
    ]);
  });

  test('a copy that is too old says so, until it is level again', async () => {
    const answer = async () => (await ask({ header: 'ada', extensions: prod }))[0];
    await company.processor.stop();
    await eventually('it is too old', async () => (await answer()) === TOO_OLD);
    company.processor = await startProcessorOf(company.api);
    await eventually('it is level again', async () => (await answer()) === LET_IN);
  });
});
