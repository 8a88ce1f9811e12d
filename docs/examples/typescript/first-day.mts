// A first day with Rollbook: `node first-day.mts`, with an API, a guard of all accounts, and the token of an operator.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, isRollbookError } from '@rollbook/client';
import { Webhook } from 'standardwebhooks';

const { ROLLBOOK_URL = '', ROLLBOOK_GUARD = '', ROLLBOOK_KEY } = process.env;
const client = createClient({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY });
/** Milliseconds: of which a copy may be behind and still count as level. */
const WITHIN_MS = 60_000;

async function day() {
  const { id: accountId } = await client.post('/v1/accounts', { body: { name: 'Analytical Engines' } });
  const path = { accountId };
  const people = [
    { name: 'Ada Lovelace', email: 'ada@example.com', role: 'owner' as const, externalId: 'ada' },
    { name: 'Charles Babbage', email: 'charles@example.com' },
    { name: 'Mary Somerville', email: 'mary@example.com' },
  ];
  const created = [];
  for (const body of people)
    created.push(await client.post('/v1/accounts/{accountId}/users', { path, body }));
  const userId = created[0]!.id;
  const names = [];
  // Two to a page; the iterator reads both.
  for await (const { name } of client.each('/v1/accounts/{accountId}/users', {
    path,
    query: { limit: 2, sort: 'name' },
  }))
    names.push(name);
  console.log('people:', names.join(', '));

  const { id: serviceGroupId } = await client.post('/v1/accounts/{accountId}/service-groups', {
    path,
    body: { name: 'prod', externalId: 'prod' },
  });
  const guard = createClient({ baseUrl: ROLLBOOK_GUARD });
  const question = (user: string, group: string) => ({
    subject: { type: 'user' as const, id: user },
    action: { name: 'enter' },
    resource: { type: 'service_group' as const, id: group },
    context: { account_id: accountId },
  });
  const before = await client.post('/access/v1/evaluation', { body: question(userId, serviceGroupId) });
  const { headers } = await client.request(
    'put',
    '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}',
    {
      path: { accountId, serviceGroupId, userId },
    },
  );
  const after = await guard.post('/access/v1/evaluation', {
    body: question('external:ada', 'external:prod'),
    atLeast: headers.get('rollbook-position')!,
  });
  console.log(`may ada enter prod? ${before.decision}, and as a member, by the guard: ${after.decision}`);

  const { key } = await client.post('/v1/accounts/{accountId}/api-keys', {
    path,
    body: { name: 'feed', scopes: ['events:read'] },
  });
  await followKilledAndResumed(accountId, key);
  await receiveWebhook(accountId, serviceGroupId);

  try {
    await client.post('/v1/accounts/{accountId}/users', { path, body: people[0]! });
  } catch (error) {
    if (!isRollbookError(error, 'email_taken')) throw error;
    console.log('another Ada?', error.code);
  }
}

async function followKilledAndResumed(accountId: string, key: string) {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  const follower = () =>
    spawn(process.execPath, [import.meta.filename, folder, accountId], {
      env: { ...process.env, ROLLBOOK_KEY: key },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  const first = follower();
  await until(() => stored(folder).ids.length > 0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await client.post('/v1/accounts/{accountId}/users', {
    path: { accountId },
    body: { name: 'Luigi Menabrea', email: 'luigi@example.com' },
  });
  const wanted: string[] = [];
  for await (const { id } of client.each('/v1/accounts/{accountId}/events', { path: { accountId } }))
    wanted.push(id);
  const second = follower();
  await until(() => existsSync(join(folder, 'level')) && stored(folder).ids.length >= wanted.length);
  second.kill('SIGKILL');
  await once(second, 'exit');
  const isEachOnce = JSON.stringify(stored(folder).ids.sort()) === JSON.stringify(wanted.sort());
  rmSync(folder, { recursive: true });
  console.log(`the feed, killed and resumed: ${wanted.length} events, each once: ${isEachOnce}`);
}

/** What a copy stores: the cursor together with what follows from the events before it. */
function stored(folder: string): { cursor?: string; ids: string[] } {
  const file = join(folder, 'copy.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { ids: string[] }) : { ids: [] };
}

async function follow(folder: string, accountId: string) {
  const copy = stored(folder);
  for await (const page of client.changes({ accountId, ...(copy.cursor && { after: copy.cursor }) })) {
    copy.ids.push(...page.data.map(({ id }) => id));
    copy.cursor = page.nextCursor;
    const file = join(folder, 'copy.json');
    writeFileSync(`${file}.new`, JSON.stringify(copy));
    renameSync(`${file}.new`, file);
    // Without a statement nobody knows. `@rollbook/subscriber` does all of this, and knows its age at any time.
    const { upToDate, completeTo, readAt = '' } = page;
    if (upToDate && completeTo && Date.parse(readAt) - Date.parse(completeTo) < WITHIN_MS)
      writeFileSync(join(folder, 'level'), '');
  }
}

async function receiveWebhook(accountId: string, serviceGroupId: string) {
  let received: { body: string; headers: IncomingHttpHeaders } | undefined;
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    received = { body, headers: request.headers };
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { secret } = await client.post('/v1/accounts/{accountId}/webhook-endpoints', {
    path: { accountId },
    body: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      eventTypes: ['service_group.removed'],
    },
  });
  await client.delete('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', {
    path: { accountId, serviceGroupId },
  });
  await until(() => received !== undefined);
  server.close().closeAllConnections();
  const { body, headers } = received!;
  const webhook = new Webhook(secret!);
  const event = webhook.verify(body, headers as Record<string, string>) as { type: string };
  let forged = 'accepted';
  try {
    webhook.verify(`${body} `, headers as Record<string, string>);
  } catch {
    forged = 'refused';
  }
  console.log(`a webhook of ${event.type}, verified; a forged one: ${forged}`);
}

async function until(holds: () => boolean) {
  for (let times = 0; !holds(); times += 1) {
    if (times === 1_200) throw new Error('it takes too long');
    await sleep(50);
  }
}

const [folder = '', accountId = ''] = process.argv.slice(2);
await (folder ? follow(folder, accountId) : day());
