import { existingAccount, existingUser, type User, type UserId } from '#libs/domain';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { changeInTurn, loadUser, ownerGuards, type HeadCommand } from './users.js';

/** All of them or none, planned on the user as they are when it is committed: a plan may depend on what it reads. */
export async function changeUserAsPlanned(
  { directory, accountId }: Tenant,
  userId: UserId,
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
      const decisionContext = { account, anotherOwner: otherOwner !== undefined, now: directory.steadyNow() };
      const commands = plan(existingUser(user));
      const change = changeInTurn([userId, key], user, commands, decisionContext, provenance);
      const guards = ownerGuards(accountId, user, change.state, otherOwner);
      return { state: existingUser(change.state), changes: [change], guards, aboutUser: { userId, key } };
    },
  });
}
