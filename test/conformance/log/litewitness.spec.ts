import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogs, parseWitnesses } from '#libs/directory';
import {
  batchEntry,
  checkpointText,
  noteSignature,
  openNote,
  parseVerifierKey,
  signedNote,
  verifierKey,
  type Verifier,
} from '#libs/transparency-log';
import { toEventProofDto } from '../../../apps/api/src/logs/log-readers.js';
import { logRounds } from '../../../apps/stream-processor/src/log/log-work.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { startAccount } from '../../support/streams/busy-directory.js';

// Torchwood's litewitness cosigns our log over HTTP, and its spicy reads our proofs. With ROLLBOOK_NIGHTLY only: they take minutes to build.

const run = (command: string, args: string[], options: object = {}) =>
  spawnSync(command, args, { cwd: import.meta.dirname, encoding: 'utf8', ...options });

const isNight = process.env['ROLLBOOK_NIGHTLY'] === '1';
const folder = mkdtempSync(join(tmpdir(), 'litewitness-'));
const reason = !isNight ? 'it is for the night' : whyNot();
if (isNight && reason) process.stderr.write(`Skipped: litewitness, as ${reason}.\n`);

function whyNot(): string | undefined {
  for (const [program, ...args] of [
    ['go', 'version'],
    ['ssh-add', '-V'],
  ] as const)
    if (run(program, args).error) return `there is no ${program}`;
  const programs = ['litewitness', 'spicy'].map((name) => `filippo.io/torchwood/cmd/${name}`);
  const { status, stderr } = run('go', ['build', '-o', `${folder}/`, ...programs]);
  return status === 0 ? undefined : `torchwood does not build: ${stderr}`;
}

const NAME = 'witness.example/lite';
const started: ChildProcess[] = [];
let system: LoggedDirectory;
let url: string;
let verifier: Verifier;

/** With a key in an agent of its own, and our log in its database. */
async function startWitness(): Promise<void> {
  const [agent, key, db] = ['agent', 'key', 'witness.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  started.push(spawn('ssh-agent', ['-D', '-a', agent], { stdio: 'ignore' }));
  await eventually('the agent runs', () => Promise.resolve(existsSync(agent)));
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  run('ssh-add', ['-q', key], { env: { ...process.env, SSH_AUTH_SOCK: agent } });
  const fingerprint = run('ssh-keygen', ['-lf', `${key}.pub`]).stdout.split(' ')[1]!;
  const port = await freePort();
  const options = { name: NAME, db, 'ssh-agent': agent, listen: `127.0.0.1:${port}`, key: fingerprint };
  const args = Object.entries(options).map(([name, value]) => `-${name}=${value}`);
  started.push(spawn(join(folder, 'litewitness'), args, { stdio: 'ignore' }));
  url = `http://127.0.0.1:${port}`;
  let page = '';
  await eventually('the witness answers', async () => {
    page = await fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );
    return page !== '';
  });
  verifier = parseVerifierKey(/witness\.example\/lite\+[0-9a-f]{8}\+[\w+/=]+/.exec(page)![0]);
  const log = await logVerifier();
  const database = new DatabaseSync(db);
  const empty = createHash('sha256').digest('base64');
  database.prepare('INSERT INTO log VALUES (?, 0, ?)').run(log.name, empty);
  database.prepare('INSERT INTO key VALUES (?, ?)').run(log.name, verifierKey(log));
  database.close();
}

async function logVerifier(): Promise<Verifier> {
  const { key } = system.signing;
  return { name: key.origin, publicKey: await key.publicKey(), type: 'note' };
}

beforeAll(async () => {
  if (reason) return;
  system = await openLoggedDirectory();
  await startWitness();
});
afterAll(async () => {
  for (const each of started) each.kill();
  rmSync(folder, { recursive: true });
  if (!reason) await system.close();
});

const testIf = reason ? test.skip : test;

/** A round of a process that has sent nothing yet, and what it serves then. */
async function cosignedRound(): Promise<string[]> {
  await system.feed();
  const witnesses = parseWitnesses(`${verifierKey(verifier)} ${url}`);
  const signing = { ...system.anotherSigning(), witnesses };
  const onNotice = (line: string) => void system.notices.push(line);
  await (
    await logRounds(system.directory, signing, onNotice).run()
  ).sent;
  expect(system.notices).toEqual([]);
  const note = await openLogs(system.directory, system.signing.key).installation.checkpoint();
  return openNote(note!, [await logVerifier(), verifier]).signatures.map(({ name }) => name);
}

testIf('litewitness cosigns each checkpoint, and no other history', async () => {
  const both = [system.signing.key.origin, NAME];
  for (const name of ['One', 'Two', 'Three']) {
    await startAccount(system.directory, name);
    // It conflicts at first: it does not know what the witness has seen.
    expect(await cosignedRound()).toEqual(both);
  }
  const { key } = system.signing;
  const text = checkpointText({ origin: key.origin, size: 4, root: new Uint8Array(32) });
  const note = signedNote(text, [noteSignature(await logVerifier(), await key.sign(Buffer.from(text)))]);
  const body = `old 3\n${Buffer.alloc(32).toString('base64')}\n\n${note}`;
  expect((await fetch(`${url}/add-checkpoint`, { method: 'POST', body })).status).toBe(422);
});

testIf('spicy finds the batch of an event in the log by our proof', async () => {
  const { accountId, ownerId } = await startAccount(system.directory, 'Four');
  await cosignedRound();
  const { key } = system.signing;
  const proof = await openLogs(system.directory, key).accounts.proof(accountId, `${ownerId}.1`);
  if (typeof proof === 'string') throw new Error(proof);
  const file = join(folder, 'batch');
  writeFileSync(file, batchEntry(proof.line.root));
  // What became the first line of tlog-proof is not in this version's.
  const [, ...lines] = toEventProofDto(proof, accountId).proof.split('\n');
  const verify = () => {
    writeFileSync(`${file}.spicy`, lines.join('\n'));
    return run(join(folder, 'spicy'), ['-verify', verifierKey(log), file]).stderr;
  };
  const log = await logVerifier();
  expect(verify()).toContain('verified!');
  lines[0] = 'index 0';
  expect(verify()).toContain('could not verify inclusion');
});
