import {
  addMember,
  checkAccess,
  checkAccessAsOf,
  createAccount,
  createServiceGroup,
  createUser,
  eachOf,
  grantTenant,
  listActions,
  listActionsAsOf,
  listAllowedMembersAsOf,
  listAllowedServiceGroupsAsOf,
  listServiceGroupsOfUser,
  listWhoMay,
  replaceAccessRoles,
  runDue,
  type Directory,
  type PageRequest,
  type Page,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { indexesSettled } from '../../support/engines/engine.js';

// No stream processor runs here: nothing ends a membership but the clock.

const START = Date.parse('2026-03-01T12:00:00.000Z');
const END = START + 3_600_000;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let userId: UserId;
let serviceGroupId: ServiceGroupId;
let now: number;
beforeEach(async () => {
  now = START - 3_600_000;
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  tenant = grantTenant(directory, accountId);
  ({ userId } = (await createUser(tenant, { name: 'Ada', email: 'ada@x.example' }, byOperator)).state);
  ({ serviceGroupId } = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state);
  await replace(['logs.read']);
  now = START;
  await addMember(tenant, serviceGroupId, userId, byOperator, {
    expiresAt: at(END),
    accessRole: 'reader',
  });
});
afterEach(() => opened.close());

const replace = (permissions: readonly string[]) =>
  replaceAccessRoles(tenant, [{ key: 'reader', name: 'Reader', permissions }], byOperator);

async function has(list: (page: PageRequest) => Promise<Page<unknown>>): Promise<boolean> {
  for await (const _ of eachOf((cursor) => list({ limit: 1, cursor }))) return true;
  return false;
}

/** Of a permission, every way to ask: now, or of an instant. */
async function sayYes(action: string, asOf?: string): Promise<boolean[]> {
  await indexesSettled();
  const found: string[] = [];
  const actions = (page: PageRequest) =>
    asOf === undefined
      ? listActions(tenant, userId, serviceGroupId, page)
      : listActionsAsOf(tenant, userId, serviceGroupId, asOf, page);
  for await (const each of eachOf((cursor) => actions({ limit: 1, cursor }))) found.push(each);
  if (asOf !== undefined)
    return [
      (await checkAccessAsOf(tenant, userId, serviceGroupId, action, asOf)).decision,
      found.includes(action),
      await has((page) => listAllowedMembersAsOf(tenant, serviceGroupId, action, asOf, page)),
      await has((page) => listAllowedServiceGroupsAsOf(tenant, userId, action, asOf, page)),
    ];
  return [
    (await checkAccess(tenant, userId, serviceGroupId, action)).decision,
    found.includes(action),
    await has((page) => listWhoMay(tenant, serviceGroupId, action, page)),
    await has((page) => listServiceGroupsOfUser(tenant, userId, { ...page, action })),
  ];
}

const YES = [true, true, true, true];
const NO = [false, false, false, false];

test.each(['enter', 'logs.read'])('%s ends with the membership, to the millisecond', async (action) => {
  for (const [instant, answers] of [
    [END - 1, YES],
    [END, NO],
    [END + 1, NO],
  ] as const) {
    now = instant;
    expect([instant - END, ...(await sayYes(action))]).toEqual([instant - END, ...answers]);
  }
  await runDue(directory, { onNotice: () => {}, rest: 0 });
  expect(await sayYes(action)).toEqual(NO);
  for (const [instant, answers] of [
    [START - 1, NO],
    [START, YES],
    [END - 1, YES],
    [END, NO],
  ] as const)
    expect([instant - END, ...(await sayYes(action, at(instant)))]).toEqual([instant - END, ...answers]);
});

test('a permission begins and ends with the change of the access role, to the millisecond', async () => {
  now = START + 1_000;
  await replace([]);
  now = START + 2_000;
  await replace(['deploy', 'logs.read']);
  expect(await sayYes('logs.read')).toEqual(YES);
  for (const [instant, reads, deploys] of [
    [START + 999, YES, NO],
    [START + 1_000, NO, NO],
    [START + 1_999, NO, NO],
    [START + 2_000, YES, YES],
  ] as const) {
    expect([instant, ...(await sayYes('logs.read', at(instant)))]).toEqual([instant, ...reads]);
    expect([instant, ...(await sayYes('deploy', at(instant)))]).toEqual([instant, ...deploys]);
  }
});
