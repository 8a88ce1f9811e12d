import {
  DomainError,
  fold,
  FOLDED_MAX_BYTES,
  foldName,
  parseEmail,
  parseExternalId,
  parseName,
  ROLES,
  type Role,
} from '#libs/domain';

export const ROW_KINDS = ['users', 'service-groups', 'memberships'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** The columns of CSV, and the members of a line of NDJSON: the same for import and export. */
export const ROW_COLUMNS = {
  users: ['email', 'name', 'role', 'externalId'],
  'service-groups': ['name', 'externalId'],
  memberships: ['userEmail', 'userExternalId', 'serviceGroupName', 'serviceGroupExternalId'],
} as const satisfies Record<RowKind, readonly string[]>;

export type RowValues = Readonly<Record<string, string>>;

/** One row as it was read, or why it could not be. */
export type ImportRow = { line: number } & ({ values: RowValues } | { unreadable: string });

export type RowOutcome = 'created' | 'changed' | 'unchanged' | DomainError;

export interface UserRow {
  email?: string;
  name?: string;
  role?: Role;
  externalId?: string;
}

export interface ServiceGroupRow {
  name?: string;
  externalId?: string;
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export function userRow({ email, name, role, externalId }: RowValues): UserRow {
  if (!email && !externalId) throw invalidRow('A user needs an email or an external id.');
  if (role && !(ROLES as readonly string[]).includes(role))
    throw invalidRow(`The role must be one of ${ROLES.join(', ')}.`);
  return { ...emailOf(email), ...nameOf(name), ...(role && { role: role as Role }), ...idOf(externalId) };
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export function serviceGroupRow({ name, externalId }: RowValues): ServiceGroupRow & { name: string } {
  if (!name) throw invalidRow('A service group needs a name.');
  return { name: requireFindable(name, 'name'), ...idOf(externalId) };
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export function membershipRow(row: RowValues): { user: UserRow; serviceGroup: ServiceGroupRow } {
  const user = { ...emailOf(row['userEmail']), ...idOf(row['userExternalId']) };
  const serviceGroup = { ...nameOf(row['serviceGroupName']), ...idOf(row['serviceGroupExternalId']) };
  if (!user.email && !user.externalId)
    throw invalidRow('A membership needs an email or external id of a user.');
  if (!serviceGroup.name && !serviceGroup.externalId)
    throw invalidRow('A membership needs a name or external id of a service group.');
  return { user, serviceGroup };
}

/** What is wrong with the values of a row themselves, whatever is there already; undefined when nothing is. */
export function whyRefused(kind: RowKind, values: RowValues): DomainError | undefined {
  const read = { users: userRow, 'service-groups': serviceGroupRow, memberships: membershipRow };
  try {
    read[kind](values);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** An empty value of CSV says nothing. */
const emailOf = (email?: string) => (email ? { email: requireFindable(email, 'email') } : {});
const nameOf = (name?: string) => (name ? { name: requireFindable(name, 'name') } : {});
const idOf = (externalId?: string) => (externalId ? { externalId: parseExternalId(externalId) } : {});

/** A row may name something older than a rule. @throws DomainError for values that cannot be part of a key */
function requireFindable(value: string, field: 'email' | 'name'): string {
  const trimmed = value.trim();
  const isKey = foldName(trimmed) !== '' && Buffer.byteLength(fold(trimmed)) <= FOLDED_MAX_BYTES;
  if (isKey && !/[\p{Cc}\p{Cs}]/u.test(trimmed)) return trimmed;
  return field === 'email' ? parseEmail(value) : parseName(value);
}

export function invalidRow(message: string): DomainError {
  return new DomainError('invalid_row', message);
}
