import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { ROOT } from '../../support/documented-commands.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createUser } from '../../support/api/people.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';
import {
  startWebhookReceiver,
  statuses,
  type WebhookReceiver,
} from '../../support/streams/webhook-receiver.js';

let api: RunningApi;
let processor: ProcessorOfApi;
let service: WebhookReceiver;
let token: string;
beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
  token = await api.issuer.signOperatorToken();
});
afterAll(async () => {
  await processor.stop();
  await api.close();
});
beforeEach(async () => {
  service = await startWebhookReceiver();
});
afterEach(() => service.stop());

interface Listening {
  child: ChildProcess;
  out(): string;
}

async function listen(...args: string[]): Promise<Listening> {
  const program = join(ROOT, 'dist/programs/rollbook.js');
  const child = spawn(process.execPath, [program, 'listen', '--forward-to', service.url, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ROLLBOOK_API_URL: api.url, ROLLBOOK_API_TOKEN: token },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (out += text));
  await eventually('it has begun', () => out.includes('Forwarding to'));
  return { child, out: () => out };
}

test('forwards the events of an account in their order, signed like a webhook', async () => {
  const { id: account } = await createAccount(api);
  const { child, out } = await listen('--account', account, '--from-beginning');
  try {
    const users = [await createUser(api, account), await createUser(api, account)];
    await eventually('all have come', () => service.received.length === 3);
    const secret = /secret (whsec_\S+)/.exec(out())?.[1] ?? '';
    const events = service.received.map(
      ({ body, headers }) =>
        new Webhook(secret).verify(body, headers as Record<string, string>) as { subject: string },
    );
    expect(events.map(({ subject }) => subject)).toEqual([account, ...users.map(({ id }) => id)]);
    await eventually('it says so', () => out().includes(`200  `) && out().includes(users[1]!.id));
  } finally {
    child.kill('SIGKILL');
  }
});

test('tries again what was not accepted, before what comes later', async () => {
  const { id: account } = await createAccount(api);
  service.answer = statuses(503, 200);
  const { child, out } = await listen('--account', account, '--from-beginning', '--secret', 'whsec_c2VjcmV0');
  try {
    const { id: user } = await createUser(api, account);
    await eventually('both have come', () => service.received.length === 3);
    const subjects = service.received.map(({ body }) => (JSON.parse(body) as { subject: string }).subject);
    expect(subjects).toEqual([account, account, user]);
    expect(out()).toContain('Trying again in 1 s.');
    expect(service.received[0]?.headers['webhook-id']).toBe(service.received[1]?.headers['webhook-id']);
  } finally {
    child.kill('SIGKILL');
  }
});

test('ends when the service is gone', async () => {
  const { id: account } = await createAccount(api);
  service.answer = statuses(410);
  const { child, out } = await listen('--account', account, '--from-beginning');
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(out()).toContain('answered 410 Gone: nothing more is sent.');
  expect(service.received).toHaveLength(1);
});
