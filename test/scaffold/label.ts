import { exportAccount, grantTenant, openDirectory, verifyAccount, type Directory } from '#libs/directory';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createTeam } from '../support/api/people.js';
import { testMasterKey } from '../support/directory/master-key.js';
import { engineClient } from '../support/engines/engine.js';

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

test('a label is created, renamed, listed and removed, and its history, export and verification know it', async () => {
  const { account, path: accountPath } = await createTeam(api);
  const labels = `${accountPath}/labels`;
  const { status, body: blue } = await api.operator('POST', labels, { name: ' blue ' });
  expect({ status, ...blue }).toMatchObject({ status: 201, name: 'blue', version: 1 });
  const path = `${labels}/${blue.id}`;
  expect((await api.operator('PATCH', path, { name: 'green' })).body).toMatchObject({ version: 2 });
  expect((await api.operator('GET', labels)).body.data).toMatchObject([{ id: blue.id, name: 'green' }]);
  const refused = await api.operator('PATCH', path, { name: '\u200b' });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/name' }] } });

  expect(await api.operator('DELETE', path)).toMatchObject({ status: 204 });
  expect(await api.operator('GET', path)).toMatchObject({ status: 404, body: { code: 'label_not_found' } });
  const { body: history } = await api.operator('GET', `${path}/events`);
  expect(history.data).toMatchObject([
    { type: 'label.created', data: { name: 'blue' } },
    { type: 'label.renamed', data: { name: 'green', previousName: 'blue' } },
    { type: 'label.removed', data: { name: 'green' } },
  ]);

  const tenant = grantTenant(directory, account.id);
  const lines: string[] = [];
  for await (const line of exportAccount(tenant)) lines.push(line);
  expect(lines.filter((line) => line.includes('"label.'))).toHaveLength(3);
  const { findings } = await verifyAccount(tenant, { logSettledAfterMs: 0 });
  expect(findings.wrong).toBe(0);
});
