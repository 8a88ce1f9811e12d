import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { EXAMPLES } from '../../../apps/dashboard/src/features/imports/examples.js';

let api: RunningApi;
let path: string;
let token: string;
beforeAll(async () => {
  api = await startApi();
  ({ path } = await createTeam(api));
  token = await api.issuer.signOperatorToken();
});
afterAll(() => api.close());

async function inspect(kind: string, body: string, contentType = 'text/csv') {
  const answer = await fetch(`${api.url}${path}/import/${kind}/inspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
}

test.each(Object.entries(EXAMPLES))(
  'the example that the dashboard shows for %s is taken as it is',
  async (kind, file) => {
    const { body } = await inspect(kind, file);
    expect(body).toMatchObject({ ready: true, total: 2, valid: 2, problems: [] });
  },
);

test('columns are guessed by their headings, in whatever order and language of a spreadsheet', async () => {
  const file =
    'E-Mail;Full Name;Shoe size;Employee ID\r\nada@x.example;Ada;38;7\r\ngrace@x.example;Grace;39;8\r\n';
  const { status, body } = await inspect('users', file);
  expect({ status, ...(body as object) }).toEqual({
    status: 200,
    kind: 'users',
    format: 'csv',
    delimiter: ';',
    columns: [
      { name: 'E-Mail', field: 'email', samples: ['ada@x.example', 'grace@x.example'] },
      { name: 'Full Name', field: 'name', samples: ['Ada', 'Grace'] },
      { name: 'Shoe size', field: null, samples: ['38', '39'] },
      { name: 'Employee ID', field: 'externalId', samples: ['7', '8'] },
    ],
    fields: [
      { name: 'email', oneOf: ['email', 'externalId'] },
      { name: 'name', oneOf: [] },
      { name: 'role', oneOf: [] },
      { name: 'externalId', oneOf: ['email', 'externalId'] },
    ],
    ready: false,
    rows: 2,
    total: 2,
    valid: 2,
    problems: [],
  });
});

test('a column without a telling heading is taken for what is in it', async () => {
  const { body } = await inspect('memberships', 'who,group\nada@x.example,prod\n');
  expect(body['fields']).toContainEqual({ name: 'userEmail', oneOf: ['userEmail', 'userExternalId'] });
  expect(body).toMatchObject({ columns: [{ field: 'userEmail' }, { field: 'serviceGroupName' }] });
});

test('a file may have columns without a heading, and empty lines above it', async () => {
  const spare = 'email,name,,\nada@x.example,Ada,,\n';
  const expected = {
    ready: true,
    total: 1,
    valid: 1,
    columns: [{}, {}, { name: '', field: null }, { name: '' }],
  };
  expect((await inspect('users', spare)).body).toMatchObject(expected);
  expect((await inspect('users', `,,,\n\n${spare}`)).body).toMatchObject(expected);
  const used = 'email,name,\nada@x.example,Ada,countess\n';
  expect((await inspect('users', used)).body).toMatchObject({
    ready: false,
    columns: [{}, {}, { field: null }],
  });
});

test('a first line of empty headings is the heading, so that no row is lost', async () => {
  const { body } = await inspect('users', ',\nada@x.example,Ada\ngrace@x.example,Grace\n');
  expect(body).toMatchObject({
    ready: false,
    total: 2,
    columns: [
      { name: '', field: 'email', samples: ['ada@x.example', 'grace@x.example'] },
      { name: '', field: null, samples: ['Ada', 'Grace'] },
    ],
  });
});

test('the first rows are checked, and told by their lines', async () => {
  const file = 'email,name,role\nada@x.example,Ada,admin\n,Nobody,member\nx@x.example,X,king\ny@x.example\n';
  const { body } = await inspect('users', file);
  expect(body).toMatchObject({
    ready: true,
    rows: 4,
    valid: 1,
    problems: [
      { line: 3, code: 'invalid_row' },
      { line: 4, code: 'invalid_row' },
      { line: 5, code: 'invalid_row' },
    ],
  });
});

test('of NDJSON too; and of a large file only the beginning is read', async () => {
  const rows = ['{"name":"dev"}', '{"name":1}', 'not JSON'].join('\n');
  const { body } = await inspect('service-groups', rows, 'application/x-ndjson');
  expect(body).toMatchObject({
    format: 'ndjson',
    ready: true,
    rows: 3,
    valid: 1,
    problems: [{ line: 2 }, { line: 3 }],
  });
  const large = `email,name\n${Array.from({ length: 20_000 }, (_, n) => `u${n}@x.example,User ${n}\n`).join('')}`;
  expect((await inspect('users', large)).body).toMatchObject({ rows: 100, valid: 100 });
  await expectProblem(await inspect('users', ''), 400, 'empty_import');
});
