/** @engines both */
import {
  addTeam,
  createServiceGroup,
  createTeam,
  removeTeamAccess,
  updateTeam,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { MAX_GROUPS_OF_TEAM, type ServiceGroupId, type TeamId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyWireItem, putWireItems, textOf, type WireItem } from '../../support/directory/items.js';
import { multiply, numbered, withText } from '../../support/directory/multiply.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

let teamId: TeamId;
let first: ServiceGroupId;
beforeEach(async () => {
  ({ teamId } = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state);
  first = await newGroup('first');
});

const newGroup = async (name: string) =>
  (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
const open = (serviceGroupId: ServiceGroupId, to = tenant) =>
  addTeam(to, serviceGroupId, teamId, {}, byOperator);

async function headOfTeam(): Promise<Record<string, AttributeValue>> {
  const stored = await everyWireItem(opened);
  const isHead = (item: WireItem) => textOf(item, 'entity') === 'team' && textOf(item, 'teamId') === teamId;
  return stored.find(isHead) as Record<string, AttributeValue>;
}

/** How often the team was given access, as its head says. */
const given = async () => Number((await headOfTeam())['accessGiven']?.N);

async function say(accessGiven: number | undefined): Promise<void> {
  const { accessGiven: _was, ...others } = await headOfTeam();
  const said: WireItem =
    accessGiven === undefined ? others : { ...others, accessGiven: { N: String(accessGiven) } };
  await putWireItems(opened, [said]);
}

/** As many as there are: each looks before any of them commits. */
function allAtOnce(count: number): Tenant {
  let waiting = 0;
  const everybody = Promise.withResolvers<void>();
  const table = new Proxy(directory.table, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as unknown;
      if (name !== 'transactWrite' || typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        if (++waiting === count) everybody.resolve();
        await everybody.promise;
        return (await method.apply(target, args)) as unknown;
      };
    },
  });
  return { ...tenant, directory: { ...directory, table } };
}

test.each([
  ['as often as it has some', MAX_GROUPS_OF_TEAM - 1],
  ['more often than it has some', 1_200],
  ['never, as where it was restored', undefined],
])('of many service groups that are the 500th at once one is; the head says: %s', async (_what, said) => {
  await open(first);
  await multiply(opened, ['team-access', teamId], MAX_GROUPS_OF_TEAM - 2, (item, n) =>
    withText(item, first, numbered(first, n)),
  );
  await say(said);
  const groups = await Promise.all(Array.from({ length: 6 }, (_, n) => newGroup(`group ${n}`)));
  const together = allAtOnce(groups.length);
  const results = await Promise.allSettled(groups.map((id) => open(id, together)));
  const refusals = results.filter((result) => result.status === 'rejected');
  expect(refusals.map(({ reason }) => (reason as { code: string }).code)).toEqual(
    new Array(groups.length - 1).fill('too_many_service_groups'),
  );
  // Where one is taken away there is room for one.
  await removeTeamAccess(tenant, first, teamId, byOperator);
  const refused = groups.filter((_, index) => results[index]!.status === 'rejected');
  await open(refused[0]!);
  await expect(open(refused[1]!)).rejects.toMatchObject({ code: 'too_many_service_groups' });
});

test('far below the most nobody is in the way of others, and a change of the team leaves what is counted', async () => {
  await open(first);
  const others = await Promise.all(Array.from({ length: 5 }, (_, n) => newGroup(`group ${n}`)));
  const together = allAtOnce(others.length);
  for (const { events } of await Promise.all(others.map((id) => open(id, together))))
    expect(events).toHaveLength(1);
  expect(await given()).toBe(6);
  await updateTeam(tenant, teamId, { name: 'Site', metadata: { since: 2026 } }, byOperator);
  await updateTeam(tenant, teamId, { metadata: null }, byOperator);
  expect(await given()).toBe(6);
  // Access that is there already is not given again.
  await open(first);
  expect(await given()).toBe(6);
  await expectNothingWrong(tenant);
});
