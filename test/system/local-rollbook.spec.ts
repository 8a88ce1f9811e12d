import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eachAccountId, eachEventOfAccount, grantTenant, openDirectory, unpackCommit } from '#libs/directory';
import { startEngine } from '#libs/embedded-engine';
import { fileMasterKey } from '#libs/secrets';
import {
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  initialAccount,
  initialServiceGroup,
  initialUser,
  type DomainEvent,
} from '#libs/domain';
import { engineClient } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { everyItem } from '../support/directory/items.js';
import { freePort, startLocalRollbook, type LocalRollbook } from '../support/processes/local-rollbook.js';

const run = promisify(execFile);
let folder: string;
/** A start takes as much CPU time as hundreds of requests: the tests share one, and the first starts it twice. */
let started: LocalRollbook | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-local-'));
  // As earlier versions left it.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await started?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function running(): Promise<LocalRollbook> {
  started ??= await startLocalRollbook(folder);
  return started;
}

async function stop(): Promise<number | null> {
  const rollbook = await running();
  started = undefined;
  return rollbook.stop();
}

type Answer = {
  id: string;
  data: { id: string; userId: string; serviceGroupId: string }[];
  nextCursor: string | null;
};

function clientOf({ apiUrl, operatorToken }: LocalRollbook) {
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${operatorToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
}

/** Runs tasks eight at a time. */
async function eachOf<T, R>(items: T[], act: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await act(item, index);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}

async function published({
  dataFolder,
}: LocalRollbook): Promise<{ id: string; subject: string; sequence: string }[]> {
  const journal = await readFile(join(dataFolder, 'bus', 'events.jsonl'), 'utf8');
  return journal
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { event } = JSON.parse(line) as {
        event: { detail: { id: string; subject: string; sequence: string } };
      };
      return event.detail;
    });
}

/** Every item of the stopped system's table, and its events with their personal data. */
async function stored(): Promise<{ items: Record<string, unknown>[]; events: DomainEvent[] }> {
  const engine = await startEngine({ databaseFile: join(folder, 'engine.db') });
  const client = engineClient(engine.endpoint);
  try {
    const directory = openDirectory({
      client,
      tableName: 'rollbook',
      cursorSecret: 'the cursor secret of a test, 32 characters or more',
      masterKey: fileMasterKey(join(folder, 'master-key')),
    });
    const events: DomainEvent[] = [];
    for await (const accountId of eachAccountId(directory))
      for await (const event of eachEventOfAccount(
        grantTenant(directory, accountId),
        new Date(0),
        new Date(Date.now() + 60_000),
      ))
        events.push(event);
    return { items: await everyItem({ client, tableName: 'rollbook' }), events };
  } finally {
    client.destroy();
    await engine.stop();
  }
}

describe('npm start', () => {
  test('runs three accounts with 200 users, 20 service groups and 1,000 memberships, publishes every event in order, and finds its data again', async () => {
    let rollbook = await running();
    let call = clientOf(rollbook);
    const accounts = await eachOf(['A', 'B', 'C'], (name) => call('POST', '/accounts', { name }));
    const accountOf = (index: number) => `/accounts/${accounts[index % 3]?.id}`;
    const users = await eachOf(Array.from({ length: 200 }), (_, index) =>
      call('POST', `${accountOf(index)}/users`, {
        name: `User ${index}`,
        email: `user${index}@x.example`,
        role: index < 3 ? 'owner' : 'member',
      }),
    );
    const groups = await eachOf(Array.from({ length: 20 }), (_, index) =>
      call('POST', `${accountOf(index)}/service-groups`, { name: `group ${index}` }),
    );
    const expected: { account: string; user: string; group: string }[] = [];
    for (let user = 0; expected.length < 1000; user = (user + 1) % 200) {
      const taken = expected.filter((each) => each.user === users[user]?.id).length;
      const candidates = groups.filter((_, index) => index % 3 === user % 3);
      const group = candidates[(user + taken) % candidates.length]?.id as string;
      expected.push({ account: accountOf(user), user: users[user]?.id as string, group });
    }
    await eachOf(expected, ({ account, group, user }) =>
      call('PUT', `${account}/service-groups/${group}/members/${user}`),
    );
    await eachOf(users.slice(100, 110), ({ id }, index) =>
      call('PATCH', `${accountOf(100 + index)}/users/${id}`, { name: `Renamed ${index}`, role: 'admin' }),
    );

    const listAll = async (path: string) => {
      const entries = [];
      for (let query = '?limit=100'; ;) {
        const page = await call('GET', `${path}${query}`);
        entries.push(...page.data);
        if (!page.nextCursor) return entries;
        query = `?limit=100&cursor=${page.nextCursor}`;
      }
    };
    const checkLists = async () => {
      await eachOf(users, async ({ id }, index) => {
        const entries = await listAll(`${accountOf(index)}/users/${id}/service-groups`);
        const held = expected.filter(({ user }) => user === id).map(({ group }) => group);
        expect(entries.map(({ serviceGroupId }) => serviceGroupId)).toEqual(held.sort());
      });
      await eachOf(groups, async ({ id }, index) => {
        const entries = await listAll(`${accountOf(index)}/service-groups/${id}/members`);
        const members = expected.filter(({ group }) => group === id).map(({ user }) => user);
        expect(entries.map(({ userId }) => userId)).toEqual(members.sort());
      });
    };
    await checkLists();

    // 17 events of the demo account, 3 accounts, 200 users, 20 groups, 1,000 memberships, 10 times two changes.
    const total = 17 + 3 + 200 + 20 + 1000 + 20;
    await eventually('all events are published', async () => (await published(rollbook)).length >= total);
    expect(await stop()).toBe(0);

    const { items, events: committed } = await stored();
    expect(items.filter(({ entity }) => entity === 'event')).toHaveLength(committed.length);
    const events = await published(rollbook);
    expect(events.map(({ id }) => id).sort()).toEqual(committed.map(({ eventId }) => eventId).sort());
    const last = new Map<string, number>();
    for (const { subject, sequence } of events) {
      expect(Number(sequence)).toBe((last.get(subject) ?? 0) + 1);
      last.set(subject, Number(sequence));
    }
    expectHeadsToBeTheFoldOfTheirEvents(items, committed);

    rollbook = await running();
    call = clientOf(rollbook);
    await checkLists();
    expect(rollbook.output()).toContain('The service groups Alan may enter');
    const { id } = await call('POST', '/accounts', { name: 'Next' });
    const subjects = async () => (await published(rollbook)).slice(total).map(({ subject }) => subject);
    await eventually('the next event is published', async () => (await subjects()).length > 0);
    // Nothing was published again.
    expect(await subjects()).toEqual([id]);

    // Nobody else of this machine reads any of it.
    const files = await readdir(folder, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['engine.db', 'bus/events.jsonl', 'logs/api.log']));
    const modes = await Promise.all(
      ['.', ...files].map(async (file) => [file, (await stat(join(folder, file))).mode]),
    );
    expect(modes.filter(([, mode]) => (Number(mode) & 0o077) !== 0)).toEqual([]);
  });

  test('says in one line that a port is in use', async () => {
    const port = await freePort();
    const occupant: Server = createServer();
    await new Promise<void>((resolve) => occupant.listen(port, '127.0.0.1', resolve));
    const script = fileURLToPath(new URL('../../apps/local/start.mjs', import.meta.url));
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, PORT: String(port), ROLLBOOK_DATA_DIR: folder },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    occupant.close();
    expect(code).toBe(1);
    expect(output).toBe(`Port ${port} is in use: stop the program that uses it, or set another PORT.\n`);
  });

  test('prints the first question and three commands that work as pasted, and a token for any user', async () => {
    const rollbook = await running();
    const commands = rollbook.output().match(/^ {2}curl .*$/gm) ?? [];
    expect(commands).toHaveLength(4);
    expect(commands[0]).toContain('/access/v1/evaluation');
    for (const command of commands) {
      const { stdout } = await run('bash', ['-c', command.replace('curl -s', 'curl -s -f')]);
      expect(JSON.parse(stdout)).toEqual(expect.objectContaining({}));
    }
    const [, accountId] = /accounts\/(acct_\w+)\/users\/user_/.exec(rollbook.output()) ?? [];
    const [, userId] = /users\/(user_\w+)/.exec(rollbook.output()) ?? [];
    const script = fileURLToPath(new URL('../../apps/local/token.mjs', import.meta.url));
    const { stdout: token } = await run(
      process.execPath,
      [script, '--account', accountId!, '--user', userId!],
      {
        env: { ...process.env, ROLLBOOK_DATA_DIR: folder },
      },
    );
    const me = await fetch(`${rollbook.apiUrl}/v1/accounts/${accountId}/users/${userId}/service-groups`, {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    expect(me.status).toBe(200);

    // The command finds it too, though it is not on the usual port.
    const { PORT: _, ...environment } = process.env;
    const command = fileURLToPath(new URL('../../apps/local/rollbook.mjs', import.meta.url));
    const { stdout: listed } = await run(process.execPath, [command, 'accounts', 'list', '--json'], {
      env: { ...environment, ROLLBOOK_DATA_DIR: folder },
    });
    expect(listed).toContain(accountId);
  });

  test('brings its processes back when they are killed', async () => {
    const rollbook = await running();
    const { stdout } = await run('pgrep', ['-P', String(rollbook.process.pid), '-f', 'dist/programs/']);
    const children = stdout.trim().split('\n');
    // The API, the stream processor, and the light process.
    expect(children).toHaveLength(3);
    for (const pid of children) process.kill(Number(pid), 'SIGKILL');
    const call = clientOf(rollbook);
    const before = (await published(rollbook)).length;
    const create = () => call('POST', '/accounts', { name: 'After the crash' });
    await eventually('the API answers again', () =>
      create().then(
        () => true,
        () => false,
      ),
    );
    const after = async () => (await published(rollbook)).length;
    await eventually('events are published again', async () => (await after()) > before);
  });

  test('answers 503 while its engine is gone, and serves on when it is back with the data it had', async () => {
    const rollbook = await running();
    const call = clientOf(rollbook);
    const { id } = await call('POST', '/accounts', { name: 'Before' });
    const { stdout } = await run('pgrep', ['-f', `dynoxide serve.*${folder}`]);
    const pids = stdout.trim().split('\n').map(Number);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    const read = () =>
      fetch(`${rollbook.apiUrl}/v1/accounts/${id}`, {
        headers: { authorization: `Bearer ${rollbook.operatorToken}` },
      });
    const first = await read();
    if (first.status !== 200) {
      expect(first.status).toBe(503);
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await eventually('the account is served again', async () => (await read()).status === 200);
    const before = (await published(rollbook)).length;
    await call('PATCH', `/accounts/${id}`, { name: 'After' });
    await eventually('its events go on', async () => (await published(rollbook)).length > before);
  });

  test('leaves no process behind when it is killed outright', async () => {
    const rollbook = await running();
    started = undefined;
    const { stdout } = await run('pgrep', ['-P', String(rollbook.process.pid)]);
    const children = stdout.trim().split('\n').map(Number);
    // The engine, and what the processes are that are brought back above.
    expect(children).toHaveLength(4);
    rollbook.process.kill('SIGKILL');
    await eventually('every process of it has ended', () => !children.some(isRunning));
    await expect(fetch(`${rollbook.apiUrl}/health/live`)).rejects.toThrow();
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function expectHeadsToBeTheFoldOfTheirEvents(items: Record<string, unknown>[], events: DomainEvent[]): void {
  const byAggregate = new Map<string, DomainEvent[]>();
  for (const event of events)
    byAggregate.set(event.aggregateId, [...(byAggregate.get(event.aggregateId) ?? []), event]);
  const heads = items.filter(({ entity }) => ['account', 'user', 'service-group'].includes(entity as string));
  expect(heads).toHaveLength(byAggregate.size);
  for (const head of heads) {
    const id = (head['userId'] ?? head['serviceGroupId'] ?? head['accountId']) as string;
    const history = (byAggregate.get(id) ?? []).sort((a, b) => a.version - b.version);
    const folded =
      head['entity'] === 'account'
        ? history.reduce(evolveAccount as never, initialAccount)
        : head['entity'] === 'user'
          ? history.reduce(evolveUser as never, initialUser)
          : history.reduce(evolveServiceGroup as never, initialServiceGroup);
    // Who changed it last is read from the head's last commit.
    const { memberships: _, updatedBy, ...state } = folded as unknown as Record<string, unknown>;
    expect(unpackCommit(JSON.parse(head['lastEvents'] as string)).actor).toBe(updatedBy);
    expect(head).toMatchObject(state);
  }
}
