// What a proof takes in an account of very many events, and what the log takes to grow by them.
//
// The events and the parts of the feed are written as items, into the engine's file. The log is built by its worker, and the proofs are
// made by the directory's own functions, in this process: its processor time is what a proof takes of the API's.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { library } from '../engines.mjs';
import { fill } from '../fill.mjs';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { by, openWorld } from '../world.mjs';

const PROOFS = 300;
const FIRST_PART = 1_000_000;
/** As the feeder gathers them at 100 changes a second. */
const EVENTS_OF_A_PART = 10;
const AT = '2026-11-29T08:00:00.000Z';
const MB = 1_000_000;
const MAX_CALLS = 8;
const MAX_BYTES = 8_192;

export const title = 'A proof of an event';
export const about = `An account with very many events, whose log is built by its worker. Then ${PROOFS} proofs of events anywhere in it: table
calls, processor time of the process that makes them, and the bytes of a bundle besides the event. The heap is measured after a collection.`;

/** As many as take most: 250 and more behind the last full tile, and 255 tiles behind the last 65,536 leaves. */
export const settings = ({ quick, long }) => ({ events: quick ? 5_000 : long ? 1_048_570 : 131_070 });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const heapMB = () => {
  collect();
  return process.memoryUsage().heapUsed / MB;
};
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export async function run(measures, progress, { events }) {
  const row = (name, most) => ({ [name]: { subject: 'proof', goals: [{ most }] } });
  const proofs = measures.table({
    title: `In an account of ${events.toLocaleString('en')} events`,
    rowTitle: 'of a proof',
    goals: {
      ...row('calls, at most', MAX_CALLS),
      ...row('processor time, mean, ms', 5),
      ...row('bytes besides the event, at most', MAX_BYTES),
    },
  });
  const growth = measures.table({ title: 'The worker', rowTitle: 'what' });
  progress.expect(3);
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-log-'));
  const world = await openWorld();
  try {
    const { fileLogKey, fileLogMark } = await library('secrets');
    const file = join(folder, 'log-key');
    const signing = { key: fileLogKey(file), mark: fileLogMark(file) };
    const accountId = await fillAccount(world, events);
    progress.step('filled');
    await build(world, signing, { accountId, events, growth });
    progress.step('built');
    await prove(world, signing, { accountId, events, proofs, growth });
    progress.step('proven');
  } finally {
    await world.close();
    rmSync(folder, { recursive: true });
  }
}

const aggregateOf = (accountId, event) => `user_${accountId.slice(5)}${event % 100}`;
const versionOf = (event) => 1 + Math.floor(event / 100);
const digits = (value) => String(value).padStart(12, '0');

/** The feed of all accounts has its first event, by which the worker finds the account. */
async function fillAccount({ lib, directory, engine, tableName }, events) {
  const { accountId } = (await lib.createAccount(directory, { name: 'Large' }, by)).state;
  const eventOf = (event) => {
    const [aggregateId, version] = [aggregateOf(accountId, event), versionOf(event)];
    const eventId = `${aggregateId}.${version}`;
    return {
      ...{ PK: `events:${aggregateId}`, SK: `v:${digits(version)}`, entity: 'event' },
      ...{ GSI1PK: `log:${accountId}`, GSI1SK: `${AT}:${eventId}` },
      ...{ accountId, aggregateId, version, eventId, at: AT, type: 'user_changed' },
      d: JSON.stringify({
        s: 1,
        by: 'user:user_01HZX',
        r: 'req_01HZX',
        x: 'cmd_01HZX',
        c: AT,
        u: AT,
        data: { name: null },
      }),
      personal: `v1.${'x'.repeat(80)}`,
    };
  };
  const partOf = (scope, part, first, count) => {
    const commits = Array.from({ length: count }, (_, at) => [
      aggregateOf(accountId, first + at),
      versionOf(first + at),
      1,
    ]);
    return {
      ...{ PK: `feed:${scope}`, SK: `part:${digits(FIRST_PART + part)}`, entity: 'feed-part' },
      ...{ scope, sequence: FIRST_PART + part, at: AT, commits: JSON.stringify(commits), fedUpTo: {} },
      ...(part === 0 && { whole: true }),
    };
  };
  const place = { engine, tableName };
  fill(place, events / EVENTS_OF_A_PART, (part) => [
    partOf(accountId, part, part * EVENTS_OF_A_PART, EVENTS_OF_A_PART),
    ...Array.from({ length: EVENTS_OF_A_PART }, (_, at) => eventOf(part * EVENTS_OF_A_PART + at)),
  ]);
  fill(place, 1, () => [partOf(lib.ACCOUNTS_SCOPE, 0, 0, 1)]);
  return accountId;
}

async function build({ lib, directory, used }, signing, { accountId, events, growth }) {
  const heaps = [];
  const [startedAt, cpuBefore, callsBefore] = [performance.now(), cpuMs(), used.calls];
  const logs = lib.openLogs(directory, signing.key);
  for (let size = 0, rounds = 1; size < events; rounds += 1) {
    await lib.runLogRound(directory, signing, (line) => assert.fail(line));
    ({ size } = await logs.accounts.head(accountId));
    heaps.push(heapMB());
    assert.ok(rounds < events, 'the log does not grow');
  }
  const per = (value) => (value / events) * 1_000;
  addRound(growth, 'of 1,000 events: ms', { worker: per(performance.now() - startedAt) });
  addRound(growth, 'of 1,000 events: processor time, ms', { worker: per(cpuMs() - cpuBefore) });
  addRound(growth, 'of 1,000 events: calls', { worker: per(used.calls - callsBefore) });
  addRound(growth, 'heap after the first round, MB', { worker: heaps[0] });
  addRound(growth, 'heap after the last round, MB', { worker: heaps.at(-1) });
  assert.ok(heaps.at(-1) < heaps[0] + 20, 'what the worker holds grows with the log');
}

async function prove({ lib, directory, used }, signing, { accountId, events, proofs, growth }) {
  // As the API does it: what a process has read of batches is kept.
  const { accounts } = lib.openLogs(directory, signing.key);
  const proofOf = async (event) => {
    const proof = await accounts.proof(accountId, `${aggregateOf(accountId, event)}.${versionOf(event)}`);
    assert.equal(proof.index, event, `no proof of event ${event}: ${JSON.stringify(proof)}`);
    return proof;
  };
  const anywhere = Array.from({ length: PROOFS }, (_, at) => Math.floor(((at + 0.5) / PROOFS) * events));
  const chosen = [0, events - 1, events - (events % 256), ...anywhere];
  for (const event of chosen.slice(0, 100)) await proofOf(event);
  const before = heapMB();
  const [calls, cpu, bytes] = [[], [], []];
  const startedAt = performance.now();
  for (const event of chosen) {
    const [callsBefore, cpuBefore] = [used.calls, cpuMs()];
    const proof = await proofOf(event);
    cpu.push(cpuMs() - cpuBefore);
    calls.push(used.calls - callsBefore);
    bytes.push(bytesBesides(proof, accountId));
  }
  const ms = (performance.now() - startedAt) / chosen.length;
  const measured = {
    'calls, at most': Math.max(...calls),
    'calls, mean': mean(calls),
    'processor time, mean, ms': mean(cpu),
    'processor time, p99, ms': quantile(cpu, 0.99),
    'time, mean, ms': ms,
    'bytes besides the event, at most': Math.max(...bytes),
  };
  for (const [name, proof] of Object.entries(measured)) addRound(proofs, name, { proof });
  addRound(growth, 'heap before the proofs, MB', { worker: before });
  addRound(growth, 'heap after the proofs, MB', { worker: heapMB() });
  assert.ok(Math.max(...calls) <= MAX_CALLS, `a proof took ${Math.max(...calls)} calls`);
  assert.ok(Math.max(...bytes) <= MAX_BYTES, `a bundle has ${Math.max(...bytes)} bytes besides the event`);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the bundle as the API answers with it. */
function bytesBesides({ index, path, tree, line, leaf, checkpoint }, accountId) {
  const base64 = (hash) => Buffer.from(hash).toString('base64');
  const bundle = {
    entry: '',
    account: { accountId, index, size: tree.size, path: path.map(base64) },
    batch: { index: line.index, path: line.path.map(base64) },
    proof: `c2sp.org/tlog-proof@v1\nindex ${leaf.index}\n${leaf.path.map(base64).join('\n')}\n\n${checkpoint}`,
  };
  return Buffer.byteLength(JSON.stringify(bundle));
}
