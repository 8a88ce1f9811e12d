import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openLogs, parseWitnesses, type Signing } from '#libs/directory';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import {
  append,
  checkpointText,
  consistencyProof,
  emptyTree,
  leafHash,
  openNote,
  parseVerifierKey,
  rootOf,
  signedNote,
  verifierKey,
} from '#libs/transparency-log';
import { logRounds } from '../../../apps/stream-processor/src/log/log-work.js';
import { startApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { ROOT } from '../../support/documented-commands.js';
import { eventually } from '../../support/eventually.js';
import { startWitness, type WitnessProcess } from '../../support/processes/witness-process.js';
import { startProcessorOf } from '../../support/streams/processor-of-api.js';
import { base64, hashesOf, log, newKey, signed, type Signer } from '../../support/transparency-log.js';

// What C2SP's tlog-witness says, of `rollbook witness` as a process.

const NEVER = newKey('never.example/log', 'note');
const stranger: Signer = { ...newKey('stranger.example', 'note'), name: log.name };
const leavesOf = (fork: string) =>
  Array.from({ length: 600 }, (_, at) => leafHash(Buffer.from(`${fork}${at}`)));
const [LEAVES, OTHERS] = [leavesOf(''), leavesOf('fork')];

let folder: string;
let witness: WitnessProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-witness-'));
  writeFileSync(join(folder, 'logs'), `log ${verifierKey(log)}\nlog ${verifierKey(NEVER)}\nquorum none\n`);
  witness = await startWitness(folder);
});
afterAll(async () => {
  await witness.stop();
  rmSync(folder, { recursive: true });
});

interface Asked {
  leaves?: readonly Uint8Array[];
  by?: Signer;
  origin?: string;
  root?: Uint8Array;
  proof?: readonly string[];
}

async function bodyOf(old: number, size: number, { leaves = LEAVES, by = log, ...given }: Asked = {}) {
  const { origin = log.name, root = rootOf(append(emptyTree, leaves.slice(0, size))) } = given;
  const hashes = old > size ? [] : await consistencyProof(old, size, hashesOf(leaves));
  const { proof = hashes.map(base64) } = given;
  const text = checkpointText({ origin, size, root });
  return [`old ${old}`, ...proof, '', signedNote(text, [signed(by, text)])].join('\n');
}

const send = async (body: string | Uint8Array<ArrayBuffer>, { url } = witness) => {
  const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const knownSize = async (from = witness) => {
  const { status, text } = await send(await bodyOf(599, 600), from);
  return status === 409 ? Number(text) : 600;
};

test('a checkpoint that continues the last one is cosigned with the key that was printed, and served', async () => {
  for (const [old, size] of [
    [0, 5],
    [5, 12],
    [12, 12],
  ] as const) {
    const body = await bodyOf(old, size);
    const { status, text } = await send(body);
    expect(status).toBe(200);
    const note = body.slice(body.indexOf('\n\n') + 2);
    const verifier = parseVerifierKey(witness.key);
    const [cosignature] = openNote(`${note}${text}`, [verifier]).signatures;
    expect(Math.abs(cosignature!.timestamp! - Date.now() / 1_000)).toBeLessThan(60);
    const hash = createHash('sha256').update(log.name).digest('hex');
    const served = await (await fetch(`${witness.url}/${hash}/checkpoint`)).text();
    expect(openNote(served, [log, verifier]).signatures).toHaveLength(2);
  }
  const unknown = createHash('sha256').update(NEVER.name).digest('hex');
  expect((await fetch(`${witness.url}/${unknown}/checkpoint`)).status).toBe(404);
});

test('another size is answered with the one it has', async () => {
  expect(await send(await bodyOf(5, 20))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '12\n' });
  expect(await send(await bodyOf(0, 0))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '12\n' });
});

const EMPTY = new Uint8Array(createHash('sha256').digest());
test.each<[string, number, () => Promise<string | Uint8Array<ArrayBuffer>> | string]>([
  ['an unknown log', 404, () => bodyOf(12, 20, { origin: 'unknown.example' })],
  ['no signature of its key', 403, () => bodyOf(12, 20, { by: stranger })],
  ['the signature of another log that it knows', 403, () => bodyOf(12, 20, { by: NEVER })],
  ['a wrong signature', 403, async () => (await bodyOf(12, 20)).replace('\n20\n', '\n21\n')],
  ['an old size beyond the checkpoint', 400, () => bodyOf(12, 11)],
  ['a proof of another history', 422, () => bodyOf(12, 20, { leaves: OTHERS })],
  ['no proof', 422, () => bodyOf(12, 20, { proof: [] })],
  ['another root of the same size', 422, () => bodyOf(12, 12, { leaves: OTHERS })],
  [
    'a proof from nothing',
    422,
    () => bodyOf(0, 5, { by: NEVER, origin: NEVER.name, proof: [base64(EMPTY)] }),
  ],
  ['an empty tree with a root', 422, () => bodyOf(0, 0, { by: NEVER, origin: NEVER.name, root: LEAVES[0]! })],
  ['nothing', 400, () => ''],
  ['no old size', 400, async () => (await bodyOf(12, 20)).replace('old 12\n', '')],
  ['an old size with a zero before it', 400, async () => (await bodyOf(12, 20)).replace('old 12', 'old 012')],
  ['a hash that is none', 400, () => bodyOf(12, 20, { proof: ['AAAA'] })],
  ['64 hashes', 400, () => bodyOf(12, 20, { proof: Array<string>(64).fill(base64(EMPTY)) })],
  ['no checkpoint', 400, async () => (await bodyOf(12, 20)).replace(/\n\n[^]*/, '\n\n')],
  ['a checkpoint without signatures', 400, async () => (await bodyOf(12, 20)).replace(/\n\n—[^]*/, '\n')],
  ['bytes that are no text', 400, () => Promise.resolve(new Uint8Array([255, 254, 10]))],
  ['more than it reads', 413, () => 'old 12\n'.padEnd(200_000, 'x')],
])('%s is refused: %d', async (_, status, body) => {
  const answer = await send(await body());
  expect(answer).toMatchObject({ status, type: 'text/plain; charset=utf-8' });
  expect(await knownSize()).toBe(12);
});

test('of two histories that are sent at once, also to two processes with one file, one is cosigned', async () => {
  const second = await startWitness(folder);
  try {
    let size = 12;
    for (let round = 0; round < 15; round += 1) {
      const fork = [...LEAVES.slice(0, size), ...OTHERS.slice(size)];
      const bodies = [await bodyOf(size, size + 3), await bodyOf(size, size + 3, { leaves: fork })];
      const answers = await Promise.all([send(bodies[0]!), send(bodies[1]!, second)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      if (answers[1].status === 200) LEAVES.splice(size, 3, ...OTHERS.slice(size, size + 3));
      size += 3;
    }
    expect(await knownSize(second)).toBe(size);
  } finally {
    await second.stop();
  }
});

test('what was cosigned is kept when the process is killed', async () => {
  for (let round = 0; round < 6; round += 1) {
    let size = await knownSize();
    let isRunning = true;
    const work = (async () => {
      while (isRunning && size < 600) {
        const { status } = await send(await bodyOf(size, size + 1)).catch(() => ({ status: 0 }));
        if (status !== 200) break;
        size += 1;
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 40 + 30 * round));
    await witness.kill();
    isRunning = false;
    await work;
    witness = await startWitness(folder);
    const kept = await knownSize();
    // The answer to one may have been lost.
    expect([size, size + 1]).toContain(kept);
  }
});

test('a proof has the cosignature of a witness, without which its policy refuses it; one that is down delays nothing', async () => {
  const own = mkdtempSync(join(folder, 'log-'));
  const file = join(own, 'log-key');
  const signing: Signing = { key: fileLogKey(file), mark: fileLogMark(file) };
  const name = { name: signing.key.origin, publicKey: await signing.key.publicKey(), type: 'note' } as const;
  writeFileSync(join(own, 'logs'), `log ${verifierKey(name)}\nquorum none\n`);
  const api = await startApi({ logKey: signing.key });
  const processor = await startProcessorOf(api);
  const [first, second] = [await startWitness(own), await startWitness(own, { key: 'second' })];
  const of = (each: WitnessProcess) => `${each.key} ${each.url}`;
  signing.witnesses = parseWitnesses(`${of(first)}, ${of(second)}`);
  const policy = [`log ${verifierKey(name)}`, `witness one ${first.key}`, `witness two ${second.key}`];
  const check = async (quorum: string, bundle: string) => {
    writeFileSync(join(own, 'policy'), [...policy, 'group both all one two', quorum, ''].join('\n'));
    writeFileSync(join(own, 'bundle.json'), bundle);
    const command = [join(ROOT, 'dist/libs/verify/src/command.js'), 'bundle.json', '--policy', 'policy'];
    return promisify(execFile)(process.execPath, command, { cwd: own }).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    );
  };
  try {
    const team = await createTeam(api);
    const rounds = logRounds(api.directory, signing, () => {});
    const proof = async () => {
      const { body } = await team.asks.owner('GET', `${team.path}/events?limit=1`);
      const [{ id }] = (body as { data: [{ id: string }] }).data;
      let answer: Awaited<ReturnType<typeof team.asks.owner>>;
      await eventually('a checkpoint covers it', async () => {
        await (
          await rounds.run()
        ).sent;
        answer = await team.asks.owner('GET', `${team.path}/events/${id}/proof`);
        return answer.status === 200;
      });
      return JSON.stringify(answer!.body);
    };
    const both = await check('quorum both', await proof());
    expect(both).toContain('Logged: event');
    expect(both).toContain('witness.example/second (');
    await second.kill();
    expect((await team.asks.owner('PATCH', team.path, { name: 'New' }, { 'if-match': '*' })).status).toBe(
      200,
    );
    const less = await proof();
    expect(await check('quorum both', less)).toContain('Too few witnesses');
    expect(await check('quorum one', less)).toContain('Logged: event');
    const served = await openLogs(api.directory, signing.key).installation.checkpoint();
    expect(openNote(served!, [name, parseVerifierKey(first.key)]).signatures).toHaveLength(2);
  } finally {
    await Promise.all([first.stop(), second.stop().catch(() => {}), processor.stop()]);
    await api.close();
  }
});
