import { createUsers, grantTenant, MAX_BATCH_ROWS, openDirectory } from '#libs/directory';
import { costOf, startApi, type RunningApi } from '../../support/api/api.js';
import { startApiProcess, type ApiProcess } from '../../support/processes/api-process.js';
import { byOperator } from '../../support/directory/directory.js';
import { engineClient } from '../../support/engines/engine.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { peakMemoryOf } from '../../support/processes/processes.js';
import {
  createProvisioning,
  membersOf,
  patch,
  scimGroup,
  type Provisioning,
} from '../../support/api/scim.js';

/**
 * Identity providers send whole groups at once, where others give up at 256 members.
 * `ROLLBOOK_SCIM_MEMBERS=5000 ROLLBOOK_SCIM_FIGURES=1` makes the group larger, and tells what each request took.
 */

const PEOPLE = Number(process.env['ROLLBOOK_SCIM_MEMBERS'] ?? 1_000);

/** Of the API, which is a process of its own: with a larger heap it would not collect what it does not need. */
const HEAP_MB = 96;
/** All of it, on Linux, where that can be asked. */
const MAX_MEMORY_MB = 300;

let api: RunningApi;
let server: ApiProcess;
let tenant: Provisioning;
let ids: string[];
beforeAll(async () => {
  api = await startApi();
  server = await startApiProcess(api, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  tenant = await createProvisioning({ ...api, url: server.url });
  ids = await createPeople();
}, 600_000);
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exit;
  await api.close();
});

async function createPeople(): Promise<string[]> {
  const client = engineClient();
  const { table, cursorSecret } = api.configuration;
  const directory = openDirectory({
    client,
    tableName: table.name,
    cursorSecret,
    masterKey: testMasterKey(),
  });
  const account = grantTenant(directory, tenant.team.account.id);
  const made: string[] = [];
  while (made.length < PEOPLE) {
    const rows = Array.from({ length: Math.min(MAX_BATCH_ROWS, PEOPLE - made.length) }, (_, n) => ({
      name: `Person ${made.length + n}`,
      email: `person-${made.length + n}@many.example`,
      role: 'member' as const,
    }));
    const outcome = await createUsers(account, rows, byOperator);
    if (!('rows' in outcome)) throw new Error('The people were there before.');
    made.push(...outcome.rows.map((row) => (row.done ? row.state.userId : '')));
  }
  client.destroy();
  return made;
}

const asMembers = (userIds: readonly string[]) => userIds.map((value) => ({ value }));

test('a large group is filled, changed and emptied by one PATCH each, in whichever form', async () => {
  const { id } = await scimGroup(tenant, 'everybody');
  const figures: string[] = [];
  const send = async (title: string, ...operations: object[]) => {
    const started = performance.now();
    const answer = await tenant.scim('PATCH', `/Groups/${id}`, patch(...operations));
    expect(answer.status).toBe(204);
    const { calls } = costOf(answer);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const peak = peakMemoryOf(server.child.pid);
    figures.push(`${title}: ${calls} calls, ${seconds} s; the API has had ${Math.round(peak)} MB at most`);
    expect(peak).toBeLessThan(MAX_MEMORY_MB);
    // 33 additions or 25 removals to a transaction, their users read a hundred at a time.
    expect(calls).toBeLessThan(PEOPLE / 10);
  };
  const [half, others] = [ids.slice(0, PEOPLE / 2), ids.slice(PEOPLE / 2)];

  await send('add all', { op: 'Add', path: 'members', value: asMembers(ids) });
  expect(await membersOf(tenant, id)).toEqual(ids.toSorted());
  await send('replace by half', { op: 'replace', path: 'members', value: asMembers(half) });
  expect(await membersOf(tenant, id)).toEqual(half.toSorted());
  // Okta names each member in an operation of its own.
  const removals = half.map((userId) => ({ op: 'remove', path: `members[value eq "${userId}"]` }));
  await send(
    'one half for the other',
    ...removals,
    ...asMembers(others).map((value) => ({ op: 'add', path: 'members', value: [value] })),
  );
  expect(await membersOf(tenant, id)).toEqual(others.toSorted());
  await send('remove all', { op: 'remove', path: 'members' });
  expect(await membersOf(tenant, id)).toEqual([]);
  if (process.env['ROLLBOOK_SCIM_FIGURES']) process.stdout.write(`${figures.join('\n')}\n`);
}, 600_000);
