import type { Role } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { mayManageOwners, requireScope, type Caller } from './caller.js';
import { requireRecentSignIn } from './recent-sign-in.js';

/** Of routes that may be about an owner. */
export const OWNER_PROBLEMS = ['owner_needed', 'recent_sign_in_needed'] as const;

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
