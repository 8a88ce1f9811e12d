import { openDirectory, runJobChunk, type Directory } from '#libs/directory';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createProvisioning } from '../support/api/scim.js';
import { testMasterKey } from '../support/directory/master-key.js';
import { engineClient } from '../support/engines/engine.js';

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const client = engineClient();
let api: RunningApi;
let directory: Directory;

beforeAll(async () => {
  api = await startApi();
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const tableName = api.configuration.table.name;
  directory = openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey() });
});
afterAll(async () => {
  client.destroy();
  await api.close();
});

test('a department goes wherever a field of a user goes', async () => {
  const { team, scim } = await createProvisioning(api);
  const users = `${team.path}/users`;
  const ada = { name: 'Ada', email: 'ada@dept.example', department: ' Engines ' };
  const { body: user } = await api.operator('POST', users, ada);
  expect(user).toMatchObject({ department: 'Engines', version: 1 });
  const path = `${users}/${user.id}`;
  await api.operator('PATCH', path, { department: 'Maths' });
  const { body: history } = await api.operator('GET', `${path}/events`);
  expect(history.data).toMatchObject([
    { type: 'user.created', data: { department: 'Engines' } },
    { type: 'user.settings_changed', data: { department: 'Maths', previousDepartment: 'Engines' } },
  ]);
  const refused = await api.operator('PATCH', path, { department: '\u200b' });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/department' }] } });

  const provisioned = `/Users/${user.id}`;
  expect((await scim('GET', provisioned)).body).toMatchObject({ [EXTENSION]: { department: 'Maths' } });
  const Operations = [{ op: 'replace', path: `${EXTENSION}:department`, value: 'Physics' }];
  await scim('PATCH', provisioned, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });
  expect((await api.operator('GET', path)).body).toMatchObject({ department: 'Physics', metadata: {} });

  const csv = { 'content-type': 'application/x-ndjson' };
  const row = { email: ada.email, department: 'Music' };
  const { body: job } = await api.operator('POST', `${team.path}/import/users`, row, csv);
  while ((await runJobChunk(directory, job.id as string)) === 'more');
  expect((await api.operator('GET', path)).body).toMatchObject({ department: 'Music' });
  const exported = await fetch(`${api.url}${team.path}/export/users`, {
    headers: { authorization: `Bearer ${await api.issuer.signOperatorToken()}` },
  });
  expect(await exported.text()).toContain('ada@dept.example,Ada,member,,Music\r\n');

  await api.operator('DELETE', path);
  await api.operator('POST', `${path}/erase`);
  const { body: erased } = await api.operator('GET', `${path}/events`);
  expect(JSON.stringify(erased)).not.toMatch(/Engines|Maths|Physics|Music/);
});
