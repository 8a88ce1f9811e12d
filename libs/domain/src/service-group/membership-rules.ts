import { MAX_ACCESS_ROLES } from '../access-roles/fields.js';
import type { JsonSchema } from '../schema/event-schema.js';
import { DomainError } from '../values/errors.js';
import { mergePatch } from '../values/json.js';
import { parseAll } from '../values/parse-all.js';
import { defineResource } from '../values/resource.js';
import { NOT_NEEDED, type Setting } from '../values/settings.js';
import { DAY_SECONDS } from '../values/until.js';
import {
  parseKey,
  parseOfferedRoles,
  type OfferedAccessRole,
  type OfferedAccessRoleInput,
} from './offered-roles.js';

/** Who gives access to a service group, with or without a request. Without managers, or if they are not to, admins do. */
export const APPROVERS = ['managers', 'admins'] as const;
export type Approvers = (typeof APPROVERS)[number];

/** Whether managers give access to a service group with these rules, with or without a request. */
export function managersGive({ approvers }: MembershipRules = {}): boolean {
  return approvers !== 'admins';
}

/** A length that is shorter is a mistake in the unit. */
export const MEMBERSHIP_MIN_SECONDS = 60;
/** Ten years: for longer, set no end. */
export const MEMBERSHIP_MAX_SECONDS = 10 * 366 * DAY_SECONDS;

/** What a service group requires of its memberships. An absent rule requires nothing. A new rule does not change existing memberships. */
export interface MembershipRules {
  /** Every membership ends, at the latest this long after it is given or changed. */
  readonly maxLengthSeconds?: number;
  /** The default length of a membership. */
  readonly defaultLengthSeconds?: number;
  readonly reasonRequired?: true;
  readonly membersMayAsk?: true;
  /** Teams may enter although an end or a reason is required: that of the team's access is. */
  readonly teamsMayEnter?: true;
  /** Managers, unless it says otherwise. */
  readonly approvers?: Approvers;
  /** What managers and requests may give. Admins may give any access role. */
  readonly accessRoles?: readonly OfferedAccessRole[];
  /** The key of the one that a membership gets from SCIM, an import or an invitation. */
  readonly defaultAccessRole?: string;
}

/** Null removes a rule, and so does false; rules that are not named stay. */
export interface MembershipRulesChange {
  readonly maxLengthSeconds?: number | null;
  readonly defaultLengthSeconds?: number | null;
  readonly reasonRequired?: boolean | null;
  readonly membersMayAsk?: boolean | null;
  readonly teamsMayEnter?: boolean | null;
  readonly approvers?: Approvers | null;
  /** Replaces the list. */
  readonly accessRoles?: readonly OfferedAccessRoleInput[] | null;
  readonly defaultAccessRole?: string | null;
}

const LENGTHS = ['maxLengthSeconds', 'defaultLengthSeconds'] as const;

/**
 * Drops rules that require nothing.
 * @throws DomainError `invalid_membership_rules`, which names the rule's field
 */
export function parseMembershipRules(given: MembershipRulesChange): MembershipRules {
  const required = Object.entries(given).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  const rules = Object.fromEntries(required) as MembershipRules;
  for (const name of LENGTHS) {
    const length = rules[name];
    if (length !== undefined && !isLength(length))
      throw invalid(
        name,
        `must be a whole number of seconds from ${MEMBERSHIP_MIN_SECONDS} to ${MEMBERSHIP_MAX_SECONDS}`,
      );
  }
  const { maxLengthSeconds: longest, defaultLengthSeconds: usual } = rules;
  if (longest !== undefined && usual !== undefined && usual > longest)
    throw invalid('defaultLengthSeconds', `must be at most maxLengthSeconds, which is ${longest}`);
  const { accessRoles, defaultAccessRole, ...others } = rules;
  return {
    ...others,
    ...(accessRoles?.length && { accessRoles: parseOfferedRoles(accessRoles, isLength) }),
    ...(defaultAccessRole !== undefined && {
      defaultAccessRole: parseKey(defaultAccessRole, 'membershipRules/defaultAccessRole'),
    }),
  };
}

function isLength(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= MEMBERSHIP_MIN_SECONDS && seconds <= MEMBERSHIP_MAX_SECONDS;
}

function invalid(field: keyof MembershipRules, why: string): DomainError {
  return new DomainError('invalid_membership_rules', `${field} ${why}.`, `membershipRules/${field}`);
}

const length = (description: string): JsonSchema => ({
  type: 'integer',
  minimum: MEMBERSHIP_MIN_SECONDS,
  description,
});
const yes = (description: string): JsonSchema => ({ const: true, description });

const seconds = {
  type: 'number',
  least: MEMBERSHIP_MIN_SECONDS,
  most: MEMBERSHIP_MAX_SECONDS,
  ...NOT_NEEDED,
} as const;

export const offeredAccessRoleFields = defineResource({
  key: { type: 'string', most: 64, given: 'The key of an access role of the account.' },
  maxLengthSeconds: {
    ...seconds,
    given: 'The longest time for which a membership with it can be given or extended, in seconds.',
  },
  membersMayAsk: {
    type: 'boolean',
    ...NOT_NEEDED,
    given: 'Whether members of the account may ask for it. Only where they may ask for a membership.',
  },
});

export const membershipRuleFields = defineResource({
  maxLengthSeconds: {
    ...seconds,
    given:
      'The longest time for which a membership can be given or extended, in seconds: every membership ends.',
    changed:
      'The longest time for which a membership can be given or extended, in seconds: every membership ends. Null removes the rule.',
  },
  defaultLengthSeconds: {
    ...seconds,
    given:
      'How long a membership lasts if no end is given, in seconds. At most the longest length, which is used if this is absent.',
    changed:
      'How long a membership lasts if no end is given, in seconds: at most the longest length. Null removes the rule.',
  },
  reasonRequired: {
    type: 'boolean',
    ...NOT_NEEDED,
    given: 'Whether a membership can only be given with a reason.',
  },
  membersMayAsk: {
    type: 'boolean',
    ...NOT_NEEDED,
    given: 'Whether members of the account may ask for a membership.',
  },
  teamsMayEnter: {
    type: 'boolean',
    ...NOT_NEEDED,
    given:
      'Whether teams may be given access although an end or a reason is required: then that is required of the access of the team. Of no importance without such a rule.',
  },
  approvers: {
    type: 'string',
    values: APPROVERS,
    ...NOT_NEEDED,
    given:
      'Who decides on requests, and adds members: the managers of the service group, too (also if absent), or admins alone.',
    changed:
      'Who decides on requests, and adds members: the managers of the service group, too, or admins alone. Null removes the rule: managers do.',
  },
  accessRoles: {
    type: 'list',
    most: MAX_ACCESS_ROLES,
    ...NOT_NEEDED,
    given: 'The access roles that managers and requests may give; admins may give any.',
    changed:
      'The access roles that managers and requests may give; admins may give any. Replaces the list; null removes the rule.',
  },
  defaultAccessRole: {
    type: 'string',
    most: 64,
    ...NOT_NEEDED,
    given:
      'The key of the access role that a membership gets from SCIM, an import or an invitation, if it names none. Without such a role in the account they get none.',
    changed:
      'The key of the access role that a membership gets from SCIM, an import or an invitation, if it names none. Null removes the rule.',
  },
});

/** A change is a merge patch. */
export const membershipRules: Setting<MembershipRules, MembershipRulesChange> & { given: string } = {
  type: 'object',
  about: 'The rules for memberships.',
  given: 'The rules for memberships.',
  changed:
    'The rules for memberships: a merge patch. Null removes all rules. Existing memberships stay as they are.',
  parse: parseMembershipRules,
  ...NOT_NEEDED,
  none: {},
  merge: (before, change) => mergePatch(before, change) as MembershipRulesChange,
  descriptions: {
    created: 'The rules for memberships. Absent if there are no rules.',
    changed: 'What the service group asks of its memberships, after the change.',
  },
  properties: {
    maxLengthSeconds: length('The longest time for which a membership can be given: every membership ends.'),
    defaultLengthSeconds: length('How long a membership lasts if no end is given.'),
    reasonRequired: yes('Present if a membership can only be given with a reason.'),
    membersMayAsk: yes('Present if members of the account may ask for a membership.'),
    teamsMayEnter: yes('Present if teams may be given access although an end or a reason is required.'),
    accessRoles: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          key: { type: 'string', description: 'The key of the access role.' },
          maxLengthSeconds: length('The longest time for which a membership with it can be given.'),
          membersMayAsk: yes('Present if members of the account may ask for it.'),
        },
      },
      description: 'The access roles that managers and requests may give.',
    },
    defaultAccessRole: {
      type: 'string',
      description: 'The key of the access role that a membership gets from SCIM, an import or an invitation.',
    },
    approvers: {
      enum: APPROVERS,
      description:
        'Who decides on requests: the managers of the service group (also if absent), or admins alone.',
    },
  },
};

/** What is wanted of a membership: null is no end, and what is absent is not said. */
interface WantedTerms {
  readonly expiresAt?: string | null | undefined;
  readonly reason?: string | undefined;
  /** Stands in where a reason is required and none is given: for those who have no way to give one. */
  readonly reasonIfRequired?: string | undefined;
}

interface GivenTerms {
  readonly expiresAt: string | null;
  readonly reason: string | undefined;
}

/**
 * The terms of a membership that is given at a time. Without an end it gets the default length, or the longest.
 * @throws DomainError `membership_too_long`, `reason_required`
 */
export function givenTerms(
  rules: MembershipRules = {},
  { expiresAt, reason, reasonIfRequired }: WantedTerms,
  at: number,
): GivenTerms {
  const { maxLengthSeconds, defaultLengthSeconds = maxLengthSeconds, reasonRequired } = rules;
  const usual = defaultLengthSeconds === undefined ? null : timeAfter(at, defaultLengthSeconds);
  return parseAll({
    expiresAt: () => requireAllowedEnd(rules, expiresAt === undefined ? usual : expiresAt, at),
    reason: () => (reasonRequired ? requireReason(reason ?? reasonIfRequired) : reason),
  });
}

/**
 * The terms of a membership that is changed at a time. An unchanged end is not checked, unless the access role changes; a later one
 * needs a reason where a new membership does.
 * @throws DomainError `membership_too_long`, `reason_required`
 */
export function changedTerms(
  rules: MembershipRules = {},
  before: GivenTerms,
  { expiresAt, reason }: WantedTerms,
  { at, hasNewRole }: { at: number; hasNewRole: boolean },
): GivenTerms {
  const end = expiresAt === undefined ? before.expiresAt : expiresAt;
  if (end === before.expiresAt && !hasNewRole) return { expiresAt: end, reason: reason ?? before.reason };
  const isLater = isLaterEnd(end, before.expiresAt);
  return parseAll({
    expiresAt: () => requireAllowedEnd(rules, end, at),
    reason: () => (rules.reasonRequired && isLater ? requireReason(reason) : (reason ?? before.reason)),
  });
}

/** Null: no end. */
export function isLaterEnd(end: string | null, before: string | null): boolean {
  return before !== null && (end === null || end > before);
}

function requireAllowedEnd({ maxLengthSeconds }: MembershipRules, end: string | null, at: number) {
  if (maxLengthSeconds === undefined) return end;
  const latest = timeAfter(at, maxLengthSeconds);
  if (end !== null && end <= latest) return end;
  throw new DomainError(
    'membership_too_long',
    `expiresAt must be at most ${maxLengthSeconds} seconds from now in this service group: ${latest} or before.`,
    'expiresAt',
  );
}

function requireReason(reason: string | undefined): string {
  if (reason !== undefined) return reason;
  throw new DomainError('reason_required', 'reason is required in this service group.', 'reason');
}

function timeAfter(at: number, seconds: number): string {
  return new Date(at + seconds * 1_000).toISOString();
}
