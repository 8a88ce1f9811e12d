import { FeedWatch } from '../../../apps/api/src/changes/feed-watch.js';
import { costOf, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createUser } from '../../support/api/people.js';

/** What an API that runs as functions does not wait for, and what it says instead. */

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ oneRequestAtATime: true });
});
afterAll(() => api.close());

test('a page of the feed comes at once, whatever wait says, and names when to ask again', async () => {
  const { id } = await createAccount(api);
  const watch = api.app.get(FeedWatch);
  watch.wait = () => Promise.reject(new Error('It was waited for.'));
  const { status, body } = await api.operator('GET', `/v1/accounts/${id}/changes?after=now&wait=20`);
  expect({ status, body }).toMatchObject({ status: 200, body: { data: [], askAgainAfterSeconds: 5 } });
});

test('a position that is not reached is refused at once, with when to ask again', async () => {
  const { id } = await createAccount(api);
  const ada = await createUser(api, id);
  const answer = await api.operator('GET', `/v1/accounts/${id}/users`, undefined, {
    'rollbook-at-least': `${ada.id}.2`,
  });
  await expectProblem(answer, 409, 'position_not_reached');
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(costOf(answer).calls).toBeLessThan(5);
});
