import {
  decideUser,
  existingAccount,
  existingUser,
  initialUser,
  type NewUser,
  type User,
  type UserCommand,
  type UserState,
  type UserContext,
} from '#libs/domain';
import { changeUser, type Change, type Provenance } from '../kernel/changes.js';
import type { Directory } from '../directory.js';
import { accountEntity } from '../accounts/items.js';
import { execute, requireVersion, type CommandContext, type Outcome } from '../kernel/execute.js';
import { newUserKey, type UserKey } from '../personal-data/user-keys.js';
import { accountState } from '../kernel/states.js';
import type { Tenant } from '../tenant.js';
import { loadUser, ownerGuards } from './users.js';

/** A command on a user that can be combined with others of its kind: it touches no memberships. */
export type HeadCommand = Extract<
  UserCommand,
  {
    type: 'change_user' | 'activate_user' | 'suspend_user' | 'reactivate_user' | 'unlink_identity';
  }
>;

/** All of them or none, planned on the user as they are when it is committed: a plan may depend on what it reads. */
export async function changeUserAsPlanned(
  directory: Directory,
  { accountId }: Tenant,
  userId: string,
  plan: (user: User) => HeadCommand[],
  context: CommandContext,
): Promise<Outcome<User>> {
  return execute(directory, context, {
    accountId,
    aggregateId: userId,
    attempt: async (provenance) => {
      const { account, user, key, otherOwner } = await loadUser(directory, accountId, userId);
      existingAccount(account);
      requireVersion(existingUser(user), context);
      const decisionContext = { account, anotherOwner: otherOwner !== undefined };
      const commands = plan(existingUser(user));
      const change = changeInTurn(userId, user, commands, decisionContext, provenance, key);
      const guards = ownerGuards(accountId, user, change.state, otherOwner);
      return { state: existingUser(change.state), changes: [change], guards, aboutUser: { userId, key } };
    },
  });
}

export async function createUserAfter(
  directory: Directory,
  { accountId }: Tenant,
  input: NewUser,
  commands: HeadCommand[],
  context: CommandContext,
): Promise<Outcome<User>> {
  const userId = directory.newId('user');
  const key = await newUserKey(directory.keyRing, userId);
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const item = await directory.table.get(accountEntity, { accountId }, { consistent: true });
      const account = accountState(item);
      const decisionContext = { account, anotherOwner: true };
      const all: UserCommand[] = [{ type: 'create_user', userId, ...input }, ...commands];
      const change = changeInTurn(userId, initialUser, all, decisionContext, provenance, key);
      return { state: existingUser(change.state), changes: [change], account, aboutUser: { userId, key } };
    },
  });
}

function changeInTurn(
  userId: string,
  before: UserState,
  commands: readonly UserCommand[],
  decisionContext: UserContext,
  provenance: Provenance,
  key: UserKey | undefined,
): Change & { state: UserState } {
  return commands.reduce<{ facts: ReturnType<typeof decideUser>; change: Change & { state: UserState } }>(
    ({ facts, change }, command) => {
      const all = [...facts, ...decideUser(change.state, command, decisionContext)];
      return { facts: all, change: changeUser(userId, before, all, provenance, key) };
    },
    { facts: [], change: changeUser(userId, before, [], provenance, key) },
  ).change;
}
