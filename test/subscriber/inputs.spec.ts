import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventBridgeHandler, sqsHandler, webhookHandler, type DeliveredEvent } from '@rollbook/subscriber';
import { Webhook } from 'standardwebhooks';

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(24)).toString('base64')}`;
const [SECRET, NEW_SECRET] = [secretOf('a secret'), secretOf('its successor')];
const event = { id: 'user_1.3', type: 'user.suspended' } as DeliveredEvent;

/** Takes everything but what it has been told to refuse. */
class Receiver {
  readonly received: string[] = [];
  readonly refused = new Set<string>();

  receive({ id }: DeliveredEvent): Promise<void> {
    if (this.refused.has(id)) return Promise.reject(new Error('Not yet.'));
    this.received.push(id);
    return Promise.resolve();
  }
}

test('a function behind a rule takes the event, and fails with it', async () => {
  const receiver = new Receiver();
  const handler = eventBridgeHandler(receiver);
  await handler({ detail: event });
  receiver.refused.add(event.id);
  await expect(handler({ detail: event })).rejects.toThrow('Not yet.');
  expect(receiver.received).toEqual([event.id]);
});

test('a function behind a queue says which messages are to come again', async () => {
  const receiver = new Receiver();
  receiver.refused.add('b');
  const bodies = [{ detail: { id: 'a' } }, { detail: { id: 'b' } }, { id: 'c' }].map((body) =>
    JSON.stringify(body),
  );
  const Records = [...bodies, 'no JSON'].map((body, place) => ({ messageId: `m${place}`, body }));
  expect(await sqsHandler(receiver)({ Records })).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm3' }],
  });
  expect(receiver.received).toEqual(['a', 'c']);
});

describe('a webhook endpoint', () => {
  const receiver = new Receiver();
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const handler = webhookHandler(receiver, { secrets: [NEW_SECRET, SECRET] });
    server = createServer((request, response) => void handler(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Signed as the library of Standard Webhooks does it. */
  async function deliver(
    body: string,
    { at = new Date(), secret = SECRET, sent = body } = {},
  ): Promise<number> {
    const headers = {
      'webhook-id': 'user_1.3',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('user_1.3', at, body)}`,
    };
    const { status } = await fetch(url, { method: 'POST', headers, body: sent });
    return status;
  }

  test('takes what is signed with either secret', async () => {
    expect(await deliver(JSON.stringify({ id: 'signed' }))).toBe(204);
    expect(await deliver(JSON.stringify({ id: 'signed anew' }), { secret: NEW_SECRET })).toBe(204);
    expect(receiver.received).toEqual(['signed', 'signed anew']);
  });

  test.each([
    ['with another secret', { secret: secretOf('another') }],
    ['for another body', { sent: '{"id":"changed"}' }],
    ['too long ago', { at: new Date(Date.now() - 400_000) }],
    ['in the future', { at: new Date(Date.now() + 400_000) }],
  ])('refuses what was signed %s', async (_how, options) => {
    const before = receiver.received.length;
    expect(await deliver(JSON.stringify(event), options)).toBe(401);
    expect(receiver.received).toHaveLength(before);
  });

  test('refuses what is not signed, too large, or asked for', async () => {
    const post = { method: 'POST' };
    expect((await fetch(url, { ...post, body: '{}' })).status).toBe(401);
    expect((await fetch(url, { ...post, body: 'x'.repeat(2 ** 20 + 1) })).status).toBe(413);
    expect((await fetch(url)).status).toBe(405);
  });

  test('asks to be delivered again what could not be taken', async () => {
    receiver.refused.add('later');
    expect(await deliver(JSON.stringify({ id: 'later' }))).toBe(503);
    expect(await deliver('no JSON')).toBe(503);
  });

  test.each([
    ['a missing one', [undefined], 'secrets[0]', 'environment variable'],
    ['an empty one', [''], 'secrets[0]', 'environment variable'],
    ['one without a key', [SECRET, 'whsec_'], 'secrets[1]', '24 bytes'],
    ['a short one', ['whsec_bmV3'], 'secrets[0]', '24 bytes'],
    ['what is no base64', ['a password with spaces, of many letters'], 'secrets[0]', 'base64'],
    ['none', [], 'secrets', 'one secret or more'],
  ])('is not made with secrets of which %s is one: anybody could sign', (_what, secrets, name, rule) => {
    const make = () => webhookHandler(receiver, { secrets });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(name);
    expect(make).toThrow(rule);
  });
});
