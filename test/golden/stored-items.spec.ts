import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addMember,
  changeMembership,
  getHistory,
  grantTenant,
  listServiceGroupsOfUser,
  removeMember,
  runDue,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { fileMasterKey } from '#libs/secrets';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { everyItem, putWireItems, type WireItem } from '../support/directory/items.js';
import { expectNothingWrong } from '../support/directory/nothing-wrong.js';
import { indexesSettled } from '../support/engines/engine.js';

/** What a table held before memberships could end is never changed: each test writes it as that version did. */
interface Stored {
  masterKey: string;
  accountId: string;
  items: WireItem[];
}

const HOUR_MS = 3_600_000;
const file = new URL('stored-items-without-ends.json', import.meta.url);

let folder: string;
let stored: Stored;
let opened: TestDirectory;
let tenant: Tenant;
let ada: UserId;
let groups: Map<string, ServiceGroupId>;

beforeEach(async () => {
  stored = JSON.parse(await readFile(file, 'utf8')) as Stored;
  folder = await mkdtemp(join(tmpdir(), 'rollbook-stored-'));
  const key = join(folder, 'master-key');
  await writeFile(key, Buffer.from(stored.masterKey, 'base64'), { mode: 0o600 });
  opened = await openTestDirectory({ masterKey: fileMasterKey(key) });
  await putWireItems(opened, stored.items);
  await indexesSettled();
  tenant = grantTenant(opened.directory, stored.accountId);
  const items = await everyItem(opened);
  const named = (entity: string) => items.filter((item) => item['entity'] === entity);
  ada = named('user').find(({ name }) => name === 'Ada')?.['userId'] as UserId;
  groups = new Map(
    named('service-group').map((item) => [String(item['name']), item['serviceGroupId'] as ServiceGroupId]),
  );
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const eventsOfAda = async () => (await getHistory(tenant, ada, { limit: 100 })).items;

test('what was stored before memberships could end is read as it was, and nothing of it is wrong', async () => {
  const { items } = await listServiceGroupsOfUser(tenant, ada, { limit: 10 });
  expect(items).toMatchObject([{ serviceGroupName: 'dev', userName: 'Ada' }]);
  expect(items[0]).not.toHaveProperty('expiresAt');
  expect((await eventsOfAda()).map(({ type }) => type)).toEqual([
    'user.created',
    'service_group.member_added',
    'service_group.member_added',
    'service_group.member_removed',
  ]);
  await expectNothingWrong(tenant);
});

test('a membership without an end is stored and published with the names that it had then', async () => {
  const before = (await eventsOfAda()).find(({ type }) => type === 'service_group.member_added')!;
  const stored = (await everyItem(opened)).find(({ entity }) => entity === 'membership')!;
  const prod = groups.get('prod')!;
  await addMember(tenant, prod, ada, byOperator);
  const added = (await eventsOfAda()).at(-1)!;
  expect(Object.keys(added).sort()).toEqual(Object.keys(before).sort());
  expect(Object.keys(added.data).sort()).toEqual(Object.keys(before.data).sort());
  const items = (await everyItem(opened)).filter(({ entity }) => entity === 'membership');
  for (const item of items) expect(Object.keys(item).sort()).toEqual(Object.keys(stored).sort());
  await expectNothingWrong(tenant);
});

test('a membership from before is given an end, ends, and is given again; another is removed', async () => {
  const [dev, prod] = [groups.get('dev')!, groups.get('prod')!];
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  await changeMembership(tenant, dev, ada, { expiresAt, reason: 'Rota' }, byOperator);
  await addMember(tenant, prod, ada, byOperator);
  await removeMember(tenant, prod, ada, byOperator);
  await expectNothingWrong(tenant);
  const clock = () => Date.parse(expiresAt) + 1;
  const later = grantTenant({ ...tenant.directory, now: clock, steadyNow: clock }, tenant.accountId);
  const notices: string[] = [];
  await runDue(later.directory, { onNotice: (line) => notices.push(line), rest: 0 });
  expect(notices).toEqual([]);
  expect((await eventsOfAda()).at(-1)).toMatchObject({
    type: 'service_group.member_removed',
    data: { cause: 'expired', expiresAt },
  });
  expect((await listServiceGroupsOfUser(later, ada, { limit: 10 })).items).toEqual([]);
  await addMember(later, dev, ada, byOperator);
  await expectNothingWrong(later);
});
