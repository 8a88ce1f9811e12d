import { EVENT_TYPES } from '#libs/event-contracts';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('every type of event is listed for everybody who is signed in, with its sentence and an example', async () => {
  const { asks, path, member } = await createTeam(api);
  const { status, body } = await asks.member('GET', '/v1/event-types');
  expect(status).toBe(200);
  const types = body.data as Record<string, string & Record<string, object>>[];
  expect(types.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
  await asks.owner('POST', `${path}/users/${member.id}/suspend`);
  const { body: events } = await asks.owner('GET', `${path}/events?type=user.suspended`);
  const { sentence, exampleEvent, dataSchema } = types.find(({ type }) => type === 'user.suspended')!;
  expect(sentence).toBe('{actor} suspended {name}');
  expect(exampleEvent).toMatchObject({ type: 'user.suspended', dataschema: dataSchema });
  expect(Object.keys(exampleEvent!['data']!).sort()).toEqual(
    Object.keys(events.data[0].data as object).sort(),
  );
  await expectProblem(await fetch(`${api.url}/v1/event-types`), 401, 'token_missing');
});
