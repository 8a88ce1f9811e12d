import {
  addMember,
  commandAccount,
  commandUser,
  ContentionError,
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  removeMember,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { DomainError, type DomainEvent, type ServiceGroupId, type UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import type { Random } from './random.js';

interface World {
  tenant: Tenant;
  users: UserId[];
  groups: ServiceGroupId[];
}

/** Random commands on a population that keeps its size: what is removed is made again, with the same email and name. */
export interface Population {
  /** The events of everything committed so far, in the order it was acknowledged. */
  readonly committed: DomainEvent[];
  readonly tenants: Tenant[];
  /** Runs one command. A refusal by a rule counts too: it must leave nothing behind. */
  act(): Promise<void>;
}

const ACCOUNTS = 4;
const GROUPS_EACH = 6;

export async function populate(
  directory: Directory,
  aggregates: number,
  random: Random,
): Promise<Population> {
  const committed: DomainEvent[] = [];
  const worlds: World[] = [];
  let names = 0;
  const keep = <T extends { events: DomainEvent[] }>(outcome: T): T => {
    committed.push(...outcome.events);
    return outcome;
  };
  const newUser = async (world: World, role: 'owner' | 'member' = 'member') => {
    names += 1;
    const input = { name: `User ${names}`, email: `user${names}@example.com`, role };
    const { state } = keep(await createUser(world.tenant, input, byOperator));
    world.users.push(state.userId);
  };
  const newGroup = async (world: World) => {
    names += 1;
    const { state } = keep(await createServiceGroup(world.tenant, { name: `Group ${names}` }, byOperator));
    world.groups.push(state.serviceGroupId);
  };

  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { state } = keep(await createAccount(directory, { name: `Account ${n}` }, byOperator));
    const world: World = { tenant: grantTenant(directory, state.accountId), users: [], groups: [] };
    worlds.push(world);
    await newUser(world, 'owner');
    for (let group = 0; group < GROUPS_EACH; group += 1) await newGroup(world);
    while (world.users.length + world.groups.length + 1 < aggregates / ACCOUNTS) await newUser(world);
  }

  const commands: ((world: World) => Promise<unknown>)[] = [
    // One event.
    (world) => change(world, { name: `Name ${(names += 1)}` }),
    // Up to three events in one commit.
    (world) =>
      change(world, {
        name: `Name ${(names += 1)}`,
        email: `changed${names}@example.com`,
        role: random.pick(['admin', 'member'] as const),
      }),
    (world) => addTo(world),
    (world) => addTo(world),
    (world) =>
      removeMember(world.tenant, random.pick(world.groups), random.pick(world.users), byOperator).then(keep),
    (world) => state(world, random.pick(['suspend_user', 'reactivate_user'] as const)),
    async (world) => {
      const name = `Group ${(names += 1)}`;
      keep(await updateServiceGroup(world.tenant, random.pick(world.groups), { name }, byOperator));
    },
    async (world) => {
      const name = `Account ${(names += 1)}`;
      keep(await commandAccount(world.tenant, { type: 'change_account', name }, byOperator));
    },
    // Removed and made again: another aggregate with the same email.
    async (world) => {
      const [userId] = world.users.splice(1 + random.below(world.users.length - 1), 1);
      if (userId) keep(await removeUser(world.tenant, userId, byOperator));
      await newUser(world);
    },
    async (world) => {
      if (!random.chance(0.2)) return;
      const [groupId] = world.groups.splice(random.below(world.groups.length), 1);
      if (groupId) keep(await removeServiceGroup(world.tenant, groupId, byOperator));
      await newGroup(world);
    },
  ];
  const change = async (
    world: World,
    fields: { name?: string; email?: string; role?: 'admin' | 'member' },
  ) => {
    const command = { type: 'change_user' as const, ...fields };
    keep(await commandUser(world.tenant, random.pick(world.users), command, byOperator));
  };
  const state = async (world: World, type: 'suspend_user' | 'reactivate_user') => {
    keep(await commandUser(world.tenant, random.pick(world.users), { type }, byOperator));
  };
  const addTo = async (world: World) => {
    keep(await addMember(world.tenant, random.pick(world.groups), random.pick(world.users), byOperator));
  };

  return {
    committed,
    tenants: worlds.map((world) => world.tenant),
    async act() {
      try {
        await random.pick(commands)(random.pick(worlds));
      } catch (error) {
        if (!(error instanceof DomainError) && !(error instanceof ContentionError)) throw error;
      }
    },
  };
}
