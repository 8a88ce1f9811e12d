import {
  DomainError,
  fold,
  FOLDED_MAX_BYTES,
  foldName,
  membershipReasonRule,
  orRefusal,
  parseEmail,
  parseExternalId,
  parseGroupName,
  parseName,
  parseUntil,
  ROLES,
  serviceGroupSettings,
  teamSettings,
  userSettings,
  type Role,
  type Settings,
} from '#libs/domain';
import type { RowKind } from '../../table/items/jobs.js';

export type { RowKind };

/** The columns of CSV, and the members of a line of NDJSON: the same for import and export. */
export const ROW_COLUMNS: Readonly<Record<RowKind, readonly string[]>> = {
  users: ['email', 'name', 'role', ...columnsOf(userSettings)],
  'service-groups': ['name', ...columnsOf(serviceGroupSettings)],
  memberships: [
    'userEmail',
    'userExternalId',
    'serviceGroupName',
    'serviceGroupExternalId',
    'until',
    'accessRole',
  ],
  teams: ['name', ...columnsOf(teamSettings)],
  'team-members': ['userEmail', 'userExternalId', 'teamName', 'teamExternalId', 'until', 'reason'],
};

/** Sets of columns of which a row needs one: so the file must have one of them. */
export const NEEDED_COLUMNS: Readonly<Record<RowKind, readonly (readonly string[])[]>> = {
  users: [['email', 'externalId']],
  'service-groups': [['name']],
  memberships: [
    ['userEmail', 'userExternalId'],
    ['serviceGroupName', 'serviceGroupExternalId'],
  ],
  teams: [['name']],
  'team-members': [
    ['userEmail', 'userExternalId'],
    ['teamName', 'teamExternalId'],
  ],
};

function columnsOf(settings: Settings): string[] {
  return Object.keys(settings).filter((name) => settings[name]?.isColumn);
}

export type RowValues = Readonly<Record<string, string>>;

/** The lines of the file in which a row begins and, if it is another one, ends. */
export interface RowPlace {
  line: number;
  lastLine?: number;
}

export type ImportRow = RowPlace & {
  /** The values as they stand in the file, also those that are not imported. */
  written?: readonly string[];
} & ({ values: RowValues } | { unreadable: string });

/** What the values of the following rows are called in the file. */
export interface Heading {
  heading: readonly string[];
}

/** What a file has between its rows. It is only counted. */
export type EmptyRow = RowPlace & { empty: true };

/** A row that is to be left out. It is only counted. */
export type OmittedRow = RowPlace & { omitted: true };

/** The settings that are columns. */
type Columns<S> = { [Name in keyof S as S[Name] extends { isColumn: true } ? Name : never]?: string };

export interface UserRow extends Columns<typeof userSettings> {
  email?: string;
  name?: string;
  role?: Role;
}

/** A service group, or a team. */
export interface NamedRow extends Columns<typeof serviceGroupSettings>, Columns<typeof teamSettings> {
  name?: string;
}

/** That somebody is in something: a membership, or a place in a team. */
export interface CellRow {
  user: UserRow;
  thing: NamedRow;
  terms: {
    expiresAt?: string;
    /** Of a membership: a key. */
    accessRole?: string;
    /** Of a place in a team. */
    reason?: string;
  };
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export function userRow(row: RowValues): UserRow {
  const { email, name, role, externalId } = row;
  if (!email && !externalId) throw invalidRow('A user needs an email or an external id.');
  const named = {
    ...emailOf(email),
    ...(name && { name: requireFindable(name, parseName) }),
    ...roleOf(role),
  };
  return { ...named, ...valuesOf(userSettings, row) };
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export const serviceGroupRow = (row: RowValues) => namedRow('A service group', serviceGroupSettings, row);

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export const teamRow = (row: RowValues) => namedRow('A team', teamSettings, row);

function namedRow(what: string, settings: Settings, row: RowValues): NamedRow & { name: string } {
  const { name } = row;
  if (!name) throw invalidRow(`${what} needs a name.`);
  return { name: requireFindable(name, parseGroupName), ...valuesOf(settings, row) };
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export function membershipRow(row: RowValues): CellRow {
  const { serviceGroupName, serviceGroupExternalId, accessRole } = row;
  const thing = { ...groupNameOf(serviceGroupName), ...idOf(serviceGroupExternalId) };
  return cellRow(row, thing, ['A membership', 'a service group'], accessRole ? { accessRole } : {});
}

/** @throws DomainError `invalid_row`, or what is wrong with a value */
export function teamMemberRow(row: RowValues): CellRow {
  const { teamName, teamExternalId, reason } = row;
  const thing = { ...groupNameOf(teamName), ...idOf(teamExternalId) };
  return cellRow(
    row,
    thing,
    ['A place in a team', 'a team'],
    reason ? { reason: membershipReasonRule.parse(reason) } : {},
  );
}

function cellRow(
  { userEmail, userExternalId, until }: RowValues,
  thing: NamedRow,
  [what, ofWhat]: [string, string],
  terms: CellRow['terms'],
): CellRow {
  const user = { ...emailOf(userEmail), ...idOf(userExternalId) };
  if (!user.email && !user.externalId) throw invalidRow(`${what} needs an email or external id of a user.`);
  if (!thing.name && !thing.externalId) throw invalidRow(`${what} needs a name or external id of ${ofWhat}.`);
  return { user, thing, terms: { ...(until && { expiresAt: parseUntil(until) }), ...terms } };
}

const READ: Readonly<Record<RowKind, (values: RowValues) => object>> = {
  users: userRow,
  'service-groups': serviceGroupRow,
  memberships: membershipRow,
  teams: teamRow,
  'team-members': teamMemberRow,
};

/** What is wrong with the values of a row themselves, whatever is there already; undefined when nothing is. */
export function whyRefused(kind: RowKind, values: RowValues): DomainError | undefined {
  const row = orRefusal(() => READ[kind](values));
  return row instanceof DomainError ? row : undefined;
}

/** An empty value of CSV says nothing. */
function valuesOf<S extends Settings>(settings: S, row: RowValues): Columns<S> {
  const given = columnsOf(settings).filter((name) => row[name]);
  return Object.fromEntries(given.map((name) => [name, settings[name]!.parse(row[name])])) as Columns<S>;
}

/** Whether something already has every value that a row gives. */
export function matchesRow(found: object, row: object): boolean {
  return Object.entries(row).every(([name, value]) => !value || (found as RowValues)[name] === value);
}

const emailOf = (email?: string) => (email ? { email: requireFindable(email, parseEmail) } : {});
const groupNameOf = (name?: string) => (name ? { name: requireFindable(name, parseGroupName) } : {});

/** In any case, as SCIM understands them. */
function roleOf(text?: string): { role?: Role } {
  if (!text) return {};
  const role = ROLES.find((each) => each === text.trim().toLowerCase());
  if (!role) throw invalidRow(`The role must be one of ${ROLES.join(', ')}.`);
  return { role };
}

const idOf = (externalId?: string) => (externalId ? { externalId: parseExternalId(externalId) } : {});

/** A row may name something older than a rule. @throws DomainError for values that cannot be part of a key */
function requireFindable(value: string, parse: (value: string) => string): string {
  const trimmed = value.trim();
  const isKey = foldName(trimmed) !== '' && Buffer.byteLength(fold(trimmed)) <= FOLDED_MAX_BYTES;
  if (isKey && !/[\p{Cc}\p{Cs}]/u.test(trimmed)) return trimmed;
  return parse(value);
}

export function invalidRow(message: string): DomainError {
  return new DomainError('invalid_row', message);
}
