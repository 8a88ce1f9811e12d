import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  append,
  checkpointText,
  consistencyProof,
  emptyTree,
  entryBundle,
  inclusionProof,
  leafHash,
  logEntry,
  proofText,
  rootOf,
  signedNote,
  tilePath,
  verifierKey,
} from '#libs/transparency-log';
import { base64, cosigned, hashesOf, log, signed, witnesses } from '../../support/transparency-log.js';

// Programs that others wrote read our notes, tiles and proofs (main.go, check.py). With ROLLBOOK_NIGHTLY only.

const isNight = process.env['ROLLBOOK_NIGHTLY'] === '1';
const SIZE = 300;
const TIME = 1_800_000_000;
const witness = witnesses[0]!;
const entries = Array.from({ length: SIZE }, (_, at) => logEntry({ accountId: 'acc_1', version: at }));
const leaves = entries.map(leafHash);
const joined = (hashes: readonly Uint8Array[]) => base64(Buffer.concat(hashes));
const rootAt = (size: number) => rootOf(append(emptyTree, leaves.slice(0, size)));
const checkpointOf = (size: number) => {
  const text = checkpointText({ origin: log.name, size, root: rootAt(size) });
  return signedNote(text, [signed(log, text), cosigned(witness, text, TIME)]);
};
const TILES = Object.fromEntries([
  [tilePath({ level: 0, index: 0, width: 256 }), joined(leaves.slice(0, 256))],
  [tilePath({ level: 0, index: 1, width: 44 }), joined(leaves.slice(256))],
  [tilePath({ level: 1, index: 0, width: 1 }), base64(rootAt(256))],
  [tilePath({ level: 'entries', index: 0, width: 256 }), base64(entryBundle(entries.slice(0, 256)))],
  [tilePath({ level: 'entries', index: 1, width: 44 }), base64(entryBundle(entries.slice(256)))],
]);

async function questionOf(older: number) {
  const hashAt = hashesOf(leaves);
  const paths = await Promise.all(leaves.map((_, index) => inclusionProof(index, SIZE, hashAt)));
  const newer = checkpointOf(SIZE);
  return {
    ...{ key: verifierKey(log), witness: verifierKey(witness), origin: log.name, time: TIME },
    ...{ older: checkpointOf(older), newer, tiles: TILES },
    policy: `log ${verifierKey(log)}\nwitness w ${verifierKey(witness)} https://witness.example\nquorum w\n`,
    proof: proofText({ index: 9, path: paths[9]!, checkpoint: newer }),
    entries: entries.map(base64),
    paths: paths.map((path) => path.map(base64)),
    consistency: (await consistencyProof(older, SIZE, hashAt)).map(base64),
  };
}
type Question = Awaited<ReturnType<typeof questionOf>>;

/** What it takes to run a program, or why it cannot be run. */
interface Program {
  missing?: string | undefined;
  /** @returns why it could not be installed */
  install(folder: string): string | undefined;
  command(folder: string): [string, ...string[]];
}

const run = (command: string, args: string[], options: object = {}) =>
  spawnSync(command, args, { cwd: import.meta.dirname, encoding: 'utf8', ...options });

const inGo: Program = {
  missing: run('go', ['version']).status === 0 ? undefined : 'there is no Go',
  install(folder) {
    const { status, stderr } = run('go', ['build', '-o', join(folder, 'check'), '.']);
    return status === 0 ? undefined : stderr;
  },
  command: (folder) => [join(folder, 'check')],
};

/** The first Python that is new enough, also if pyenv has not chosen it. */
function pythonOf(): { program: string; env: NodeJS.ProcessEnv } | undefined {
  for (const program of ['python3', 'python3.14', 'python3.13', 'python3.12']) {
    const installed = (run('pyenv', ['whence', program]).stdout ?? '').trim().split('\n').at(-1);
    for (const env of [process.env, { ...process.env, PYENV_VERSION: installed }])
      if (run(program, ['-c', 'import sys; assert sys.version_info >= (3, 12)'], { env }).status === 0)
        return { program, env };
  }
  return undefined;
}
const python = isNight ? pythonOf() : undefined;
const inPython: Program = {
  missing: python ? undefined : 'there is no Python 3.12',
  install(folder) {
    const venv = run(python!.program, ['-m', 'venv', folder], { env: python!.env });
    const { status, stderr } = run(join(folder, 'bin/pip'), ['install', '-q', 'aics-tlog==0.2.1']);
    return status === 0 ? undefined : venv.stderr + stderr;
  },
  command: (folder) => [join(folder, 'bin/python'), 'check.py'],
};

describe.each([
  ["Go's tlog, transparency-dev's merkle and formats, and torchwood", inGo],
  ['aics-tlog', inPython],
])('%s', (name, program) => {
  if (isNight && program.missing) process.stderr.write(`Skipped: ${name}, as ${program.missing}.\n`);
  const testIf = isNight && !program.missing ? test : test.skip;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'other-programs-'));
    if (isNight && !program.missing) expect(program.install(folder)).toBeUndefined();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const answerTo = (question: Partial<Question>): string => {
    const [command, ...args] = program.command(folder);
    const { stdout, stderr } = run(command, args, { input: JSON.stringify(question) });
    return stdout.trim() === 'ok' ? 'ok' : stdout + stderr;
  };

  testIf.each([1, 2, 128, 255, 256, 257, 299, 300])('accepts all, and growth from %d', async (older) => {
    expect(answerTo(await questionOf(older))).toBe('ok');
  });

  testIf('refuses another entry, proof of growth, tile, text and cosignature', async () => {
    const question = await questionOf(257);
    const [tile = ''] = Object.keys(TILES);
    const other = checkpointOf(299);
    const line = (note: string) => note.trimEnd().split('\n').at(-1)!;
    const changes: Partial<Question>[] = [
      { entries: question.entries.with(9, question.entries[8]!) },
      { consistency: question.consistency.toReversed() },
      { tiles: { ...TILES, [tile]: joined(leaves.slice(0, 256).toReversed()) } },
      { newer: question.newer.replace('300', '301') },
      { newer: question.newer.replace(line(question.newer), line(other)) },
      { time: TIME + 1 },
    ];
    expect(answerTo(question)).toBe('ok');
    for (const change of changes) expect(answerTo({ ...question, ...change })).not.toBe('ok');
  });
});
