import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { commandUser, openLogs, runLogRound, type Signing } from '#libs/directory';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import {
  append,
  batchEntry,
  batchTree,
  compareWithWitness,
  emptyTree,
  entryBundle,
  leafHash,
  LogForkError,
  monitorLog,
  openNote,
  parseCheckpoint,
  rootOf,
  verifierKey,
  type AccountLine,
  type MonitoredLog,
  type MonitoredState,
  type Tree,
} from '#libs/transparency-log';
import { seeded } from '../../faults/proof/random.js';
import { askWith, expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { byOperator } from '../../support/directory/directory.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { restoreItems, storedItems, type StoredItem } from '../../support/directory/stored-items.js';
import { engineClient } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { startWitness, WITNESS } from '../../support/processes/witness-process.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

// A monitor reads every line of the log of all accounts. It finds what no account can see: that there are two of one.

/** As a process keeps it in its file. */
function memory(): MonitoredState {
  let tree: Tree = emptyTree;
  const lines = new Map<string, AccountLine>();
  return {
    tree: () => tree,
    line: (_, accountId) => lines.get(accountId),
    save(_, next, changed) {
      tree = next;
      for (const line of changed) lines.set(line.accountId, line);
    },
  };
}

async function openLog(system: LoggedDirectory) {
  const { key } = system.signing;
  const { accounts, installation } = openLogs(system.directory, key);
  const log: MonitoredLog = {
    async tile({ level, index, width }, accountId) {
      if (level === 'entries') return entryBundle((await installation.entries(index, width))!);
      return accountId === undefined
        ? (await installation.tile(level, index, width))!
        : (await accounts.tile(accountId, level, index, width))!;
    },
    batch: async (index) => (await installation.batch(index))!,
  };
  const verifier = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
  return {
    log,
    checkpoint: parseCheckpoint(openNote((await installation.checkpoint())!, [verifier]).text),
  };
}

async function read(system: LoggedDirectory, state: MonitoredState): Promise<Tree> {
  const { log, checkpoint } = await openLog(system);
  const cosigned = state.tree('');
  const tree = await monitorLog(log, state, checkpoint);
  await compareWithWitness(log, tree, { size: cosigned.size, root: rootOf(cosigned) });
  return tree;
}

const change = ({ tenant, ownerId }: Awaited<ReturnType<typeof startAccount>>, name: string) =>
  commandUser(tenant, ownerId, { type: 'change_user', name }, byOperator);

const HISTORIES = Number(process.env['ROLLBOOK_LOG_HISTORIES'] ?? 4);

test(`${HISTORIES} histories without an attack, of several processes that are behind each other, alarm never`, async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const { below, pick, chance } = seeded(seed);
    const system = await openLoggedDirectory();
    try {
      const accounts = [await startAccount(system.directory), await startAccount(system.directory, 'Two')];
      const [often, late] = [memory(), memory()];
      for (let round = 0; round < 5; round += 1) {
        if (chance(0.3)) accounts.push(await startAccount(system.directory, `${seed} ${round}`));
        for (let count = below(6); count > 0; count -= 1) await change(pick(accounts), `${round} ${count}`);
        const other = { directory: system.reopened(), signing: system.anotherSigning() };
        await Promise.all([system.round(), ...(chance(0.5) ? [system.round(other)] : [])]);
        if (chance(0.7)) await read(system, often);
      }
      await system.round();
      const tree = await read(system, often);
      expect(rootOf(await read(system, late))).toEqual(rootOf(tree));
      expect(tree.size).toBeGreaterThan(0);
    } finally {
      await system.close();
    }
  }
}, 300_000);

const isIn = (prefix: string) => (item: StoredItem) => item['PK']!.S!.startsWith(prefix);
const linesOf = (item: StoredItem, name: string) =>
  JSON.parse(item[name]!.S!) as [accountId: string, size: number, root: string][];
const bytes = (value: AttributeValue | undefined) => Buffer.from(value!.B!);

/** The account's tree is built again, of an event that was changed, and the log itself signs it. */
function rebuiltTree(items: StoredItem[], accountId: string, ownerId: string): StoredItem[] {
  const forged = items.find((item) => item['PK']!.S === `events:${ownerId}`)!;
  return [
    ...items.filter((item) => item !== forged && !isIn(`log:${accountId}`)(item)),
    { ...forged, at: { S: '2020-01-01T00:00:00.000Z' } },
    {
      ...{ PK: { S: 'log-due' }, SK: { S: `account:${accountId}` } },
      ...{ scope: { S: accountId }, entity: { S: 'log-due' } },
    },
  ];
}

/** The head of the log of all gets one batch more, with a line that was made up; the log signs what its head says. */
function forgedBatch(items: StoredItem[], accountId: string, line: (size: number) => number): StoredItem[] {
  const head = items.find((item) => isIn('installation-log:')(item) && item['SK']!.S === 'head')!;
  const account = items.find((item) => isIn(`log:${accountId}`)(item) && item['SK']!.S === 'head')!;
  const [size, root] = [line(Number(account['size']!.N)), Buffer.alloc(32, 7)];
  const [index, edge] = [Number(head['size']!.N), bytes(head['edge'])];
  const filling = createHash('sha256').update(bytes(head['secret'])).update(String(index)).digest();
  const leaf = leafHash(batchEntry(batchTree([{ accountId, size, root }], filling).root));
  const hashes = Array.from({ length: edge.length / 32 }, (_, at) => edge.subarray(at * 32, at * 32 + 32));
  const next = append({ size: index, edge: hashes }, [leaf]);
  const forged = {
    ...head,
    size: { N: String(next.size) },
    root: { B: rootOf(next) },
    edge: { B: Buffer.concat(next.edge) },
    batch: { S: JSON.stringify([[accountId, size, root.toString('base64')]]) },
  };
  return items.map((item) => (item === head ? forged : item));
}

/** What was signed of an account is taken out of what is shown. */
function hiddenLine(items: StoredItem[], accountId: string): StoredItem[] {
  const batches = items.filter(
    (item) => item['lines'] && linesOf(item, 'lines').some(([id]) => id === accountId),
  );
  const last = batches.sort((one, other) => Number(one['index']!.N) - Number(other['index']!.N)).at(-1)!;
  const others = linesOf(last, 'lines').filter(([id]) => id !== accountId);
  return items.map((item) => (item === last ? { ...item, lines: { S: JSON.stringify(others) } } : item));
}

type Attack = (items: StoredItem[], accountId: string, ownerId: string) => StoredItem[];
const ATTACKS: Record<string, { attack: Attack; finds: string }> = {
  'whose tree was built again': { attack: rebuiltTree, finds: 'it has two lines' },
  'of the same size with another root': {
    attack: (items, accountId) => forgedBatch(items, accountId, (size) => size),
    finds: 'it has two lines',
  },
  'that is shorter': {
    attack: (items, accountId) => forgedBatch(items, accountId, (size) => size - 1),
    finds: 'events, and has',
  },
  'that is not shown': { attack: hiddenLine, finds: 'other lines than those that are shown' },
};

test.each(Object.keys(ATTACKS))('a second line of an account %s is found', async (name) => {
  const { attack, finds } = ATTACKS[name]!;
  const system = await openLoggedDirectory();
  try {
    const accounts = [await startAccount(system.directory), await startAccount(system.directory, 'Two')];
    const state = memory();
    const round = async () => {
      for (const account of accounts) await change(account, `Olga ${state.tree('').size}`);
      await system.round({ directory: system.reopened(), signing: system.anotherSigning() });
    };
    await round();
    await read(system, state);
    await round();
    const { accountId, ownerId } = accounts[1]!;
    await restoreItems(system, attack(await storedItems(system), accountId, ownerId));
    await system.round({ directory: system.reopened(), signing: system.anotherSigning() }).catch(() => {});
    await expect(read(system, state)).rejects.toThrow(LogForkError);
    await expect(read(system, state)).rejects.toThrow(finds);
  } finally {
    await system.close();
  }
});

test('a log is found that is behind what was read, is another, or has another history for a witness', async () => {
  const system = await openLoggedDirectory();
  try {
    const account = await startAccount(system.directory);
    const state = memory();
    await system.round();
    const { checkpoint: older } = await openLog(system);
    for (const name of ['One', 'Two']) {
      await change(account, name);
      await system.round();
    }
    const tree = await read(system, state);
    const { log, checkpoint } = await openLog(system);
    await expect(monitorLog(log, state, older)).rejects.toThrow(LogForkError);
    const other = memory();
    other.save('', append(emptyTree, [leafHash(Buffer.from('other'))]), []);
    await expect(monitorLog(log, other, checkpoint)).rejects.toThrow('not those of its checkpoint');
    const root = Buffer.alloc(32, 7);
    await compareWithWitness(log, tree, older);
    await compareWithWitness(log, tree, { size: tree.size + 1, root });
    for (const size of [older.size, tree.size])
      await expect(compareWithWitness(log, tree, { size, root })).rejects.toThrow('has cosigned');
  } finally {
    await system.close();
  }
});

describe('rollbook witness --monitor', () => {
  let folder: string;
  let client: DynamoDBClient;
  let api: RunningApi;
  let processor: ProcessorOfApi;
  let signing: Signing;
  let team: Awaited<ReturnType<typeof createTeam>>;
  let env: NodeJS.ProcessEnv;
  let asMonitor: Ask;
  const round = async () => (await runLogRound(api.directory, signing, () => {})).size;
  const grow = async (name: string) => {
    const before = await round();
    expect((await team.asks.owner('PATCH', team.path, { name }, { 'if-match': '*' })).status).toBe(200);
    await eventually('it is logged', async () => (await round()) > before);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rollbook-monitor-'));
    const file = join(folder, 'log-key');
    signing = { key: fileLogKey(file), mark: fileLogMark(file) };
    const key = { name: signing.key.origin, publicKey: await signing.key.publicKey(), type: 'note' } as const;
    writeFileSync(join(folder, 'logs'), `log ${verifierKey(key)}\nquorum none\n`);
    client = engineClient();
    api = await startApi({ logKey: signing.key });
    processor = await startProcessorOf(api);
    team = await createTeam(api);
    const { body } = await api.operator('POST', '/v1/api-keys', { name: 'Monitor', scopes: ['log:monitor'] });
    asMonitor = askWith(api.url, (body as { key: string }).key);
    env = { ROLLBOOK_API_URL: api.url, ROLLBOOK_API_TOKEN: (body as { key: string }).key };
    await eventually('there is a log', async () => (await round()) > 0);
  });
  afterAll(async () => {
    await processor.stop();
    await api.close();
    client.destroy();
    rmSync(folder, { recursive: true });
  });

  test('its key reads hashes and lines, and no event', async () => {
    for (const path of ['/v1/log/checkpoint', '/v1/log/tile/0/000.p/1', '/v1/log/tile/entries/000.p/1'])
      expect([path, (await asMonitor('GET', path)).status]).toEqual([path, 200]);
    const { body } = await asMonitor('GET', '/v1/log/batches/0');
    expect((body as { accounts: AccountLine[] }).accounts).toContainEqual({
      ...{ accountId: team.account.id, size: expect.any(Number), root: expect.stringMatching(/^.{43}=$/) },
    });
    expect((await asMonitor('GET', `${team.path}/log/tile/0/000.p/1`)).status).toBe(200);
    for (const path of ['/log/tile/entries/000.p/1', '/log/checkpoint', '/events', '/users', ''])
      await expectProblem(await asMonitor('GET', `${team.path}${path}`), 403, 'not_permitted');
    for (const path of ['/v1/log/tile/0/000.p/200', '/v1/log/batches/99', '/v1/log/batches/-1'])
      await expectProblem(await asMonitor('GET', path), 404, 'not_logged');
    const { key } = (await api.operator('POST', '/v1/api-keys', { name: 'All', scopes: ['events:read'] }))
      .body as { key: string };
    for (const ask of [team.asks.owner, askWith(api.url, key)])
      for (const path of ['checkpoint', 'tile/0/000.p/1', 'batches/0'])
        await expectProblem(await ask('GET', `/v1/log/${path}`), 403, 'not_permitted');
  });

  const once = async (state: string) => {
    const args = [...WITNESS, '--logs', 'logs', '--monitor', '--once', '--state', state];
    const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...env } };
    return promisify(execFile)(process.execPath, args, options).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
    );
  };

  test('finds two lines of an account, says so aloud, and remembers it', async () => {
    await grow('One');
    expect(await once('kept.db')).toEqual({ code: 0, text: expect.stringContaining(signing.key.origin) });
    const witness = await startWitness(folder, { args: ['--monitor', '--every', '1'], env });
    const health = async () => {
      const answer = await fetch(`${witness.url}/health`);
      return { status: answer.status, body: (await answer.json()) as object };
    };
    try {
      await grow('Two');
      const size = await round();
      await eventually('it has read all', async () => {
        const { status, body } = await health();
        return status === 200 && (body as { monitor: { size: number } }).monitor.size === size;
      });
      const place = { client, tableName: api.configuration.table.name } as LoggedDirectory;
      const items = await storedItems(place);
      await restoreItems(place, rebuiltTree(items, team.account.id, team.owner.id));
      await eventually('the log has signed it', async () => (await round()) > size);
      await eventually('it is unhealthy', async () => (await health()).status === 503);
      const fork = `FORK of the log ${signing.key.origin}: ${team.account.id} had`;
      expect((await health()).body).toMatchObject({ forks: [expect.stringContaining(fork)] });
      expect(witness.output()).toContain(fork);
      for (const time of [1, 2]) expect([time, (await once('kept.db')).code]).toEqual([time, 1]);
      expect((await once('kept.db')).text).toContain(fork);
    } finally {
      await witness.stop();
    }
  });

  test('does not take a log for another: without its key it could not check, and exits with 2', async () => {
    const other = fileLogKey(join(folder, 'other-key'));
    const key = { name: other.origin, publicKey: await other.publicKey(), type: 'note' } as const;
    writeFileSync(join(folder, 'logs'), `log ${verifierKey(key)}\nquorum none\n`);
    expect(await once('other.db')).toEqual({ code: 2, text: expect.stringContaining('known key') });
  });
});
