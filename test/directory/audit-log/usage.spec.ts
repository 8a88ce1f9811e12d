import {
  addMember,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  measureUsage,
  removeMember,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { COMMAND_MIX, meteredUse, plan, type Command } from '../../../apps/cli/src/capacity-plan/model.js';
import { costsOf } from '../../../apps/cli/src/capacity-plan/costs.js';
import { byOperator, openTestDirectory } from '../../support/directory/directory.js';
import { indexesSettled, testOfCalls } from '../../support/engines/engine.js';

const MARCH = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')] as const;

test('what an account used is what its log has of the period, and nothing of another account', async () => {
  let time = Date.parse('2026-02-28T23:59:59Z');
  const opened = await openTestDirectory({ now: () => time });
  const { directory } = opened;
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  time = Date.parse('2026-03-01T00:00:00Z');
  const person = (n: number) => ({ name: 'Ada', email: `ada${n}@x.example`, role: 'member' }) as const;
  const { userId } = (await createUser(tenant, person(1), byOperator)).state;
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
  await addMember(tenant, serviceGroupId, userId, byOperator);
  const other = (await createAccount(directory, { name: 'Other' }, byOperator)).state;
  await createUser(grantTenant(directory, other.accountId), person(2), byOperator);
  time = MARCH[1].getTime();
  await createUser(tenant, person(3), byOperator);
  await indexesSettled();
  expect(await measureUsage(tenant, ...MARCH)).toEqual({
    events: new Map([
      ['service_group.created', 1],
      ['service_group.member_added', 1],
      ['user.created', 1],
    ]),
    deliveries: 0,
    // The account itself is from before, and the last user from after the period.
    eventsStored: 4,
    users: 2,
    memberships: 1,
  });
  await opened.close();
});

/** A month of a directory, in miniature: the mix of the plan, command by command. */
testOfCalls()(
  'the units of a simulated month are those that its metered usage and the plan say',
  async () => {
    let writeUnits = 0;
    let time = MARCH[0].getTime();
    const opened = await openTestDirectory({
      now: () => time,
      onCall: ({ capacity }) => (writeUnits += capacity?.write ?? 0),
    });
    const { directory } = opened;
    const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
    const tenant = grantTenant(directory, accountId);
    const users: UserId[] = [];
    const groups: ServiceGroupId[] = [];
    const entered: [group: ServiceGroupId, user: UserId][] = [];
    const run: Record<Command, (n: number) => Promise<unknown>> = {
      createAccount: () => Promise.resolve(),
      async createUser(n) {
        const input = { name: 'Ada', email: `ada${n}@x.example`, role: 'member' } as const;
        users.push((await createUser(tenant, input, byOperator)).state.userId);
      },
      async createServiceGroup(n) {
        const { state } = await createServiceGroup(tenant, { name: `group ${n}` }, byOperator);
        groups.push(state.serviceGroupId);
      },
      changeUser: (n) =>
        commandUser(tenant, users[0]!, { type: 'change_user', name: `Ada ${n}` }, byOperator),
      async addMember(n) {
        const pair = [groups[n % groups.length]!, users[Math.floor(n / groups.length)]!] as const;
        await addMember(tenant, ...pair, byOperator);
        entered.push([...pair]);
      },
      removeMember: () => removeMember(tenant, ...entered.pop()!, byOperator),
    };
    const WRITES = 100;
    const order = ['createUser', 'createServiceGroup', 'changeUser', 'addMember', 'removeMember'] as const;
    for (const command of order)
      for (let n = 0; n < COMMAND_MIX[command] * WRITES; n += 1) {
        time += 1_000;
        await run[command](n);
      }
    const used = meteredUse(await measureUsage(tenant, ...MARCH), 0);
    expect(used.events).toBe(WRITES);
    // Wrapping keys are created once.
    expect(writeUnits / used.writeUnits).toBeGreaterThan(0.99);
    expect(writeUnits / used.writeUnits).toBeLessThan(1.02);
    const seconds = 730 * 3_600;
    const load = { tenants: 1, users: 10, peak: 1, membershipsPerUser: 1.5, deliveriesPerEvent: 0, skew: 0 };
    const planned = plan({ ...load, writesPerSecond: WRITES / seconds, readsPerSecond: 0, years: 1 / 12 });
    const metered = Object.fromEntries(costsOf(used));
    for (const [line, cost] of planned.costs.slice(0, Object.keys(metered).length))
      expect({ line, cost: metered[line] }).toEqual({ line, cost: expect.closeTo(cost, 6) as number });
    await opened.close();
  },
);
