import { getUser, type CommandContext, type Outcome } from '#libs/directory';
import { DomainError, type UserId } from '#libs/domain';
import { mayManageAdmins, mayManageOwners } from '../auth/caller/caller.js';
import { requireOwnerFor } from '../auth/caller/owner-rules.js';
import { hasRecentSignIn } from '../auth/caller/recent-sign-in.js';
import type { Change } from '../commands/command.js';

/** How often an admin's command is checked again because the user was changed in between. */
const MAX_CHECKS = 5;

export interface UserRequest extends Change {
  userId: UserId;
}

/**
 * An admin, or an account's key, may not change an owner: changing an owner's email, suspending them or linking an identity to
 * them amounts to taking over the role. For the same reason a key needs a scope of its own to change an admin. The command is bound to the version that was checked, so that a user who becomes an owner
 * in between is safe. Anyone who may change owners needs a recent sign-in for it.
 */
export async function exceptOwners<State>(
  { tenant, caller, userId, command }: UserRequest,
  run: (command: CommandContext) => Promise<Outcome<State>>,
): Promise<Outcome<State>> {
  if (mayManageOwners(caller) && mayManageAdmins(caller) && hasRecentSignIn(caller)) return run(command);
  for (let checks = 1; ; checks += 1) {
    const user = await getUser(tenant, userId).catch((error: unknown) => {
      if (command.receipt && isRefused(error, 'user_not_found')) return undefined;
      throw error;
    });
    // The command is refused too, unless its receipt shows that it was executed before.
    if (!user) return run(command);
    requireOwnerFor(caller, user.role);
    try {
      return await run({ ...command, expectedVersion: command.expectedVersion ?? user.version });
    } catch (error) {
      const changedMeanwhile = isRefused(error, 'version_mismatch');
      if (!changedMeanwhile || command.expectedVersion !== undefined || checks === MAX_CHECKS) throw error;
    }
  }
}

function isRefused(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code;
}
