import { getUser, type CommandContext, type Outcome } from '#libs/directory';
import { DomainError, type Role, type UserId } from '#libs/domain';
import { mayManageAdmins, mayManageOwners, requireScope, type Caller } from '../access-control/caller.js';
import { hasRecentSignIn, requireRecentSignIn } from '../access-control/recent-sign-in.js';
import { Problem } from '../problems/problem.js';
import type { Change } from '../requests/commands/command.js';

/** How often an admin's command is checked again because the user was changed in between. */
const MAX_CHECKS = 5;

/** Of routes that may be about an owner. */
export const OWNER_PROBLEMS = ['owner_needed', 'recent_sign_in_needed'] as const;

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
  carryOut: (command: CommandContext) => Promise<Outcome<State>>,
): Promise<Outcome<State>> {
  if (mayManageOwners(caller) && mayManageAdmins(caller) && hasRecentSignIn(caller)) return carryOut(command);
  for (let checks = 1; ; checks += 1) {
    const user = await getUser(tenant, userId).catch((error: unknown) => {
      if (command.receipt && isRefused(error, 'user_not_found')) return undefined;
      throw error;
    });
    // The command is refused too, unless its receipt shows that it was executed before.
    if (!user) return carryOut(command);
    requireOwnerFor(caller, user.role);
    try {
      return await carryOut({ ...command, expectedVersion: command.expectedVersion ?? user.version });
    } catch (error) {
      const changedMeanwhile = isRefused(error, 'version_mismatch');
      if (!changedMeanwhile || command.expectedVersion !== undefined || checks === MAX_CHECKS) throw error;
    }
  }
}

function isRefused(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code;
}

/**
 * For a role that a user has or is to have.
 * @throws Problem `owner_needed`, `not_permitted`, `recent_sign_in_needed`
 */
export function requireOwnerFor(caller: Caller, role: Role | undefined): void {
  requireRankOver(caller, role);
  if (role === 'owner') requireRecentSignIn(caller);
}

/** The same without a recent sign-in: for what only concerns sessions. @throws Problem `owner_needed`, `not_permitted` */
export function requireRankOver(caller: Caller, role: Role | undefined): void {
  if (role === undefined || role === 'member') return;
  if (role === 'owner' && !mayManageOwners(caller))
    throw new Problem('owner_needed', 'Only an owner or an operator may create, change or remove an owner.');
  requireScope(caller, 'admins:write');
}
