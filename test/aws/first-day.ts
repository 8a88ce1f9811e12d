import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.js';
import type { WebhookReceiver } from '../support/streams/webhook-receiver.js';
import type { AwsFront } from './aws-front.js';
import { rollbook, type Deployment } from './deployments.js';
import type { BusEvent, Resources } from './resources.js';

export interface Day {
  deployment: Deployment;
  resources: Resources;
  front: AwsFront;
  receiver: WebhookReceiver;
  /** What a rule of the bus does for the mailer's function. */
  mail: (event: BusEvent) => Promise<void>;
  /** Of the operator's command. */
  environment: NodeJS.ProcessEnv;
}

/** What a new customer does on the first day, from an account to the proof that the state is what the events add up to. */
export async function firstDay(day: Day): Promise<void> {
  const bus = startSubscriber(day);
  try {
    const { account, removed } = await makeAccount(day);
    await bus.received(
      'account.created',
      'user.created',
      'service_group.created',
      'service_group.member_added',
      'user.invited',
    );
    await acceptInvitation(day);
    await removeAndErase(day, account, removed);
    await bus.received('user.activated', 'user.removed', 'user.erased');
    await counted(day, account);
    await command(day, account, bus);
    await bus.delivered();
    const sent = day.receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(sent).size, sent.length, 'A webhook was sent twice');
  } finally {
    await bus.stop();
  }
}

async function makeAccount(day: Day): Promise<{ account: string; removed: string }> {
  const { receiver, deployment } = day;
  assert.equal((await deployment.ask('GET', '/health/ready')).status, 200);
  const { id } = await create(day, '/v1/accounts', { name: 'Acme' });
  const account = `/v1/accounts/${id}`;
  const { secret = '' } = await create(day, `${account}/webhook-endpoints`, { url: receiver.url });
  await create(day, `${account}/users`, { name: 'Ada', email: 'ada@acme.example', role: 'owner' });
  const { id: removed = '' } = await create(day, `${account}/users`, {
    name: 'Bob',
    email: 'bob@acme.example',
    role: 'member',
  });
  const { id: group } = await create(day, `${account}/service-groups`, { name: 'dev' });
  await ask(day, 'PUT', `${account}/service-groups/${group}/members/${removed}`);
  await create(day, `${account}/invitations`, { name: 'Grace', email: 'grace@acme.example' });
  await eventually('a webhook brings user.created', () =>
    receiver.received.some(({ body }) => body.includes('user.created')),
  );
  for (const { headers, body } of receiver.received)
    new Webhook(secret).verify(body, headers as Record<string, string>);
  return { account, removed };
}

async function acceptInvitation(day: Day): Promise<void> {
  const sent = () => day.front.passed.filter(({ service }) => service === 'ses').at(-1);
  await eventually('SES has the mail', () => sent() !== undefined);
  const mail = JSON.parse(sent()?.body ?? '{}') as {
    Destination: { ToAddresses: string[] };
    Content: { Simple: { Body: { Text: { Data: string } } } };
  };
  assert.deepEqual(mail.Destination.ToAddresses, ['grace@acme.example']);
  const [link = ''] = /https:\S+/.exec(mail.Content.Simple.Body.Text.Data) ?? [];
  await ask(day, 'POST', '/invitations/v1/accept', { token: new URL(link).searchParams.get('token') });
}

async function removeAndErase(day: Day, account: string, user: string): Promise<void> {
  await ask(day, 'DELETE', `${account}/users/${user}`);
  await ask(day, 'POST', `${account}/users/${user}/erase`);
}

/** What is left: two users, one of whom accepted an invitation, and a service group without members. Nothing is counted twice. */
async function counted(day: Day, account: string): Promise<void> {
  let counts: unknown;
  const isCounted = async () => {
    const [{ counts: ofAccount }, { data }] = (await Promise.all(
      ['', '/service-groups'].map((path) => ask(day, 'GET', `${account}${path}`)),
    )) as unknown as [{ counts: Record<string, number> }, { data: { memberCount: number }[] }];
    const { users, serviceGroups } = ofAccount;
    counts = { users, serviceGroups, members: data.map(({ memberCount }) => memberCount) };
    return isDeepStrictEqual(counts, { users: 2, serviceGroups: 1, members: [0] });
  };
  await eventually('everything is counted once', isCounted).catch((error: unknown) => {
    throw new Error(`Counted were ${JSON.stringify(counts)}.`, { cause: error });
  });
}

/** The operator's command on AWS: what it reads, what it proves, and what it publishes again. */
async function command(day: Day, account: string, bus: ReturnType<typeof startSubscriber>): Promise<void> {
  const { resources, environment } = day;
  const id = account.split('/').at(-1) ?? '';
  const run = async (...words: string[]) => {
    const place = ['--aws', '--table', resources.table, '--kms-key', resources.keyArn];
    const { code, stdout, stderr } = await rollbook(environment, ...words, ...place);
    assert.equal(code, 0, `rollbook ${words.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  assert.match(await run('verify', id), /nothing wrong/);
  const exported = await run('export', id);
  assert.match(exported, /ada@acme\.example/);
  assert.doesNotMatch(exported, /bob@acme\.example/);
  assert.match(await run('dead-letters', 'list'), /^0 parked commits/);
  const before = bus.events.length;
  const window = ['--from', '2020-01-01T00:00:00Z', '--to', '2100-01-01T00:00:00Z'];
  const again = await run('republish', '--account', id, ...window, '--event-bus', resources.eventBus);
  const sent = Number(/^\d+/.exec(again)?.[0]);
  await eventually('the bus brings all of it again', () => bus.events.length >= before + sent);
}

async function create(day: Day, path: string, body: unknown): Promise<Record<string, string>> {
  return ask(day, 'POST', path, body);
}

async function ask({ deployment }: Day, method: string, path: string, body?: unknown) {
  const answer = await deployment.ask(method, path, body);
  assert.ok(
    answer.status < 300,
    `${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
  );
  return answer.body;
}

/** Takes what the rule puts into the queue, and hands it on as the rules of the webhooks and of the mailer do. */
function startSubscriber({ resources, deployment, mail }: Day) {
  const events: BusEvent[] = [];
  const delivering: Promise<unknown>[] = [];
  let failed: unknown;
  let stopping = false;
  const run = async () => {
    while (!stopping)
      for (const event of await resources.receive()) {
        // One event's next try keeps no other waiting.
        delivering.push(deployment.deliver(event).catch((error: unknown) => (failed = error)));
        if (event['detail-type'] === 'user.invited') await mail(event);
        events.push(event);
      }
  };
  const running = run().catch((error: unknown) => (failed = error));
  return {
    events,
    async received(...types: string[]) {
      const missing = () => types.filter((type) => !events.some(({ detail }) => detail.type === type));
      await eventually(`the bus brings ${types.join(', ')}`, () => {
        if (failed) throw failed as Error;
        return missing().length === 0;
      }).catch((error: unknown) => {
        throw new Error(`The bus did not bring ${missing().join(', ')}.`, { cause: error });
      });
    },
    async stop() {
      stopping = true;
      await running;
    },
    delivered: () => Promise.all(delivering),
  };
}
