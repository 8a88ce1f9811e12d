import type { MembershipCommand } from '../user/decide-membership.js';
import type { User } from '../user/user.js';
import { eventTime, isHeld } from '../values/ends.js';
import type { ServiceGroupState } from '../service-group/service-group.js';
import { notRevertible } from './places.js';
import { endedByItself, type RestoredMembership } from './revert.js';

/**
 * What makes a membership again what it was: ends are kept as they were, so that one which would have ended by itself by now ends.
 * Undefined: it is absent, as it was.
 * The access role is the very same one: if it was removed since, it gives nothing.
 * @param now milliseconds since the epoch
 * @throws DomainError `change_superseded`, `change_not_revertible`
 */
export function restoreMembership(
  user: User,
  { serviceGroupId, terms }: RestoredMembership,
  serviceGroup: ServiceGroupState,
  now: number,
): MembershipCommand | undefined {
  const membership = user.memberships[serviceGroupId];
  const at = eventTime(user, now);
  if (membership?.expiresAt !== undefined && !isHeld(membership, at))
    throw endedByItself(membership.expiresAt);
  const end = terms?.expiresAt ?? undefined;
  const isPast = end !== undefined && at >= Date.parse(end);
  if (!membership && isPast)
    throw notRevertible(
      `The membership would have ended by itself (${end}): add the user again with another end.`,
    );
  if (!terms || isPast) return membership && { type: 'remove_member', serviceGroupId };
  if (!membership) return { type: 'add_member', serviceGroup, ...terms };
  // An event about a membership that stays has no way to say that there is no reason any more.
  if (terms.reason === undefined && membership.reason !== undefined)
    throw notRevertible(
      'A reason that was given for a membership cannot be taken away: change its end instead.',
    );
  return { type: 'change_membership', serviceGroup, ...terms };
}
