import { parseAccessRoleKey } from '../access-roles/fields.js';
import type { Actor } from '../schema/recorded.js';
import { DomainError } from '../values/errors.js';
import type { UserId } from '../values/ids.js';

/** An access role that managers and requests may give in a service group. The longest time binds admins, too. */
export interface OfferedAccessRole {
  readonly key: string;
  readonly maxLengthSeconds?: number;
  readonly membersMayAsk?: true;
}

/** What the rules of a service group say about access roles and lengths. */
interface RoleRules {
  readonly accessRoles?: readonly OfferedAccessRole[];
  readonly maxLengthSeconds?: number;
  readonly defaultLengthSeconds?: number;
}

/** Who gives access, or decides on a request. */
export interface Giver {
  actor: Actor;
  /** Of the whole account; false for somebody who may do it only because they manage the service group. */
  isAdmin: boolean;
}

/** As it is given: false is as absent. */
export interface OfferedAccessRoleInput {
  readonly key: string;
  readonly maxLengthSeconds?: number;
  readonly membersMayAsk?: boolean;
}

export function offeredRole(
  { accessRoles = [] }: RoleRules,
  key: string | undefined,
): OfferedAccessRole | undefined {
  return accessRoles.find((offered) => offered.key === key);
}

/**
 * Managers give only what is offered, and nothing to themselves. Also asked when a membership that has an access role gets longer.
 * @throws DomainError `not_permitted`, `access_role_not_offered`
 */
export function requireMayGiveRole(
  rules: RoleRules,
  key: string,
  userId: UserId | undefined,
  giver: Giver | undefined,
): void {
  if (!giver || giver.isAdmin) return;
  if (userId !== undefined && giver.actor === `user:${userId}`)
    throw new DomainError('not_permitted', 'Managers give no access role to themselves.', 'accessRole');
  requireOffered(rules, key);
}

/** @throws DomainError `access_role_not_offered` */
export function requireOffered(rules: RoleRules, key: string): OfferedAccessRole {
  const offered = offeredRole(rules, key);
  if (offered) return offered;
  throw new DomainError(
    'access_role_not_offered',
    `The access role ${key} is not offered in this service group: only admins give it.`,
    'accessRole',
  );
}

/** The rules for a membership with an access role: it lasts no longer than the service group and the role allow. */
export function withLengthOfRole<Rules extends RoleRules>(rules: Rules, key: string | undefined): Rules {
  const { maxLengthSeconds: ofRole } = offeredRole(rules, key) ?? {};
  const { maxLengthSeconds: longest = ofRole, defaultLengthSeconds } = rules;
  if (ofRole === undefined || longest === undefined) return rules;
  const maxLengthSeconds = Math.min(longest, ofRole);
  const usual = defaultLengthSeconds !== undefined && {
    defaultLengthSeconds: Math.min(defaultLengthSeconds, maxLengthSeconds),
  };
  return { ...rules, maxLengthSeconds, ...usual };
}

/** @throws DomainError `invalid_membership_rules` @param isLength whether it can be the length of a membership */
export function parseOfferedRoles(
  accessRoles: readonly OfferedAccessRoleInput[],
  isLength: (seconds: number) => boolean,
): OfferedAccessRole[] {
  const keys = accessRoles.map(({ key }) => key);
  return accessRoles.map(({ key, maxLengthSeconds, membersMayAsk }, place) => {
    const refuse = (field: string, why: string) =>
      new DomainError(
        'invalid_membership_rules',
        `${field} ${why}.`,
        `membershipRules/accessRoles/${place}/${field}`,
      );
    if (keys.indexOf(key) !== place) throw refuse('key', `must be there once; ${key} is there twice`);
    if (maxLengthSeconds !== undefined && !isLength(maxLengthSeconds))
      throw refuse('maxLengthSeconds', 'must be a whole number of seconds within the bounds of a length');
    return {
      key: parseKey(key, `membershipRules/accessRoles/${place}/key`),
      ...(maxLengthSeconds !== undefined && { maxLengthSeconds }),
      ...(membersMayAsk && { membersMayAsk }),
    };
  });
}

/** @throws DomainError `invalid_membership_rules` */
export function parseKey(key: string, field: string): string {
  try {
    return parseAccessRoleKey(key);
  } catch (error) {
    throw new DomainError('invalid_membership_rules', (error as DomainError).message, field);
  }
}
