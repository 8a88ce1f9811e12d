/** What every membership allows, with or without an access role. */
export const ENTER = 'enter';

/** As they are kept in a file. */
export type StoredAccessRoles = [
  id: string,
  accountId: string,
  version: number,
  roles: [id: string, permissions: string[]][],
][];

interface RolesOfAccount {
  accountId: string;
  version: number;
  ids: Set<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * What the access roles of accounts allow, by their ids: a role that was removed allows nothing any more, nor does its id when its key is made
 * anew. Their events and those of memberships change places, so a membership may have a role that is not there yet.
 */
export class AccessRoles {
  /** By the id of all roles of an account together, which their events are about. */
  private readonly accounts = new Map<string, RolesOfAccount>();
  private readonly ids = new Map<string, string>();
  private readonly permissions = new Map<string, ReadonlySet<string>>();

  /** Whether any membership of an account may allow it: what none can is likely misspelt. */
  isKnown(accountId: string, permission: string): boolean {
    const roleIds = this.accounts.get(this.ids.get(accountId) ?? '')?.ids ?? NOTHING;
    return permission === ENTER || [...roleIds].some((id) => this.permissionsOf(id).has(permission));
  }

  permissionsOf(roleId: string | undefined): ReadonlySet<string> {
    return (roleId !== undefined && this.permissions.get(roleId)) || NOTHING;
  }

  set(id: string, accountId: string, roleId: string, permissions: readonly string[]): void {
    this.of(id, accountId).ids.add(roleId);
    this.permissions.set(roleId, new Set(permissions));
  }

  remove(id: string, accountId: string, roleId: string): void {
    this.of(id, accountId).ids.delete(roleId);
    this.permissions.delete(roleId);
  }

  dropAccount(accountId: string): void {
    const id = this.ids.get(accountId) ?? '';
    for (const roleId of this.accounts.get(id)?.ids ?? []) this.permissions.delete(roleId);
    this.accounts.delete(id);
    this.ids.delete(accountId);
  }

  /** Undefined of what is no id of roles that are known. */
  versionOf(id: string): number | undefined {
    return this.accounts.get(id)?.version;
  }

  noteVersion(id: string, version: number): void {
    const of = this.accounts.get(id);
    if (of && of.version < version) of.version = version;
  }

  /** Makes place for an account's roles, also if all of them were removed. */
  of(id: string, accountId: string): RolesOfAccount {
    const known = this.accounts.get(id);
    if (known) return known;
    const made = { accountId, version: 0, ids: new Set<string>() };
    this.accounts.set(id, made);
    this.ids.set(accountId, id);
    return made;
  }

  stored(): StoredAccessRoles {
    return [...this.accounts].map(([id, { accountId, version, ids }]) => [
      id,
      accountId,
      version,
      [...ids].map((roleId): [string, string[]] => [roleId, [...this.permissionsOf(roleId)]]),
    ]);
  }

  restore(stored: StoredAccessRoles): void {
    for (const [id, accountId, version, roles] of stored) {
      this.of(id, accountId).version = version;
      for (const [roleId, permissions] of roles) this.set(id, accountId, roleId, permissions);
    }
  }
}
