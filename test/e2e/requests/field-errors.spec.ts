import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startApi();
  team = await createTeam(api);
});
afterAll(() => api.close());

const UNSEEN = 'zero\u200bwidth';

/** The pointers and codes of all errors of one answer. */
async function errorsOf(
  method: string,
  path: string,
  body: unknown,
  status = 400,
  code = 'validation_failed',
) {
  const problem = await expectProblem(await api.operator(method, `${team.path}${path}`, body), status, code);
  return problem.errors?.map((error) => `${error.pointer} ${error.code}`).sort();
}

test.each([
  [
    'of the domain',
    { name: UNSEEN, email: 'a@b..co', externalId: ' x', metadata: { '': 1 } },
    [
      '/email invalid_email',
      '/externalId invalid_external_id',
      '/metadata invalid_metadata',
      '/name invalid_name',
    ],
  ],
  [
    'of the domain and of the form',
    { name: UNSEEN, email: 'a@b..co', role: 'boss', colour: 'red' },
    ['/colour unknown_field', '/email invalid_email', '/name invalid_name', '/role not_allowed_value'],
  ],
  [
    'that breaks both kinds of rules in one field, told once',
    { name: 7, email: 'a@b..co' },
    ['/email invalid_email', '/name wrong_type'],
  ],
])('one answer tells every mistake %s', async (_, body, errors) => {
  expect(await errorsOf('POST', '/users', body)).toEqual(errors);
});

test.each([
  ['PATCH', () => `/users/${team.member.id}`, { name: UNSEEN, email: 'x' }, ['/email', '/name']],
  ['PATCH', () => '', { name: UNSEEN, plan: UNSEEN, externalId: ' ' }, ['/externalId', '/name', '/plan']],
  ['POST', () => '/service-groups', { name: UNSEEN, externalId: ' ' }, ['/externalId', '/name']],
  ['POST', () => '/api-keys', { name: UNSEEN, scopes: ['users:fly'] }, ['/name', '/scopes']],
  [
    'POST',
    () => '/webhook-endpoints',
    { url: 'https://x..y/', description: UNSEEN },
    ['/description', '/url'],
  ],
  ['POST', () => '/invitations', { name: UNSEEN, email: 'x' }, ['/email', '/name']],
])('%s %s: likewise', async (method, path, body, pointers) => {
  const errors = await errorsOf(method, path(), body);
  expect(errors?.map((error) => error.split(' ')[0])).toEqual(pointers);
});

test('mistakes in the query, the headers and the body are told together, and change nothing', async () => {
  const answer = await api.operator(
    'POST',
    `${team.path}/users?dryRun=maybe&colour=red`,
    { name: UNSEEN, email: 'x', role: 'boss' },
    { 'idempotency-key': 'not allowed', 'if-match': '"1"' },
  );
  const { errors } = await expectProblem(answer, 400, 'validation_failed');
  const places = errors?.map(({ pointer, parameter, header }) => pointer ?? parameter ?? header);
  expect(places?.sort()).toEqual([
    '/email',
    '/name',
    '/role',
    'Idempotency-Key',
    'If-Match',
    'colour',
    'dryRun',
  ]);
});

test('conflicts with two others are reported in one answer', async () => {
  const first = { name: 'First', email: 'first@example.com', externalId: 'hr-1' };
  const second = { name: 'Second', email: 'second@example.com', externalId: 'hr-2' };
  for (const body of [first, second])
    expect((await api.operator('POST', `${team.path}/users`, body)).status).toBe(201);
  const both = { ...first, externalId: 'hr-2' };
  const errors = ['/email email_taken', '/externalId external_id_taken'];
  expect(await errorsOf('POST', '/users', both, 409, 'email_taken')).toEqual(errors);
  expect(await errorsOf('POST', '/users?dryRun=true', both, 409, 'email_taken')).toEqual(errors);
});

test('a row of a batch says all that is wrong with it, and keeps no other from being created', async () => {
  const users = [
    { name: UNSEEN, email: 'x' },
    { name: 'Fine', email: 'fine@example.com' },
  ];
  const { body } = await api.operator('POST', `${team.path}/users/batch`, { users });
  expect(body).toMatchObject({ done: 1, refused: 1, results: [{ problem: { code: 'invalid_name' } }, {}] });
  expect(body.results[0].problem.detail).toMatch(/^name must .*email must /);
});
