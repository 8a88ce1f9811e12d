import type { StoredAccessRoles } from './access-roles.js';
import type { StoredExternalIds } from './external-ids.js';
import type { StoredTerms } from './membership-terms.js';
import type { StoredTeams } from './teams.js';

// What a copy has of an account.

export type UserStatus = 'active' | 'invited' | 'suspended' | 'removed';

export interface Account {
  isOpen: boolean;
  version: number;
}

export interface Group {
  id: string;
  accountId: string;
  /** Or not heard of yet, except from a membership. */
  isRemoved: boolean;
  version: number;
  /** Places of users. */
  members: number[];
}

export interface User {
  id: string;
  accountId: string;
  status: UserStatus;
  version: number;
  /** Places of service groups. */
  groups: number[];
}

/** As it is kept in a file. A place that is free is null. */
export interface StoredCopy extends StoredTerms {
  accounts: [id: string, isOpen: boolean, version: number][];
  groups: ([id: string, accountId: string, isRemoved: boolean, version: number] | null)[];
  users: ([id: string, accountId: string, status: UserStatus, version: number, groups: number[]] | null)[];
  /** An earlier version kept none, and of access roles and teams neither. */
  externalIds?: StoredExternalIds;
  accessRoles?: StoredAccessRoles;
  teams?: StoredTeams;
}

export function storedSides(
  accounts: ReadonlyMap<string, Account>,
  groups: readonly (Group | undefined)[],
  users: readonly (User | undefined)[],
): Pick<StoredCopy, 'accounts' | 'groups' | 'users'> {
  return {
    accounts: [...accounts].map(([id, { isOpen, version }]) => [id, isOpen, version]),
    groups: groups.map((group) =>
      group ? [group.id, group.accountId, group.isRemoved, group.version] : null,
    ),
    users: users.map((user) =>
      user ? [user.id, user.accountId, user.status, user.version, user.groups] : null,
    ),
  };
}

export function storedGroup(row: StoredCopy['groups'][number]): Group | undefined {
  return row ? { id: row[0], accountId: row[1], isRemoved: row[2], version: row[3], members: [] } : undefined;
}

/** An earlier version kept those who were removed. */
export function storedUser(row: StoredCopy['users'][number]): User | undefined {
  if (!row || row[2] === 'removed') return undefined;
  return { id: row[0], accountId: row[1], status: row[2], version: row[3], groups: row[4] };
}
