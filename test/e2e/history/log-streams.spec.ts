import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { everyItem } from '../../support/directory/items.js';
import { created, createTeam } from '../../support/api/people.js';
import { engineClient } from '../../support/engines/engine.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let path: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  path = `${team.path}/log-streams`;
});

const SECRET = 'sesame-of-the-receiver';
const PUBLIC = { url: 'https://logs.acme.example/', form: 'ndjson', secret: SECRET };

test('a log stream is created by an owner or admin; its secret is in no answer and no item', async () => {
  const answer = await team.asks.admin('POST', path, PUBLIC);
  expect(answer.status).toBe(201);
  const { id, ...stream } = answer.body;
  const { secret: _, ...settings } = PUBLIC;
  const defaults = {
    personalData: false,
    eventTypes: [],
    description: '',
    status: 'active',
    secretVersion: 1,
  };
  expect(stream).toMatchObject({ ...settings, ...defaults });
  const health = { sentAt: null, sentTo: null, waitingSince: null, failingSince: null, lastRefusal: null };
  const { body: shown } = await team.asks.owner('GET', `${path}/${id}`);
  expect(shown).toEqual({ id, ...stream, ...health });
  expect((await team.asks.owner('GET', path)).body).toEqual({ data: [shown], nextCursor: null });
  const replaced = await team.asks.owner('POST', `${path}/${id}/replace-secret`, { secret: `${SECRET}-2` });
  expect(replaced.body).toMatchObject({ secretVersion: 2 });
  const client = engineClient();
  const items = await everyItem({ client, tableName: api.configuration.table.name });
  client.destroy();
  for (const written of [answer.body, shown, replaced.body, items])
    expect(JSON.stringify(written)).not.toContain(SECRET);
  await expectProblem(await team.asks.member('GET', path), 403, 'not_permitted');
  await expectProblem(await team.asks.member('POST', path, PUBLIC), 403, 'not_permitted');
});

test('it is changed, disabled, enabled, replayed and removed, each with an event', async () => {
  const { id } = created<{ id: string }>(await team.asks.owner('POST', path, PUBLIC));
  const one = `${path}/${id}`;
  const changed = await team.asks.owner('PATCH', one, { personalData: true, form: 'cloudevents' });
  expect(changed.body).toMatchObject({ personalData: true, form: 'cloudevents', version: 2 });
  for (const [action, body] of [
    ['disable', { status: 'disabled', disabledReason: 'requested' }],
    ['enable', { status: 'active', disabledReason: null }],
  ] as const)
    expect((await team.asks.owner('POST', `${one}/${action}`)).body).toMatchObject(body);
  expect((await team.asks.owner('POST', `${one}/replay`, { from: '2026-01-01T00:00:00Z' })).status).toBe(202);
  expect((await team.asks.owner('DELETE', one)).status).toBe(204);
  await expectProblem(await team.asks.owner('GET', one), 404, 'log_stream_not_found');
  const { body } = await api.operator('GET', `${team.path}/events?subject=${id}&order=asc`);
  expect(body.data.map(({ type }: { type: string }) => type.slice('log_stream.'.length))).toEqual([
    ...['created', 'changed', 'disabled', 'enabled', 'replayed', 'removed'],
  ]);
});

test.each([
  [{ ...PUBLIC, url: 'http://logs.acme.example/' }, 'invalid_webhook_url'],
  [{ ...PUBLIC, url: 'https://169.254.169.254/' }, 'invalid_webhook_url'],
  [{ ...PUBLIC, form: 'xml' }, 'not_allowed_value'],
  [{ ...PUBLIC, eventTypes: ['user.vanished'] }, 'not_allowed_value'],
  [{ ...PUBLIC, secret: 'two words' }, 'invalid_secret'],
  [{ url: PUBLIC.url, form: 'ndjson' }, 'required'],
])('it is not made of %j', async (input, code) => {
  await expectProblem(await team.asks.owner('POST', path, input), 400, code);
});

test('an account has five at most, and Datadog is sent nothing older than 18 hours', async () => {
  const many = Array.from({ length: 7 }, () => team.asks.owner('POST', path, { ...PUBLIC, form: 'datadog' }));
  const made = await Promise.all(many);
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  const { id } = made.find(({ status }) => status === 201)!.body;
  const from = new Date(Date.now() - 19 * 3_600_000).toISOString();
  const refused = await team.asks.owner('POST', `${path}/${id}/replay`, { from });
  await expectProblem(refused, 409, 'log_stream_replay_too_old');
});
