import { readFileSync } from 'node:fs';
import * as contracts from '#libs/event-contracts';
import { erase, EXAMPLES, isEvent, SCHEMAS, type EventType, type RollbookEvent } from '@rollbook/events';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eventsSource, GENERATED } from '../../tools/generate-events.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../support/api/people.js';
import { eventually } from '../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

test('the package is what the definitions say: `npm run contracts` after a change', async () => {
  expect(readFileSync(GENERATED, 'utf8')).toBe(await eventsSource(contracts));
});

test.each(Object.keys(SCHEMAS) as EventType[])(
  'the example of %s is as its schema says, also once it is erased',
  (type) => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(SCHEMAS[type]);
    const example: { type: string; data: object } = EXAMPLES[type];
    expect([validate(example.data), validate.errors]).toEqual([true, null]);
    expect([validate(erase(example).data), validate.errors]).toEqual([true, null]);
    expect(isEvent(example, type)).toBe(true);
  },
);

describe('what is erased', () => {
  let api: RunningApi;
  let processor: ProcessorOfApi;
  beforeAll(async () => {
    api = await startApi();
    processor = await startProcessorOf(api);
  });
  afterAll(async () => {
    await processor.stop();
    await api.close();
  });

  test('is the same as what the API gives once the person is erased', async () => {
    const { id: accountId } = await createAccount(api);
    const account = `/v1/accounts/${accountId}`;
    const [ada, group] = [await createUser(api, accountId), await createServiceGroup(api, accountId)];
    const user = `${account}/users/${ada.id}`;
    const feed = async (last: string) => {
      let events: RollbookEvent[] = [];
      await eventually(`${last} is in the feed`, async () => {
        const { body } = await api.operator('GET', `${account}/changes?limit=1000`);
        events = (body as { data: RollbookEvent[] }).data;
        return events.some(({ type, subject }) => type === last && subject === ada.id);
      });
      return events.filter(({ subject }) => subject === ada.id);
    };
    await api.operator('PUT', `${account}/service-groups/${group.id}/members/${ada.id}`);
    await api.operator('PATCH', user, { name: 'Ada King', email: 'king@x.example' }, { 'if-match': '*' });
    await api.operator('DELETE', user);
    const before = await feed('user.removed');
    await api.operator('POST', `${user}/erase`);
    const after = await feed('user.erased');
    expect(before.length).toBeGreaterThan(3);
    expect(after.slice(0, before.length)).toEqual(before.map(erase));
    expect(JSON.stringify(before)).toContain('king@x.example');
  });
});
