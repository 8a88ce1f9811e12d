import { DomainError } from '../values/errors.js';

/** `members` counts the memberships in all service groups together. */
export const LIMITED = ['users', 'serviceGroups', 'members'] as const;
export type Limited = (typeof LIMITED)[number];

/** The maximum of each; without an entry, unlimited. */
export type Limits = Readonly<Partial<Record<Limited, number>>>;

/** Null removes a limit; limits that are not named stay. */
export type LimitsChange = Readonly<Partial<Record<Limited, number | null>>>;

/** Limits after a merge patch. Null removes all of them. */
export function changeLimits(before: Limits, change: LimitsChange | null): Limits {
  if (change === null) return {};
  const after = { ...before, ...change };
  const set = LIMITED.filter((name) => after[name] !== undefined && after[name] !== null);
  return Object.fromEntries(set.map((name) => [name, after[name]]));
}

/** Since when each limit has been set. What was done before is not counted by the limit and has to be counted in another way. */
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
  throw new DomainError(
    'limit_reached',
    `The account can have at most ${limit} ${NAMES[name]} (limits.${name}).`,
  );
}

const NAMES: Readonly<Record<Limited, string>> = {
  users: 'users',
  serviceGroups: 'service groups',
  members: 'memberships in all',
};
