import { DomainError } from '../errors.js';

/** What of an account can be limited. `members` counts the memberships of all its service groups together. */
export const LIMITED = ['users', 'serviceGroups', 'members'] as const;
export type Limited = (typeof LIMITED)[number];

/** The most an account may have of each; without an entry, as many as it likes. */
export type Limits = Readonly<Partial<Record<Limited, number>>>;

/** Null takes a limit away; what is not named stays. */
export type LimitsChange = Readonly<Partial<Record<Limited, number | null>>>;

/** Limits after a merge patch. Null takes all of them away. */
export function changeLimits(before: Limits, change: LimitsChange | null): Limits {
  if (change === null) return {};
  const after = { ...before, ...change };
  const set = LIMITED.filter((name) => after[name] !== undefined && after[name] !== null);
  return Object.fromEntries(set.map((name) => [name, after[name]]));
}

/**
 * Since when each limit is there, counting from when there was none: what was done before is not counted by the limit
 * and has to be counted otherwise.
 */
export function limitsSince(
  before: {
    limits?: Limits | undefined;
    limitsSince?: Readonly<Partial<Record<Limited, string>>> | undefined;
  },
  limits: Limits,
  at: string,
): Partial<Record<Limited, string>> {
  const names = LIMITED.filter((name) => limits[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, before.limitsSince?.[name] ?? at]));
}

/** @throws DomainError `limit_reached`, which names the limit */
export function requireWithinLimit(name: Limited, limit: number, wanted: number): void {
  if (wanted <= limit) return;
  throw new DomainError('limit_reached', `The account may have ${limit} ${NAMES[name]} (limits.${name}).`);
}

const NAMES: Readonly<Record<Limited, string>> = {
  users: 'users',
  serviceGroups: 'service groups',
  members: 'memberships in all',
};
