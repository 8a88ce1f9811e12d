import {
  addMember,
  changeMembers,
  closeAccount,
  commandAccount,
  commandUser,
  createAccount,
  createApiKey,
  createServiceGroup,
  createUser,
  createUsers,
  erasePersonalData,
  removeMember,
  removeServiceGroup,
  removeUser,
  replaceServiceGroupsOfUser,
  runJobChunk,
  updateServiceGroup,
  type CommandContext,
  type Directory,
} from '#libs/directory';
import { startAccount } from './busy-directory.js';
import { byOperator } from './directory.js';

type Place = Awaited<ReturnType<typeof place>>;

/** What commands to be broken work on. */
export interface Workplace {
  /** For what is there before. */
  directory: Directory;
  /** For the command itself: it reaches the table through the faults. */
  faulty: Directory;
  /** Where the next command is at work. Some take one of their own. */
  account: Place;
  now: number;
}

/** An account whose limits are counted, with an owner and a service group. */
export async function place(directory: Directory) {
  const { tenant, ownerId, serviceGroupId } = await startAccount(directory);
  const limits = { users: 500, serviceGroups: 500, members: 500 };
  await commandAccount(directory, tenant, { type: 'change_account', limits }, byOperator);
  return { tenant, ownerId, serviceGroupId };
}

let names = 0;
const nameOf = (what: string) => `${what}${(names += 1)}`;
const person = (role: 'member' | 'owner' = 'member') => ({
  name: 'P',
  email: `${nameOf('p')}@x.example`,
  role,
});
const newUser = async (at: Workplace, role?: 'owner') =>
  (await createUser(at.directory, at.account.tenant, person(role), byOperator)).state.userId;
const newGroup = async (at: Workplace) =>
  (await createServiceGroup(at.directory, at.account.tenant, { name: nameOf('g') }, byOperator)).state
    .serviceGroupId;
async function newMember(at: Workplace): Promise<string> {
  const { tenant, serviceGroupId } = at.account;
  const userId = await newUser(at);
  await addMember(at.directory, tenant, serviceGroupId, userId, byOperator);
  return userId;
}
const repeatable = (): CommandContext => ({
  ...byOperator,
  receipt: { idempotencyKey: nameOf('key'), requestHash: 'hash', answer: (state) => ({ state }) },
});
/** Through the faults, until it is done. The index is believed three seconds after the fence. */
async function finish(at: Workplace, jobId: string | undefined): Promise<void> {
  for (let result = ''; result !== 'done'; result = await runJobChunk(at.faulty, jobId!)) at.now += 3_000;
}

type Act = () => Promise<unknown>;
export interface BreakableCommand {
  /** What a failed condition may mean to the caller; any other is decided again. */
  refusals?: string[];
  /** @returns what is then done under faults */
  prepare: (at: Workplace) => Act | Promise<Act>;
  /** A job looks at the clock itself. */
  isJob?: boolean;
}
export const breakableCommands: Record<string, BreakableCommand> = {
  'create an account': {
    refusals: ['external_id_taken'],
    prepare: (at) => () => createAccount(at.faulty, { name: 'New', externalId: nameOf('crm') }, repeatable()),
  },
  'create an owner': {
    refusals: ['email_taken', 'external_id_taken'],
    prepare: (at) => {
      const input = { ...person('owner'), externalId: nameOf('hr') };
      return () => createUser(at.faulty, at.account.tenant, input, repeatable());
    },
  },
  'change everything of a user': {
    refusals: ['email_taken'],
    prepare: async (at) => {
      const [userId, change] = [await newUser(at), { type: 'change_user', ...person('owner') } as const];
      return () => commandUser(at.faulty, at.account.tenant, userId, change, byOperator);
    },
  },
  'remove an owner': {
    prepare: async (at) => {
      const userId = await newUser(at, 'owner');
      await addMember(at.directory, at.account.tenant, at.account.serviceGroupId, userId, byOperator);
      return () => removeUser(at.faulty, at.account.tenant, userId, byOperator);
    },
  },
  'erase a user': {
    prepare: async (at) => {
      const userId = await newMember(at);
      await removeUser(at.directory, at.account.tenant, userId, byOperator);
      return () => erasePersonalData(at.faulty, at.account.tenant, userId, byOperator);
    },
  },
  'create a service group': {
    refusals: ['service_group_name_taken'],
    prepare: (at) => () =>
      createServiceGroup(at.faulty, at.account.tenant, { name: nameOf('g') }, byOperator),
  },
  'rename a service group': {
    refusals: ['service_group_name_taken'],
    prepare: async (at) => {
      const groupId = await newGroup(at);
      return () =>
        updateServiceGroup(at.faulty, at.account.tenant, groupId, { name: nameOf('g') }, byOperator);
    },
  },
  'remove a service group': {
    prepare: async (at) => {
      const groupId = await newGroup(at);
      return () => removeServiceGroup(at.faulty, at.account.tenant, groupId, byOperator);
    },
  },
  'add a member': {
    prepare: async (at) => {
      const userId = await newUser(at);
      return () => addMember(at.faulty, at.account.tenant, at.account.serviceGroupId, userId, byOperator);
    },
  },
  'remove a member': {
    prepare: async (at) => {
      const userId = await newMember(at);
      return () => removeMember(at.faulty, at.account.tenant, at.account.serviceGroupId, userId, byOperator);
    },
  },
  "replace a user's service groups": {
    prepare: async (at) => {
      const [userId, groupId] = [await newMember(at), await newGroup(at)];
      return () => replaceServiceGroupsOfUser(at.faulty, at.account.tenant, userId, [groupId], byOperator);
    },
  },
  'create an API key': {
    prepare: (at) => {
      const input = { name: 'key', scopes: ['users:read'] as const, expiresAt: undefined };
      const draw = () => ({ secretHash: 'hash', hint: 'hint' });
      return () => createApiKey(at.faulty, at.account.tenant, input, draw, byOperator);
    },
  },
  'create users together': {
    refusals: ['email_taken'],
    prepare: (at) => {
      const rows = [person(), person()];
      return () => createUsers(at.faulty, at.account.tenant, rows, byOperator);
    },
  },
  'change members together': {
    prepare: async (at) => {
      const rows = [
        { operation: 'add', userId: await newUser(at) },
        { operation: 'remove', userId: await newMember(at) },
      ] as const;
      return () => changeMembers(at.faulty, at.account.tenant, at.account.serviceGroupId, rows, repeatable());
    },
  },
  'close an account': {
    prepare: async (at) => {
      at.account = await place(at.directory);
      return () => closeAccount(at.faulty, at.account.tenant, byOperator);
    },
  },
  'end the memberships of a removed service group': {
    isJob: true,
    prepare: async (at) => {
      const where = (at.account = await place(at.directory));
      await newMember(at);
      const removal = await removeServiceGroup(at.directory, where.tenant, where.serviceGroupId, byOperator);
      return () => finish(at, removal.state.jobId);
    },
  },
  'empty a closed account': {
    isJob: true,
    prepare: async (at) => {
      at.account = await place(at.directory);
      await newMember(at);
      const { jobId } = (await closeAccount(at.directory, at.account.tenant, byOperator)).state;
      return () => finish(at, jobId);
    },
  },
};
