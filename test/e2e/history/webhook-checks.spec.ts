import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { created, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a webhook endpoint is tested, sent what it missed since a time, and has statistics', async () => {
  const { asks, path, account } = await createTeam(api);
  const user = await createUser(api, account.id);
  const { id } = created<{ id: string }>(
    await asks.owner('POST', `${path}/webhook-endpoints`, {
      url: 'https://hooks.acme.example/',
      eventTypes: ['user.*'],
    }),
  );
  const endpoint = `${path}/webhook-endpoints/${id}`;
  const statistics = async () => (await asks.admin('GET', `${endpoint}/statistics`)).body as object;
  expect(await statistics()).toMatchObject({ deliveries: 0, p95Ms: null, waitingSince: null });
  const tried = await asks.owner('POST', `${endpoint}/test`);
  expect(tried).toMatchObject({ status: 202, body: { eventType: 'user.created', status: 'pending' } });
  expect(tried.body.id).toBe(`${user.id}.1`);
  const since = { since: account.createdAt };
  const recovered = await asks.owner('POST', `${endpoint}/recover`, since, { 'idempotency-key': 'r' });
  expect(recovered).toMatchObject({ status: 202, body: { queued: 3, skipped: 1, resumeFrom: null } });
  const again = await asks.owner('POST', `${endpoint}/recover`, since, { 'idempotency-key': 'r' });
  expect(again.body).toEqual(recovered.body);
  expect((await asks.owner('POST', `${endpoint}/recover`, since)).body).toMatchObject({
    queued: 0,
    skipped: 4,
  });
  expect(await statistics()).toMatchObject({ deliveries: 4, pending: 4, attempts: 0 });
  created(await asks.owner('POST', `${endpoint}/disable`));
  await expectProblem(await asks.owner('POST', `${endpoint}/test`), 409, 'webhook_endpoint_disabled');
  await expectProblem(
    await asks.owner('POST', `${endpoint}/recover`, since),
    409,
    'webhook_endpoint_disabled',
  );
  await expectProblem(await asks.member('GET', `${endpoint}/statistics`), 403, 'not_permitted');
});
