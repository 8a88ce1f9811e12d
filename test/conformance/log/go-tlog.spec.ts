import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  append,
  checkpointText,
  consistencyProof,
  emptyTree,
  inclusionProof,
  leafHash,
  logEntry,
  rootOf,
  signedNote,
  verifierKey,
} from '#libs/transparency-log';
import { hashesOf, log, signed } from '../../support/transparency-log.js';

// What Go's checksum database is checked with reads our notes and proofs (main.go). With ROLLBOOK_NIGHTLY only.

const reason =
  process.env['ROLLBOOK_NIGHTLY'] !== '1'
    ? 'it is for the night'
    : spawnSync('go', ['version']).status === 0
      ? undefined
      : 'there is no Go';
if (reason?.startsWith('there')) process.stderr.write(`Skipped: Go's tlog, as ${reason}.\n`);

const SIZE = 300;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const entries = Array.from({ length: SIZE }, (_, at) => logEntry({ accountId: 'acc_1', version: at }));
const leaves = entries.map(leafHash);
const checkpointOf = (size: number) => {
  const root = rootOf(append(emptyTree, leaves.slice(0, size)));
  const text = checkpointText({ origin: log.name, size, root });
  return signedNote(text, [signed(log, text)]);
};

async function questionOf(older: number) {
  const hashAt = hashesOf(leaves);
  const paths = await Promise.all(leaves.map((_, index) => inclusionProof(index, SIZE, hashAt)));
  return {
    key: verifierKey(log),
    ...{ older: checkpointOf(older), newer: checkpointOf(SIZE) },
    entries: entries.map(base64),
    paths: paths.map((path) => path.map(base64)),
    consistency: (await consistencyProof(older, SIZE, hashAt)).map(base64),
  };
}

(reason === undefined ? describe : describe.skip)("Go's tlog", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'go-tlog-'));
    const built = spawnSync('go', ['build', '-o', join(folder, 'check'), '.'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect([built.status, built.stderr.replaceAll(/^go: downloading.*\n/gm, '')]).toEqual([0, '']);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const answerTo = (question: object): string =>
    spawnSync(join(folder, 'check'), { input: JSON.stringify(question), encoding: 'utf8' }).stdout.trim();

  test.each([1, 2, 128, 255, 256, 257, 299, 300])('accepts each entry, and growth from %d', async (older) => {
    expect(answerTo(await questionOf(older))).toBe('ok');
  });

  test('refuses another entry, another proof of growth and another key', async () => {
    const question = await questionOf(257);
    const changed = question.entries.with(9, question.entries[8]!);
    expect(answerTo({ ...question, entries: changed })).toContain('entry 9');
    expect(answerTo({ ...question, consistency: question.consistency.toReversed() })).not.toBe('ok');
    expect(answerTo({ ...question, newer: question.newer.replace('300', '301') })).toContain(
      'invalid signature',
    );
  });
});
