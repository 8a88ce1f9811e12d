import { tasksOf, triggeredJob } from '#libs/directory';
import { usageOf } from '../../../apps/stream-processor/src/projector/usage.js';
import { PROJECTOR_FILTERS } from './record-filters.js';

type Image = Record<string, { S: string }>;

const image = (values: Record<string, string>): Image =>
  Object.fromEntries(Object.entries({ accountId: 'acct_1', ...values }).map(([name, S]) => [name, { S }]));

/** Whether the function is called for a record. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html */
function isLetThrough(eventName: string, images: Record<string, Image | undefined>): boolean {
  return PROJECTOR_FILTERS.some(
    (filter) =>
      filter.eventName.includes(eventName) &&
      Object.entries(filter.dynamodb).every(([name, wanted]) =>
        Object.entries(wanted as Record<string, { S: string[] }>).every(([attribute, { S }]) =>
          S.includes(images[name]?.[attribute]?.S ?? ''),
        ),
      ),
  );
}

const user = image({ entity: 'user', userId: 'user_1', status: 'active', name: 'Ada' });
const group = image({ entity: 'service-group', serviceGroupId: 'sgrp_1', status: 'active', name: 'dev' });
const membership = image({ entity: 'membership', userId: 'user_1', serviceGroupId: 'sgrp_1' });
const job = image({ entity: 'job', jobId: 'job_1', type: 'import', status: 'running' });

test.each<[string, Image | undefined, Image | undefined]>([
  ['a new user', undefined, user],
  ['a renamed user', user, { ...user, name: { S: 'Ada L.' } }],
  ['a removed user', user, { ...user, status: { S: 'removed' } }],
  ['a new service group', undefined, group],
  ['a renamed service group', group, { ...group, name: { S: 'prod' } }],
  ['a new member', undefined, membership],
  ['a member no more', membership, undefined],
  ['a new account', undefined, image({ entity: 'account', name: 'Acme' })],
  ['a new API key', undefined, image({ entity: 'api-key', apiKeyId: 'akey_1', name: 'CI' })],
  ['a new webhook endpoint', undefined, image({ entity: 'webhook-endpoint', url: 'https://a.example' })],
  ['an invitation', undefined, image({ entity: 'invitation', userId: 'user_1' })],
  ['an invitation that is accepted', image({ entity: 'invitation', userId: 'user_1' }), undefined],
  ['a new job', undefined, job],
  ['a job that has moved on', job, job],
])("the projector's function is called for %s", (_, OldImage, NewImage) => {
  const images = { ...(OldImage && { OldImage }), ...(NewImage && { NewImage }) };
  const record = { dynamodb: images };
  const triggered = [...tasksOf(OldImage, NewImage), triggeredJob(NewImage), usageOf(record)];
  expect(triggered.some(Boolean)).toBe(true);
  const eventName = !OldImage ? 'INSERT' : NewImage ? 'MODIFY' : 'REMOVE';
  expect(isLetThrough(eventName, images)).toBe(true);
});

test("the projector's function is not called for what asks for nothing", () => {
  for (const entity of ['event', 'email-claim', 'receipt', 'webhook-delivery', 'import-part', 'last-seen'])
    expect(isLetThrough('INSERT', { NewImage: image({ entity }) })).toBe(false);
  const done = { ...job, status: { S: 'done' } };
  expect(isLetThrough('MODIFY', { OldImage: job, NewImage: done })).toBe(false);
});
