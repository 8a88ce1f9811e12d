import {
  acceptInvitation,
  addMember,
  changeMembers,
  commandAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  erasePersonalData,
  findAccountByExternalId,
  findServiceGroupByExternalId,
  findServiceGroupsByNamePrefix,
  findUserByEmail,
  findUserByExternalId,
  findUsersByEmailPrefix,
  getInvitation,
  getMembership,
  getServiceGroup,
  getUser,
  grantTenant,
  inviteAgain,
  inviteUser,
  listServiceGroupsOfUserAsOf,
  removeMember,
  removeServiceGroup,
  removeUser,
  replaceServiceGroupsOfUser,
  updateServiceGroup,
  type Directory,
} from '#libs/directory';
import type { ServiceGroup, ServiceGroupId, User, UserCommand, UserId } from '#libs/domain';
import { importOf } from './breakable/webhooks-and-imports.js';
import { startAccount } from '../streams/busy-directory.js';
import { byOperator } from './directory.js';
import {
  faulty,
  nameOf,
  newGroup,
  newMember,
  newUser,
  person,
  repeatable,
  type Act,
  type Workplace,
} from '../workplace.js';
import { listMembersAsOf } from './settled.js';

/** A command or query, and what others do while it reads. */
export interface Concurrent {
  command: Act;
  others: Act[];
  /** What can be seen in the end. */
  seen?: Act;
}

export type Prepare = (at: Workplace) => Promise<Concurrent>;

type HeadCommand = Extract<UserCommand, { type: 'change_user' | 'suspend_user' | 'activate_user' }>;

const change = (at: Workplace, userId: UserId, command: HeadCommand) =>
  commandUser(faulty(at), userId, command, byOperator);
const add = (at: Workplace, userId: UserId, context = byOperator) =>
  addMember(faulty(at), at.account.serviceGroupId, userId, context);
const remove = (at: Workplace, userId: UserId) =>
  removeMember(faulty(at), at.account.serviceGroupId, userId, byOperator);
const replace = (at: Workplace, userId: UserId, groups: ServiceGroupId[]) =>
  replaceServiceGroupsOfUser(faulty(at), userId, groups, byOperator);
const twice = (command: Act): Concurrent => ({ command, others: [command] });

/** In an account with room for one member. */
async function almostFull(at: Workplace): Promise<UserId> {
  at.account = await startAccount(at.directory);
  const limits = { members: 1 };
  await commandAccount(at.account.tenant, { type: 'change_account', limits }, byOperator);
  return newUser(at);
}

const TERMS = { tokenHashOf: (_accountId: string, eventId: string) => eventId };
async function newInvited(at: Workplace) {
  const { events, state } = await inviteUser(at.account.tenant, person(), TERMS, byOperator);
  const { accountId } = at.account.tenant;
  return { accountId, userId: state.userId, tokenHash: events[0]!.eventId };
}

export const concurrentCommands: Record<string, Prepare> = {
  'a member is added who is removed': async (at) => {
    const userId = await newMember(at);
    return { command: () => add(at, userId), others: [() => remove(at, userId)] };
  },
  'a member is removed who is added': async (at) => {
    const userId = await newUser(at);
    return { command: () => remove(at, userId), others: [() => add(at, userId)] };
  },
  'two add a member whose version they have seen': async (at) => {
    const userId = await newUser(at);
    return twice(() => add(at, userId, { ...byOperator, expectedVersion: 1 }));
  },
  'a member is added to a service group that is removed': async (at) => {
    const [userId, { tenant }] = [await newUser(at), at.account];
    const groupId = await newGroup(at);
    return {
      command: () => addMember(faulty(at, tenant), groupId, userId, byOperator),
      others: [() => removeServiceGroup(faulty(at, tenant), groupId, byOperator)],
    };
  },
  'two add the last member that there is room for': async (at) => {
    const userId = await almostFull(at);
    return twice(() => add(at, userId));
  },
  'two batches add the last member that there is room for': async (at) => {
    const [userId, { tenant, serviceGroupId }] = [await almostFull(at), at.account];
    const rows = [{ operation: 'add', userId }] as const;
    return twice(() => changeMembers(faulty(at, tenant), serviceGroupId, rows, byOperator));
  },
  'a batch is taken up that is sent again, and does not get to its end': async (at) => {
    const { tenant, serviceGroupId } = at.account;
    const rows = [
      { operation: 'add', userId: await newUser(at) },
      { operation: 'remove', userId: await newMember(at) },
    ] as const;
    const once = repeatable();
    const send = (directory: Directory) =>
      changeMembers(grantTenant(directory, tenant.accountId), serviceGroupId, rows, once);
    const update = () => Promise.reject(new Error('killed'));
    const killed = { ...at.directory, table: { ...at.directory.table, update } };
    const transactWrite = update;
    await send({ ...killed, table: { ...killed.table, transactWrite } }).catch(() => undefined);
    return { command: () => send(at.faulty), others: [() => send(killed).catch(() => undefined)] };
  },
  'a user is removed who is made a member': async (at) => {
    const userId = await newUser(at);
    return {
      command: () => removeUser(faulty(at), userId, byOperator),
      others: [() => add(at, userId)],
    };
  },
  'a user is removed who ceases to be a member': async (at) => {
    const userId = await newMember(at);
    return {
      command: () => removeUser(faulty(at), userId, byOperator),
      others: [() => remove(at, userId)],
    };
  },
  'the service groups of a user are replaced, one of which it leaves': async (at) => {
    const userId = await newMember(at);
    return { command: () => replace(at, userId, []), others: [() => remove(at, userId)] };
  },
  'the service groups of a user are replaced, one of which is removed': async (at) => {
    const [userId, groupId] = [await newUser(at), await newGroup(at)];
    return {
      command: () => replace(at, userId, [groupId]),
      others: [() => removeServiceGroup(faulty(at), groupId, byOperator)],
    };
  },
  'a user is erased who is removed': async (at) => {
    const [userId, { tenant }] = [await newMember(at), at.account];
    return {
      command: () => erasePersonalData(faulty(at, tenant), userId, byOperator),
      others: [() => removeUser(faulty(at, tenant), userId, byOperator)],
    };
  },
  'an invitation is accepted that is sent again': async (at) => {
    const invited = await newInvited(at);
    return {
      command: () => acceptInvitation(at.faulty, invited, TERMS, byOperator),
      others: [() => inviteAgain(faulty(at), invited.userId, TERMS, byOperator)],
    };
  },
  'two send an invitation again': async (at) => {
    const { userId } = await newInvited(at);
    return {
      ...twice(() => inviteAgain(faulty(at), userId, TERMS, byOperator)),
      seen: async () => (await getInvitation(at.account.tenant, userId)).sentCount,
    };
  },
  'of two owners each is suspended': async (at) => {
    at.account = await startAccount(at.directory);
    const [userId, { ownerId }] = [await newUser(at, 'owner'), at.account];
    return {
      command: () => change(at, userId, { type: 'suspend_user' }),
      others: [() => change(at, ownerId, { type: 'suspend_user' })],
    };
  },
  'an owner is suspended who becomes one only after another has': async (at) => {
    const { accountId } = (await createAccount(at.directory, { name: 'Ownerless' }, byOperator)).state;
    at.account = { ...at.account, tenant: grantTenant(at.directory, accountId) };
    const [userId, other] = [await newUser(at), await newUser(at)];
    const promotion = { type: 'change_user', role: 'owner' } as const;
    return {
      command: () => change(at, userId, { type: 'suspend_user' }),
      others: [() => change(at, other, promotion), () => change(at, userId, promotion)],
    };
  },
  'an email is tried that the user is given': async (at) => {
    const [userId, { email }] = [await newUser(at), person()];
    const dryRun = { ...byOperator, dryRun: true };
    const command = { type: 'change_user', email } as const;
    return {
      command: () => commandUser(faulty(at), userId, command, dryRun),
      others: [() => change(at, userId, command)],
    };
  },
  'a user is imported who is changed': async (at) => {
    const userId = await newUser(at);
    const { email } = await getUser(at.account.tenant, userId);
    return {
      command: await importOf(at, 'users', [{ email, name: 'Imported' }]),
      others: [() => change(at, userId, { type: 'change_user', role: 'admin' })],
    };
  },
  'a service group is imported that is changed': async (at) => {
    const [serviceGroupId, externalId, { tenant }] = [await newGroup(at), nameOf('crm'), at.account];
    const { name } = await getServiceGroup(tenant, serviceGroupId);
    return {
      command: await importOf(at, 'service-groups', [{ name, externalId }]),
      others: [
        () => updateServiceGroup(faulty(at, tenant), serviceGroupId, { metadata: { team: 'a' } }, byOperator),
      ],
    };
  },
  'a user is imported whose email is changed': async (at) => {
    const userId = await newUser(at);
    const { email, name } = await getUser(at.account.tenant, userId);
    return {
      command: await importOf(at, 'users', [{ email, name }]),
      others: [() => change(at, userId, { type: 'change_user', email: person().email })],
      seen: async () => {
        const { version, email: now } = await getUser(at.account.tenant, userId);
        return [version, now === email];
      },
    };
  },
};

/** A user by a name that they give up, in answers that show who it was by then. */
const questionAboutUser =
  (
    ask: (at: Workplace, named: { email: string; externalId: string }) => Promise<User | undefined>,
  ): Prepare =>
  async (at) => {
    const named = { ...person(), externalId: nameOf('hr') };
    const { userId } = (await createUser(at.account.tenant, named, byOperator)).state;
    const others = { type: 'change_user', email: person().email, externalId: nameOf('hr') } as const;
    return {
      command: async () => (await ask(at, named))?.version,
      others: [() => change(at, userId, others)],
    };
  };

/** A service group by a name that it gives up. */
const questionAboutServiceGroup =
  (
    ask: (at: Workplace, named: { name: string; externalId: string }) => Promise<ServiceGroup | undefined>,
  ): Prepare =>
  async (at) => {
    const { tenant } = at.account;
    const named = { name: nameOf('g'), externalId: nameOf('crm') };
    const { serviceGroupId } = (await createServiceGroup(tenant, named, byOperator)).state;
    const others = { name: nameOf('g'), externalId: nameOf('crm') };
    return {
      command: async () => (await ask(at, named))?.version,
      others: [() => updateServiceGroup(faulty(at, tenant), serviceGroupId, others, byOperator)],
    };
  };

export const questionsMeanwhile: Record<string, Prepare> = {
  'who has an email': questionAboutUser((at, { email }) => findUserByEmail(faulty(at), email)),
  'whose email begins so': questionAboutUser(
    async (at, { email }) => (await findUsersByEmailPrefix(faulty(at), email, { limit: 1 })).items[0],
  ),
  'which user has an external id': questionAboutUser((at, { externalId }) =>
    findUserByExternalId(faulty(at), externalId),
  ),
  'which service group has an external id': questionAboutServiceGroup((at, { externalId }) =>
    findServiceGroupByExternalId(faulty(at), externalId),
  ),
  'which name begins so': questionAboutServiceGroup(
    async (at, { name }) =>
      (
        await findServiceGroupsByNamePrefix(faulty(at), name, {
          limit: 1,
        })
      ).items[0],
  ),
  'which account has an external id': async (at) => {
    const [externalId, other] = [nameOf('crm'), nameOf('crm')];
    const { accountId } = (await createAccount(at.directory, { name: 'Named', externalId }, byOperator))
      .state;
    const others = { type: 'change_account', externalId: other } as const;
    return {
      command: async () => (await findAccountByExternalId(at.faulty, externalId))?.version,
      others: [() => commandAccount(grantTenant(at.faulty, accountId), others, byOperator)],
    };
  },
  'which service groups a user had': async (at) => {
    const [userId, { tenant, serviceGroupId }] = [await newMember(at), at.account];
    const { since } = await getMembership(tenant, serviceGroupId, userId);
    return {
      command: async () =>
        (
          await listServiceGroupsOfUserAsOf(faulty(at, tenant), userId, since, {
            limit: 9,
          })
        ).items.length,
      others: [() => remove(at, userId)],
    };
  },
  'who was a member': async (at) => {
    const { tenant } = at.account;
    const [userId, serviceGroupId] = [await newUser(at), await newGroup(at)];
    const { since } = (await addMember(tenant, serviceGroupId, userId, byOperator)).state;
    return {
      command: async () =>
        (await listMembersAsOf(faulty(at, tenant), serviceGroupId, since, { limit: 9 })).items.length,
      others: [() => removeMember(faulty(at, tenant), serviceGroupId, userId, byOperator)],
    };
  },
};
