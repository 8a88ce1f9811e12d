import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { startBus, type Bus } from '../../../apps/local/src/bus/bus.js';
import { startStreamProcessor, type StreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import { startWebhooks, type WebhooksHost } from '../../../apps/webhooks/src/node-host.js';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { engineClient, engineEndpoint } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { everyItem } from '../../support/directory/items.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { masterKeyFile } from '../../support/directory/master-key.js';
import { created, createTeam, createUser } from '../../support/api/people.js';
import {
  startWebhookReceiver,
  statuses,
  type WebhookReceiver,
} from '../../support/streams/webhook-receiver.js';

// Generous for a busy machine: leases are waited for.

let api: RunningApi;
let signalPort: number;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  signalPort = await freePort();
  api = await startApi({ allowLocalWebhooks: true, webhooksSignalPort: signalPort });
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
});

const PUBLIC = { url: 'https://hooks.acme.example/' };
const ownSecret = (length: number) => `whsec_${randomBytes(length).toString('base64')}`;

describe('a webhook endpoint', () => {
  test('is registered by an owner or admin, who is shown its secret once', async () => {
    const path = `${team.path}/webhook-endpoints`;
    const input = { ...PUBLIC, description: 'sync', eventTypes: ['user.*'] };
    const answer = await team.asks.admin('POST', path, input);
    expect(answer.status).toBe(201);
    const { id, secret, ...endpoint } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(answer.headers.get('location')).toBe(`${path}/${id}`);
    expect(endpoint).toMatchObject({ ...input, status: 'active', disabledReason: null, secretVersion: 1 });
    const { body: shown } = await team.asks.owner('GET', `${path}/${id}`);
    expect(shown).toEqual({ id, ...endpoint, failingSince: null });
    expect((await api.operator('GET', path)).body).toEqual({ data: [shown], nextCursor: null });
    await expectProblem(await team.asks.member('GET', path), 403, 'not_permitted');
    await expectProblem(await team.asks.member('POST', path, input), 403, 'not_permitted');
  });

  test('is changed, disabled, enabled and removed, each with an event', async () => {
    const path = `${team.path}/webhook-endpoints`;
    const { id } = created<{ id: string }>(await team.asks.owner('POST', path, PUBLIC));
    const one = `${path}/${id}`;
    expect((await team.asks.owner('PATCH', one, { eventTypes: ['user.created'] })).body).toMatchObject({
      eventTypes: ['user.created'],
      version: 2,
    });
    expect((await team.asks.owner('POST', `${one}/disable`)).body).toMatchObject({
      status: 'disabled',
      disabledReason: 'requested',
    });
    expect((await team.asks.owner('POST', `${one}/enable`)).body).toMatchObject({ status: 'active' });
    expect((await team.asks.owner('DELETE', one)).status).toBe(204);
    await expectProblem(await team.asks.owner('GET', one), 404, 'webhook_endpoint_not_found');
    const { body } = await api.operator('GET', `${team.path}/events?subject=${id}&order=asc`);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.changed',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
      'webhook_endpoint.removed',
    ]);
  });

  test('is answered again with its secret for the same idempotency key, which no item holds', async () => {
    const path = `${team.path}/webhook-endpoints`;
    const key = { 'idempotency-key': 'hook-1' };
    const first = await team.asks.owner('POST', path, PUBLIC, key);
    const again = await team.asks.owner('POST', path, PUBLIC, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const rotated = await team.asks.owner('POST', `${path}/${first.body.id}/rotate-secret`, {});
    expect(rotated.body).toMatchObject({ secretVersion: 2, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.body.secret).not.toBe(first.body.secret);
    expect((await team.asks.owner('POST', path, PUBLIC, key)).body.secret).toBeNull();
    const client = engineClient();
    const items = JSON.stringify(await everyItem({ client, tableName: api.configuration.table.name }));
    client.destroy();
    expect(items).not.toContain('whsec_');
    expect(items).not.toContain(String(first.body.secret).slice(6));
  });

  test.each([24, 25, 26, 32, 62, 63, 64])('has a secret of %d bytes of its owner’s own', async (length) => {
    const path = `${team.path}/webhook-endpoints`;
    const [first, second] = [ownSecret(length), ownSecret(length)];
    const { id, secret } = (await team.asks.owner('POST', path, { ...PUBLIC, secret: first })).body;
    expect(secret).toBe(first);
    const rotated = await team.asks.owner('POST', `${path}/${id}/rotate-secret`, { secret: second });
    expect(rotated.body).toMatchObject({ secretVersion: 2, secret: second });
    expect((await team.asks.owner('DELETE', `${path}/${id}`)).status).toBe(204);
  });

  test('is tried without being made', async () => {
    const path = `${team.path}/webhook-endpoints`;
    const { status, body } = await team.asks.owner('POST', `${path}?dryRun=true`, PUBLIC);
    expect({ status, body }).toMatchObject({ status: 200, body: { dryRun: true } });
    expect(JSON.stringify(body)).not.toContain('whsec_');
    expect((await team.asks.owner('GET', path)).body.data).toEqual([]);
  });

  test.each([
    [{ url: 'nowhere' }, 'invalid_webhook_url'],
    [{ url: 'https://user:secret@acme.example/' }, 'invalid_webhook_url'],
    [{ ...PUBLIC, eventTypes: ['user.vanished'] }, 'not_allowed_value'],
    [{ ...PUBLIC, secret: 'mine' }, 'invalid_format'],
    [{ ...PUBLIC, secret: ownSecret(23) }, 'invalid_format'],
    [{ ...PUBLIC, secret: ownSecret(65) }, 'invalid_format'],
    [{ ...PUBLIC, secret: `${ownSecret(32)}\n` }, 'invalid_format'],
    [{}, 'required'],
  ])('is not made of %j', async (input, code) => {
    const answer = await team.asks.owner('POST', `${team.path}/webhook-endpoints`, input);
    await expectProblem(answer, 400, code);
  });

  test.each([
    'http://hooks.acme.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://vault.internal/',
  ])('is not %s, outside of development', async (url) => {
    const production = await startApi({ table: api.configuration.table.name });
    try {
      const path = `${team.path}/webhook-endpoints`;
      await expectProblem(await production.operator('POST', path, { url }), 400, 'invalid_webhook_url');
      const { id } = created<{ id: string }>(await production.operator('POST', path, PUBLIC));
      const change = await production.operator('PATCH', `${path}/${id}`, { url });
      await expectProblem(change, 400, 'invalid_webhook_url');
    } finally {
      await production.close();
    }
  });
});

describe('the whole way', () => {
  let folder: string;
  let bus: Bus;
  let processor: StreamProcessor;
  let webhooks: WebhooksHost;
  let receiver: WebhookReceiver;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-webhooks-'));
    bus = await startBus({ port: 0, dataDir: folder });
    receiver = await startWebhookReceiver();
    const common = {
      table: api.configuration.table.name,
      eventBus: 'rollbook',
      dynamodbEndpoint: engineEndpoint(),
      eventBridgeEndpoint: bus.url,
      masterKeyFile: masterKeyFile(),
    };
    webhooks = await startWebhooks({ ...common, port: 0, allowLocal: true, signalPort }, () => {}, {
      retryDelaysMs: [50, 50, 50],
    });
    processor = await startStreamProcessor(common, () => {}, { leaseDurationMs: 1_000 });
  });
  afterEach(async () => {
    await processor.stop();
    await webhooks.stop();
    await bus.stop();
    await receiver.stop();
    await rm(folder, { recursive: true });
  });

  test('a change through the API arrives signed, is tried again, logged, and sent again by hand', async () => {
    const path = `${team.path}/webhook-endpoints`;
    const input = { url: receiver.url, eventTypes: ['user.created', 'webhook_endpoint.*'] };
    const { id, secret } = created<{ id: string; secret: string }>(
      await team.asks.owner('POST', path, input),
    );
    receiver.answer = statuses(500, 200);
    const user = await createUser(api, team.account.id);
    const eventId = `${user.id}.1`;
    const ofUser = () => receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId);
    await eventually('the event arrived', () => ofUser().length > 0);
    expect(new Webhook(secret).verify(ofUser()[0]!.body, ofUser()[0]!.headers as never)).toMatchObject({
      type: 'user.created',
      data: { userId: user.id, name: user.name },
    });
    const delivery = `${path}/${id}/deliveries/${eventId}`;
    const delivered = async () => (await team.asks.admin('GET', delivery)).body.status === 'delivered';
    await eventually('it is logged as delivered', delivered);
    const { body: logged } = await team.asks.admin('GET', delivery);
    expect(logged['event']).toEqual(JSON.parse(ofUser()[0]!.body));
    // The endpoint's own creation is the other event it asks for.
    const list = await team.asks.admin('GET', `${path}/${id}/deliveries?limit=10`);
    expect(list.body.data.map(({ id: each }: { id: string }) => each).sort()).toEqual(
      [eventId, `${id}.1`].sort(),
    );
    const before = ofUser().length;
    const redelivery = await team.asks.admin('POST', `${delivery}/redeliver`);
    expect(redelivery.status).toBe(202);
    expect(redelivery.body).toMatchObject({ id: eventId, webhookEndpointId: id });
    await eventually('it arrived again', () => ofUser().length > before);
    const dryRun = await team.asks.admin('POST', `${delivery}/redeliver?dryRun=true`);
    expect(dryRun).toMatchObject({ status: 200, body: { dryRun: true, events: [] } });
    await expectProblem(
      await team.asks.admin('GET', `${path}/${id}/deliveries/${team.owner.id}.1`),
      404,
      'delivery_not_found',
    );
    await expectProblem(
      await team.asks.admin('POST', `${path}/${id}/deliveries/${team.owner.id}.99/redeliver`),
      404,
      'event_not_found',
    );
    await team.asks.admin('POST', `${path}/${id}/disable`);
    await expectProblem(
      await team.asks.admin('POST', `${delivery}/redeliver`),
      409,
      'webhook_endpoint_disabled',
    );
  });

  test('an endpoint that accepts nothing says since when, until it accepts something or is disabled', async () => {
    const path = `${team.path}/webhook-endpoints`;
    const input = { url: receiver.url, eventTypes: ['user.created'] };
    const { id } = created<{ id: string }>(await team.asks.owner('POST', path, input));
    // By a list, a search and itself. Undefined while they differ: they are asked one after the other.
    const failingSince = async () => {
      const [listed] = (await team.asks.admin('GET', path)).body.data as { failingSince: string | null }[];
      const [found] = (await team.asks.admin('GET', `${path}?q=${encodeURIComponent(receiver.url)}`)).body
        .data as { failingSince: string | null }[];
      const { failingSince: own } = (await team.asks.admin('GET', `${path}/${id}`)).body as {
        failingSince: string | null;
      };
      const isSame = listed!.failingSince === own && (!found || found.failingSince === own);
      return isSame ? own : undefined;
    };
    expect(await failingSince()).toBeNull();
    receiver.answer = statuses(500);
    const before = new Date().toISOString();
    const user = await createUser(api, team.account.id);
    await eventually('it is known to fail', async () => typeof (await failingSince()) === 'string');
    expect((await failingSince())! >= before).toBe(true);
    receiver.answer = statuses(200);
    await team.asks.admin('POST', `${path}/${id}/deliveries/${user.id}.1/redeliver`);
    await eventually('it is well again', async () => (await failingSince()) === null);
  });

  test('a log stream sends what happens as it happens, shows a refusal, and is replayed', async () => {
    const path = `${team.path}/log-streams`;
    const input = { url: receiver.url, form: 'ndjson', secret: 'token' };
    const { id } = created<{ id: string }>(await team.asks.owner('POST', path, input));
    const got = () => receiver.received.flatMap(({ body }) => body.split('\n')).join();
    const first = await createUser(api, team.account.id);
    await eventually('the event arrived', () => got().includes(`"${first.id}.1"`));
    const shown = async () => (await team.asks.admin('GET', `${path}/${id}`)).body;
    await eventually('it is up to date', async () => (await shown())['sentAt'] !== null);
    receiver.answer = statuses(503);
    await createUser(api, team.account.id);
    await eventually('it is refused', async () => (await shown())['failingSince'] !== null);
    expect((await shown())['lastRefusal']).toMatchObject({ status: 503, response: 'status 503' });
    receiver.answer = statuses(200);
    await eventually('it is well again', async () => (await shown())['failingSince'] === null);
    expect(got()).not.toContain(`"${team.account.id}.1"`);
    expect((await team.asks.admin('POST', `${path}/${id}/replay`, {})).status).toBe(202);
    await eventually('the account arrived', () => got().includes(`"${team.account.id}.1"`));
  });
});
