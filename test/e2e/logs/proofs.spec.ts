import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runLogRound, type Signing } from '#libs/directory';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import { checkpointText, noteSignature, signedNote } from '#libs/transparency-log';
import { parsePolicy, verifyBundle, verifyLog, type Bundle, type Policy } from '@rollbook/verify';
import { expectProblem, startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { ROOT } from '../../support/documented-commands.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

// What an auditor gets from the API, checked by the package that is handed to them.

let folder: string;
let api: RunningApi;
let processor: ProcessorOfApi;
let signing: Signing;
let team: Awaited<ReturnType<typeof createTeam>>;
let policy: Policy;
let path: string;

const round = () => runLogRound(api.directory, signing, (line) => expect(line).toBe(''));
const newestEvent = async (): Promise<string> => {
  const { body } = await team.asks.owner('GET', `${path}/events?limit=1`);
  return (body as { data: { id: string }[] }).data[0]!.id;
};
const proofOf = (eventId: string): Promise<Answer> =>
  team.asks.owner('GET', `${path}/events/${eventId}/proof`);
const bytesOf = async (tile: string): Promise<Uint8Array> => {
  const token = await api.issuer.signOperatorToken({ subject: 'auditor' });
  const answer = await fetch(`${api.url}${path}/log/tile/${tile}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  return new Uint8Array(await answer.arrayBuffer());
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-log-'));
  const file = join(folder, 'log-key');
  signing = { key: fileLogKey(file), mark: fileLogMark(file) };
  api = await startApi({ logKey: signing.key });
  processor = await startProcessorOf(api);
  team = await createTeam(api);
  path = `/v1/accounts/${team.account.id}`;
  const { body } = await team.asks.owner('GET', `${path}/log`);
  expect(body).toMatchObject({
    name: signing.key.origin,
    accountLog: `${signing.key.origin}/${team.account.id}`,
  });
  policy = await parsePolicy(`log ${(body as { key: string }).key}\nquorum none\n`);
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  rmSync(folder, { recursive: true });
});

test('an installation without a log says so, and has no proofs', async () => {
  const without = await startApi();
  const { account, asks } = await createTeam(without);
  const of = `/v1/accounts/${account.id}`;
  expect((await asks.owner('GET', `${of}/log`)).body).toEqual({ name: null, key: null, accountLog: null });
  await expectProblem(await asks.owner('GET', `${of}/log/checkpoint`), 404, 'not_logged');
  await without.close();
});

test('an event has a proof once a checkpoint covers it, and none before', async () => {
  const users = Array.from({ length: 300 }, (_, at) => ({
    name: `User ${at}`,
    email: `user-${at}@example.com`,
  }));
  expect((await team.asks.owner('POST', `${path}/users/batch`, { users })).status).toBe(200);
  const eventId = await newestEvent();
  await expectProblem(await proofOf(eventId), 404, 'not_logged');
  await eventually('a checkpoint covers it', async () => {
    await round();
    return (await proofOf(eventId)).status === 200;
  });
  const { body } = await proofOf(eventId);
  const verified = await verifyBundle(body, policy);
  expect(verified).toMatchObject({ event: { eventId }, accountId: team.account.id, size: 304 });
  const forged = { ...body, account: { ...body.account, index: body.account.index - 1 } };
  await expect(verifyBundle(forged, policy)).rejects.toThrow('not of a log with this event');
});

test('the entries are the log of the checkpoint', async () => {
  const { body: checkpoint } = await team.asks.owner('GET', `${path}/log/checkpoint`);
  const bundles = [await bytesOf('entries/000'), await bytesOf('entries/001.p/48')];
  const accountId = team.account.id;
  expect((await verifyLog({ checkpoint, bundles, accountId }, policy)).size).toBe(304);
  bundles[0]![40]! ^= 1;
  await expect(verifyLog({ checkpoint, bundles, accountId }, policy)).rejects.toThrow('not the log');
  expect((await bytesOf('0/000')).length).toBe(8192);
  expect((await bytesOf('1/000.p/1')).length).toBe(32);
});

test.each([
  'entries/002',
  'entries/001.p/49',
  '0/001',
  '1/000.p/2',
  '0/0',
  'entries/000.p/0',
  'data/000',
  '0/../checkpoint',
])('there is no tile %s', async (tile) => {
  const answer = await team.asks.owner('GET', `${path}/log/tile/${tile}`);
  expect(answer.status).toBe(tile.includes('..') ? 404 : 404);
});

/** `rollbook log`, as an auditor runs it. */
async function log(...args: string[]): Promise<{ code: number; out: string }> {
  const token = await api.issuer.signOperatorToken({ subject: 'auditor' });
  const env = { ...process.env, NODE_OPTIONS: '', ROLLBOOK_API_URL: api.url, ROLLBOOK_API_TOKEN: token };
  const command = [join(ROOT, 'dist/programs/rollbook.js'), 'log', ...args, '--account', team.account.id];
  try {
    return {
      code: 0,
      out: (await promisify(execFile)(process.execPath, command, { env, cwd: folder })).stdout,
    };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, out: stderr };
  }
}

test('the command checks the log against checkpoints that were kept', async () => {
  const kept = join(folder, 'kept.txt');
  writeFileSync(kept, (await log('checkpoint')).out);
  const { key } = JSON.parse((await log('show', '--json')).out) as { key: string };
  writeFileSync(join(folder, 'policy.txt'), `log ${key}\nquorum none\n`);
  expect((await team.asks.owner('PATCH', path, { name: 'Acme Ltd' }, { 'if-match': '*' })).status).toBe(200);
  const eventId = await newestEvent();
  await eventually('a checkpoint covers it', async () => {
    await round();
    return (await proofOf(eventId)).status === 200;
  });
  const checks = ['--policy', 'policy.txt', '--since', 'kept.txt', '--json'];
  const grown = await log('verify', ...checks);
  expect([grown.code, JSON.parse(grown.out)]).toMatchObject([0, { from: 304, size: 305 }]);
  const audited = await log('audit', ...checks, '--save', 'saved');
  expect([audited.code, JSON.parse(audited.out)]).toMatchObject([0, { size: 305, since: 1 }]);
  const bundles = ['000', '001.p/49'].map((name) => readFileSync(join(folder, 'saved/tile/entries', name)));
  const checkpoint = readFileSync(join(folder, 'saved/checkpoint'), 'utf8');
  expect((await verifyLog({ checkpoint, bundles, accountId: team.account.id }, policy)).size).toBe(305);
  const bundle = JSON.parse((await log('proof', eventId, '--json')).out) as Bundle;
  expect((await verifyBundle(bundle, policy)).index).toBe(304);

  // The key signs for another tree, as whoever has both can make it do.
  const accountLog = `${signing.key.origin}/${team.account.id}`;
  const text = checkpointText({ origin: accountLog, size: 304, root: new Uint8Array(32) });
  const verifier = { name: accountLog, publicKey: await signing.key.publicKey(), type: 'note' } as const;
  writeFileSync(kept, signedNote(text, [noteSignature(verifier, await signing.key.sign(Buffer.from(text)))]));
  for (const check of ['verify', 'audit'])
    expect(await log(check, ...checks)).toEqual({ code: 1, out: expect.stringContaining('NOT VERIFIED') });
});

test('another account has neither the events nor their proofs, and members without the permission have none', async () => {
  const eventId = await newestEvent();
  const other = await createTeam(api);
  const elsewhere = `/v1/accounts/${other.account.id}/events/${eventId}/proof`;
  await expectProblem(await other.asks.owner('GET', elsewhere), 404, 'event_not_found');
  expect((await other.asks.owner('GET', `${path}/events/${eventId}/proof`)).status).toBe(404);
  await expectProblem(await team.asks.member('GET', `${path}/log/checkpoint`), 403, 'not_permitted');
});

test('an installation without a key keeps no logs', async () => {
  const without = await startApi({ table: api.configuration.table.name });
  try {
    const answer = await without.operator('GET', `${path}/log/checkpoint`);
    await expectProblem(answer, 404, 'not_logged');
  } finally {
    await without.close();
  }
});
