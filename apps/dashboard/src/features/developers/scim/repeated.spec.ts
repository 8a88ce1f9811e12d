import type { ScimRefusal } from './queries.js';
import { foldRepeated } from './repeated.js';

const refusal = (at: string, more: Partial<ScimRefusal> = {}): ScimRefusal => ({
  at,
  apiKeyId: 'akey_1',
  method: 'PATCH',
  resource: 'Users',
  resourceId: 'user_1',
  status: 409,
  code: 'email_taken',
  title: 'Taken',
  remedy: 'Change one of the two.',
  ...more,
});

test('what was refused again and again is one row with the time of the last', () => {
  const other = refusal('10:02', { resourceId: 'user_2' });
  const [third, second, first] = [refusal('10:03'), refusal('10:01'), refusal('10:00')];
  expect(foldRepeated([third, other, second, first])).toEqual([
    { last: third, count: 1 },
    { last: other, count: 1 },
    { last: second, count: 2 },
  ]);
  expect(foldRepeated([])).toEqual([]);
});

test('the same of another key, or refused for another reason, is another row', () => {
  const rows = [refusal('10:02'), refusal('10:01', { apiKeyId: 'akey_2' }), refusal('10:00', { code: 'x' })];
  expect(foldRepeated(rows)).toHaveLength(3);
});
