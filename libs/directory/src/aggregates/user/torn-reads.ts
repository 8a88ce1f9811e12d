import type { User } from '#libs/domain';
import { TornReadError } from '../../core/execute.js';

/** @throws TornReadError if a membership is younger than the head it was read with */
export function requireOneInstant({ memberships, updatedAt }: Pick<User, 'memberships' | 'updatedAt'>): void {
  if (Object.values(memberships).some(({ since }) => since > updatedAt)) throw new TornReadError();
}

/** @throws TornReadError if the head contradicts the memberships it was read with */
export function requireAllMemberships(user: User): void {
  // A removed user has none by its head, however many a job has still to move.
  if (user.status === 'removed') return;
  requireOneInstant(user);
  if (Object.keys(user.memberships).length !== user.membershipCount) throw new TornReadError();
}
