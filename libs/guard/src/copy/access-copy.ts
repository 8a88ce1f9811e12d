/** Who may enter what, by ids alone: nothing here is personal data. */
export type UserStatus = 'active' | 'invited' | 'suspended' | 'removed';

interface Account {
  isOpen: boolean;
  version: number;
}

interface Group {
  id: string;
  accountId: string;
  isRemoved: boolean;
  version: number;
  /** Places of users. */
  members: number[];
}

interface User {
  id: string;
  accountId: string;
  status: UserStatus;
  version: number;
  /** Places of service groups. */
  groups: number[];
}

/** As it is kept in a file. */
export interface StoredCopy {
  accounts: [id: string, isOpen: boolean, version: number][];
  groups: [id: string, accountId: string, isRemoved: boolean, version: number][];
  users: [id: string, accountId: string, status: UserStatus, version: number, groups: number[]][];
  /** Of memberships that end by themselves. Milliseconds since the epoch. */
  ends: [user: number, group: number, at: number][];
}

/** Two small integers as one number: a million memberships need no million texts. */
const SPAN = 2 ** 26;

/**
 * Answers from memory. Users and service groups have places in lists, and memberships are numbers: a million take some 40 MB. Its rules are
 * those of the API's own check: the account is open, the user is active, the service group exists, and the membership has not ended.
 */
export class AccessCopy {
  private readonly accounts = new Map<string, Account>();
  private readonly groups: Group[] = [];
  private readonly users: User[] = [];
  private readonly groupPlaces = new Map<string, number>();
  private readonly userPlaces = new Map<string, number>();
  private readonly ends = new Map<number, number>();

  /** @param at milliseconds since the epoch */
  mayEnter(userId: string, serviceGroupId: string, at: number): boolean {
    const [user, group] = [this.userPlaces.get(userId), this.groupPlaces.get(serviceGroupId)];
    if (user === undefined || group === undefined) return false;
    const { status, accountId, groups } = this.users[user]!;
    if (status !== 'active' || !groups.includes(group)) return false;
    return this.isEnterable(group, accountId) && this.holds(user, group, at);
  }

  /** The service groups that a user may enter. */
  groupsOf(userId: string, at: number): string[] {
    const place = this.userPlaces.get(userId);
    const user = place === undefined ? undefined : this.users[place];
    if (place === undefined || user?.status !== 'active') return [];
    return user.groups
      .filter((group) => this.isEnterable(group, user.accountId) && this.holds(place, group, at))
      .map((group) => this.groups[group]!.id);
  }

  /** The users who may enter a service group. */
  membersOf(serviceGroupId: string, at: number): string[] {
    const place = this.groupPlaces.get(serviceGroupId);
    const group = place === undefined ? undefined : this.groups[place];
    if (place === undefined || !group || !this.isEnterable(place, group.accountId)) return [];
    return group.members
      .filter((user) => this.users[user]!.status === 'active' && this.holds(user, place, at))
      .map((user) => this.users[user]!.id);
  }

  /** The version of an account, a user or a service group, as far as it is known. */
  versionOf(subject: string): number {
    const [user, group] = [this.userPlaces.get(subject), this.groupPlaces.get(subject)];
    if (user !== undefined) return this.users[user]!.version;
    if (group !== undefined) return this.groups[group]!.version;
    return this.accounts.get(subject)?.version ?? 0;
  }

  get sizes(): { accounts: number; users: number; serviceGroups: number; memberships: number } {
    const memberships = this.groups.reduce((sum, { members }) => sum + members.length, 0);
    const [users, serviceGroups] = [this.users.length, this.groups.length];
    return { accounts: this.accounts.size, users, serviceGroups, memberships };
  }

  setAccount(id: string, isOpen: boolean): void {
    this.accounts.set(id, { isOpen, version: this.accounts.get(id)?.version ?? 0 });
  }

  setUser(id: string, accountId: string, status: UserStatus): void {
    const place = this.placeOfUser(id, accountId);
    const user = this.users[place]!;
    user.status = status;
    if (status === 'removed') for (const group of [...user.groups]) this.unlink(place, group);
  }

  setGroup(id: string, accountId: string, isRemoved: boolean): void {
    const place = this.placeOfGroup(id, accountId);
    this.groups[place]!.isRemoved = isRemoved;
  }

  /** @param endsAt milliseconds since the epoch; undefined if it does not end by itself */
  setMembership(userId: string, serviceGroupId: string, accountId: string, endsAt: number | undefined): void {
    const [user, group] = [this.placeOfUser(userId, accountId), this.placeOfGroup(serviceGroupId, accountId)];
    if (!this.users[user]!.groups.includes(group)) {
      this.users[user]!.groups.push(group);
      this.groups[group]!.members.push(user);
    }
    this.setEnd(user, group, endsAt);
  }

  endMembership(userId: string, serviceGroupId: string): void {
    const [user, group] = [this.userPlaces.get(userId), this.groupPlaces.get(serviceGroupId)];
    if (user !== undefined && group !== undefined) this.unlink(user, group);
  }

  /** A version never goes back: what is repeated changes nothing of it. */
  noteVersion(subject: string, version: number): void {
    const [user, group] = [this.userPlaces.get(subject), this.groupPlaces.get(subject)];
    const of =
      user !== undefined
        ? this.users[user]
        : group !== undefined
          ? this.groups[group]
          : this.accounts.get(subject);
    if (of && of.version < version) of.version = version;
  }

  stored(): StoredCopy {
    return {
      accounts: [...this.accounts].map(([id, { isOpen, version }]) => [id, isOpen, version]),
      groups: this.groups.map(({ id, accountId, isRemoved, version }) => [id, accountId, isRemoved, version]),
      users: this.users.map(({ id, accountId, status, version, groups }) => [
        ...([id, accountId, status, version] as const),
        groups,
      ]),
      ends: [...this.ends].map(([key, at]) => [Math.floor(key / SPAN), key % SPAN, at]),
    };
  }

  static of({ accounts, groups, users, ends }: StoredCopy): AccessCopy {
    const copy = new AccessCopy();
    for (const [id, isOpen, version] of accounts) copy.accounts.set(id, { isOpen, version });
    for (const [id, accountId, isRemoved, version] of groups) {
      copy.groupPlaces.set(id, copy.groups.length);
      copy.groups.push({ id, accountId, isRemoved, version, members: [] });
    }
    for (const [id, accountId, status, version, of] of users) {
      for (const group of of) copy.groups[group]!.members.push(copy.users.length);
      copy.userPlaces.set(id, copy.users.length);
      copy.users.push({ id, accountId, status, version, groups: of });
    }
    for (const [user, group, at] of ends) copy.setEnd(user, group, at);
    return copy;
  }

  private isEnterable(group: number, accountId: string): boolean {
    const of = this.groups[group]!;
    return !of.isRemoved && of.accountId === accountId && this.accounts.get(accountId)?.isOpen === true;
  }

  private holds(user: number, group: number, at: number): boolean {
    if (this.ends.size === 0) return true;
    const end = this.ends.get(user * SPAN + group);
    return end === undefined || at < end;
  }

  private setEnd(user: number, group: number, at: number | undefined): void {
    if (at === undefined) this.ends.delete(user * SPAN + group);
    else this.ends.set(user * SPAN + group, at);
  }

  private unlink(user: number, group: number): void {
    drop(this.users[user]!.groups, group);
    drop(this.groups[group]!.members, user);
    this.ends.delete(user * SPAN + group);
  }

  private placeOfUser(id: string, accountId: string): number {
    const known = this.userPlaces.get(id);
    if (known !== undefined) return known;
    this.userPlaces.set(id, this.users.length);
    return this.users.push({ id, accountId, status: 'invited', version: 0, groups: [] }) - 1;
  }

  private placeOfGroup(id: string, accountId: string): number {
    const known = this.groupPlaces.get(id);
    if (known !== undefined) return known;
    this.groupPlaces.set(id, this.groups.length);
    return this.groups.push({ id, accountId, isRemoved: false, version: 0, members: [] }) - 1;
  }
}

/** The order of a list means nothing. */
function drop(list: number[], value: number): void {
  const place = list.indexOf(value);
  if (place === -1) return;
  const last = list.pop()!;
  if (place < list.length) list[place] = last;
}
