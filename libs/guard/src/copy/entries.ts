import type { StoredAccessRoles } from './access-roles.js';
import type { StoredExternalIds } from './external-ids.js';
import type { StoredTerms } from './membership-terms.js';

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
  /** An earlier version kept none, and of access roles neither. */
  externalIds?: StoredExternalIds;
  accessRoles?: StoredAccessRoles;
}
