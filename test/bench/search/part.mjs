// What a search in an account with very many users takes: its first page and a later one, words that many have and words that nobody
// has, a typing error, counts and facets; what a process reads first; and what a change of a name costs.
//
// The search entries are appended and folded by the directory's own functions, without heads: a search with the fields that the
// entries have reads none.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, library, REGION } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { measureFreshness } from './freshness.mjs';

const TableName = 'bench';
const by = { actor: 'operator:bench', correlationId: 'bench' };
const AT_ONCE = 500;
const LATE_PAGE = 1_000;
const LIMIT = 25;

export const title = 'Search';
export const about = `Searches in one account, one after the other, on the embedded engine: the whole call of the directory, with its
reads of the account and of the latest changes. CPU is that of the process that searches. The names are composed of 600 syllables.
**Freshness**: from the answer to a change of a name until a search in the same table finds it, with the stream processor in a separate
process. Changes start at their rate whether or not earlier ones have finished.`;

export const settings = ({ quick }) =>
  quick
    ? { users: 10_000, rounds: 20, rate: 50, seconds: 3 }
    : { users: 100_000, rounds: 200, rate: 100, seconds: 30 };

export async function run(measures, progress, { users, rounds, rate, seconds }) {
  const { startEngine } = await library('embedded-engine');
  const { fileMasterKey } = await library('secrets');
  const lib = await library('directory');
  const { appendChanges, createAccount, ensureTable, foldChanges, grantTenant, openDirectory, searchUsers } =
    lib;
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
  const engine = await startEngine();
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: REGION, credentials: CREDENTIALS });
  const used = { read: 0, write: 0 };
  const open = () =>
    openDirectory({
      client,
      tableName: TableName,
      cursorSecret: 'the cursor secret of a bench, 32 characters or more',
      masterKey: fileMasterKey(join(folder, 'master-key')),
      onCall({ capacity }) {
        used.read += capacity?.read ?? 0;
        used.write += capacity?.write ?? 0;
      },
    });
  const table = measures.table({ title: 'Searches', note: 'Times in ms.', rowTitle: 'search' });

  async function measure(row, times, act) {
    const taken = [];
    Object.assign(used, { read: 0, write: 0 });
    const before = process.cpuUsage();
    for (let n = 0; n < times; n += 1) {
      const startedAt = performance.now();
      await act(n);
      taken.push(performance.now() - startedAt);
    }
    const { user, system } = process.cpuUsage(before);
    taken.sort((a, b) => a - b);
    const at = (part) => taken[Math.min(times - 1, Math.floor(times * part))];
    const units = { 'read units': used.read / times, 'write units': used.write / times };
    addRound(table, row, { p50: at(0.5), p95: at(0.95), CPU: (user + system) / 1000 / times, ...units });
    progress.step(row);
  }

  async function freshness() {
    const fresh = measures.table({
      title: 'From a change to its search entry',
      unit: 'ms',
      rowTitle: 'changes a second',
      goals: { [String(rate)]: { subject: 'p99', goals: [{ most: 1_000 }] } },
    });
    const { p50, p99, achieved } = await measureFreshness({ rate, seconds });
    addRound(fresh, String(rate), { p50, p99, 'changes a second, reached': achieved });
    progress.step('freshness');
  }

  progress.expect(11);
  try {
    await ensureTable(client, TableName);
    const writer = open();
    const { state } = await createAccount(writer, { name: 'Bench' }, by);
    const { accountId } = state;
    // The first time entries are made of heads, of which there are none.
    await foldChanges(writer, accountId);
    for (let from = 0; from < users; from += AT_ONCE) {
      const part = Array.from({ length: Math.min(AT_ONCE, users - from) }, (_, n) => madeUp(from + n));
      await appendChanges(writer, accountId, part);
    }
    await foldChanges(writer, accountId);

    const tenant = grantTenant(open(), accountId);
    const search = (filter, more = {}) =>
      searchUsers(tenant, { filter, limit: LIMIT, sort: 'name', ...more });
    await measure('first of a process', 1, () => search({}));
    const { total } = await search({}, { count: true });
    assert.equal(total.value, users);
    // Words are put in order when they are first asked for.
    await measure('first with words', 1, () => search({ q: 'first' }));
    const cursor = await pageAt(search, LATE_PAGE, users);
    await measure('a name', rounds, (n) => search({ q: nameOf(n * 37).slice(0, 4) }));
    await measure('a word that all have', rounds, () => search({ q: 'example' }));
    await measure('by email, backwards', rounds, () => search({ role: 'admin' }, { sort: '-email' }));
    await measure('a late page', rounds, () => search({}, { cursor }));
    await measure('nothing is found', rounds, (n) => search({ q: `nobody${n}x` }));
    await measure('with a typing error', rounds, (n) => search({ q: misspelt(nameOf(n * 41)) }));
    await measure('counts and facets', rounds, () => search({ q: 'example' }, { count: true, facets: true }));
    await measure('a changed name', rounds, (n) =>
      appendChanges(writer, accountId, [{ ...madeUp(n), version: 2 + n, name: 'Renamed' }]),
    );
    await freshness();
  } finally {
    client.destroy();
    await engine.stop();
    rmSync(folder, { recursive: true });
  }
}

async function pageAt(search, page, users) {
  let cursor;
  for (let n = 1; n < page && n * LIMIT < users - LIMIT; n += 1) ({ cursor } = await search({}, { cursor }));
  return cursor;
}

const FIRST = ['ba', 'ke', 'mi', 'lo', 'ru', 'sa', 'te', 'vi', 'no', 'du'];
const MIDDLE = ['r', 'l', 'n', 'st', 'm', 'rk'];
const LAST = ['an', 'is', 'o', 'eth', 'ur', 'ia', 'ed', 'yn', 'os', 'elle'];
const SYLLABLES = FIRST.flatMap((a) => MIDDLE.flatMap((b) => LAST.map((c) => `${a}${b}${c}`)));

function nameOf(n) {
  return `${SYLLABLES[(n * 7) % SYLLABLES.length]}${SYLLABLES[Math.floor(n / 3) % SYLLABLES.length]}`;
}

/** No syllable has a w. */
function misspelt(name) {
  return `${name.slice(0, 4)}w${name.slice(4)}`;
}

function madeUp(n) {
  const [first, last] = [nameOf(n), SYLLABLES[(n * 13) % SYLLABLES.length]];
  return {
    id: `user_${n.toString(36).toUpperCase().padStart(26, '0')}`,
    version: 1,
    name: `${first} ${last}`,
    detail: `${first}.${last}${n}@example.com`,
    role: n % 50 === 0 ? 'admin' : 'member',
    status: n % 20 === 0 ? 'suspended' : 'active',
    externalId: '',
    createdAt: 1_767_225_600_000 + n * 1_000,
  };
}
