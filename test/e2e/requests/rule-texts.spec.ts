import { getMetadataStorage } from 'class-validator';
import { Problem } from '../../../apps/api/src/problems/problem.js';
import { RequestValidation } from '../../../apps/api/src/http/input/validation.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { exampleOf, validatedDtos, type ValidatedDto } from '../../support/validated-dtos.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startApi();
  team = await createTeam(api);
});
afterAll(() => api.close());

const MANY = Array.from({ length: 10_001 }, () => 'a');
const HOSTILE = [
  undefined,
  null,
  -1,
  0.5,
  1e12,
  '',
  'x',
  'a'.repeat(5_000),
  [],
  [null],
  [7],
  ['x'],
  {},
  MANY,
];
const FOREIGN = /than or equal|regular expression|each value|nested|following values|elements|should|\/\^/;

const validation = new RequestValidation({ compiled: false });

/** Each text once, with a place. */
async function errorsOf({ type, kind }: ValidatedDto, value: object) {
  try {
    await validation.transform(value, { type: kind, metatype: type });
    return new Map<string, string>();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return new Map(error.errors.map((each) => [each.detail, each.pointer ?? each.parameter ?? '']));
  }
}

/** The place and the text of each error. */
async function refusal(method: string, path: string, sent?: object): Promise<string[]> {
  const { status, body } = await api.operator(method, `${team.path}${path}`, sent);
  expect(status).toBe(400);
  const errors = body.errors as { pointer?: string; parameter?: string; detail: string }[];
  return errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter} ${detail}`);
}

test('every error names its field and the rule, in the words of this API', async () => {
  for (const dto of validatedDtos(api.app)) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto.type, '', false, false);
    const example = exampleOf(dto) as object;
    for (const field of new Set([...rules.map(({ propertyName }) => propertyName), 'colour']))
      for (const value of HOSTILE)
        for (const [detail, place] of await errorsOf(dto, { ...example, [field]: value })) {
          const last = place.split(/[/.]/).findLast((part) => !/^\d+$/.test(part));
          expect(detail).toMatch(new RegExp(`^(Each of )?${last} (must|is|can)\\b.*\\.$`, 's'));
          expect(detail).not.toMatch(FOREIGN);
        }
  }
});

test.each([
  ['GET', '/users?q=', ['q must not be empty.']],
  ['GET', `/users?q=${'a'.repeat(300)}`, ['q must have at most 256 characters.']],
  ['GET', '/users?limit=1.5', ['limit must be an integer.']],
  ['GET', '/users?limit=101', ['limit must be at most 100.']],
  ['GET', '/users?count=maybe', ['count must be true or false.']],
  ['GET', '/users?groupId=x', ['groupId must be sgrp_ followed by a ULID.']],
  ['GET', '/users?role=boss', ['role must be one of owner, admin, member.']],
  ['GET', '/users?q=a&q=b', ['q must be given only once.']],
  ['GET', '/users?__proto__=b', ['__proto__ is not a known parameter.']],
  ['GET', '/events?include=all', ['include must be actor.']],
  ['GET', '/users?asOf=yesterday', ['asOf must be an ISO 8601 time with a time zone.']],
  ...['2026-03-01T10:00:00+02:00', '2026-03-01T10:00:00.000+0200'].map((time): [string, string, string[]] => [
    'GET',
    `/users?asOf=${time}`,
    ['asOf must be an ISO 8601 time with a time zone; in a query, write the + of the time zone as %2B.'],
  ]),
])('%s …%s: %j', async (method, path, details) => {
  const errors = await refusal(method, path);
  expect(errors.map((error) => error.slice(error.indexOf(' ') + 1))).toEqual(details);
});

test.each([
  ['PATCH', '', { signInRules: [null] }, ['/signInRules/0 Each of signInRules must be an object.']],
  ['PATCH', '', { signInRules: {} }, ['/signInRules signInRules must be an array.']],
  ['PATCH', '', { limits: { users: -1 } }, ['/limits/users users must be at least 0.']],
  ['POST', '/users', { email: 'a@example.com' }, ['/name name is required.']],
  [
    'POST',
    '/users',
    { name: 'a'.repeat(900), email: 'a@example.com' },
    ['/name name must have at most 256 characters; it has 900.'],
  ],
  [
    'POST',
    '/users',
    { name: 'A', email: 'a@b.co', 'x\u202e': 1 },
    ['/x\u202e "x\u202e" is not a known field.'],
  ],
  ['POST', '/users/batch', { users: [] }, ['/users users must not be empty.']],
  [
    'POST',
    '/bulk-jobs',
    { action: 'suspend', userIds: ['x'] },
    ['/userIds Each of userIds must be user_ followed by a ULID.'],
  ],
  [
    'POST',
    '/bulk-jobs',
    { action: 'suspend', query: {}, ifVersions: [1] },
    ['/ifVersions ifVersions can only be sent with userIds.'],
  ],
])('%s …%s with %j: %j', async (method, path, body, errors) => {
  expect(await refusal(method, path, body)).toEqual(errors);
});
test('a list that is much too long is refused at once, in a small answer', async () => {
  const { status, body } = await api.operator('POST', `${team.path}/users/batch`, {
    users: Array.from({ length: 50_000 }, () => ({})),
  });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(1 + 2 * 1_000);
  expect(body.errors[0]).toEqual({
    code: 'too_long',
    detail: 'users must have at most 1,000 items.',
    pointer: '/users',
  });
});

test('a list within a row, and one where an object is expected, are not read item by item', async () => {
  const send = (path: string, body: unknown) => api.operator('POST', path, body);
  const many = (count: number) => Array.from({ length: count }, () => ({}));
  const invitation = { name: 'Ada', email: 'ada@acme.example', serviceGroupIds: many(2_000) };
  const rows = await send(`${team.path}/invitations/batch`, { invitations: [invitation] });
  expect(rows.body.errors.length).toBeLessThan(1_000);
  expect(rows.body.errors[0]).toMatchObject({
    code: 'too_long',
    pointer: '/invitations/0/serviceGroupIds',
  });
  const { body } = await send('/access/v1/evaluation', { subject: many(1_000) });
  expect(body.errors.length).toBeLessThan(100);
  expect(body.errors).toContainEqual(expect.objectContaining({ code: 'wrong_type', pointer: '/subject' }));
});
