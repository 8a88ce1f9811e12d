// Who may enter what, by ids and digests alone: nothing here is personal data in clear.
import { ExternalIds, type StoredExternalIds } from './external-ids.js';

export type UserStatus = 'active' | 'invited' | 'suspended' | 'removed';

interface Account {
  isOpen: boolean;
  version: number;
}

interface Group {
  id: string;
  accountId: string;
  /** Or not heard of yet, except from a membership. */
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

/** As it is kept in a file. A place that is free is null. */
export interface StoredCopy {
  accounts: [id: string, isOpen: boolean, version: number][];
  groups: ([id: string, accountId: string, isRemoved: boolean, version: number] | null)[];
  users: ([id: string, accountId: string, status: UserStatus, version: number, groups: number[]] | null)[];
  /** Of memberships that end by themselves. Milliseconds since the epoch. */
  ends: [user: number, group: number, at: number][];
  /** An earlier version kept none. */
  externalIds?: StoredExternalIds;
}

/** Two small integers as one number: a million memberships need no million texts. */
const SPAN = 2 ** 26;
/** Of what is gone, the last versions are kept as long as somebody may ask with the position of the removal. */
const MAX_GONE = 10_000;

/**
 * Answers from memory. Users and service groups have places in lists, and memberships are numbers: a million take some 40 MB. Its rules are
 * those of the API's own check: the account is open, the user is active, the service group exists, and the membership has not ended.
 *
 * What is removed is dropped. The events of a user, with those of their memberships, come in their order, so none comes after the
 * removal. Of a service group they do not: a membership of one that is not there waits for its end, and gives no access.
 */
export class AccessCopy {
  readonly externalIds = new ExternalIds();
  private readonly accounts = new Map<string, Account>();
  private readonly groups: (Group | undefined)[] = [];
  private readonly users: (User | undefined)[] = [];
  private readonly freeGroups: number[] = [];
  private readonly freeUsers: number[] = [];
  /** Versions, the most recently removed last. */
  private readonly gone = new Map<string, number>();
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

  /** Of a user or a service group. */
  accountOf(id: string): string | undefined {
    const [user, group] = [this.userPlaces.get(id), this.groupPlaces.get(id)];
    if (user !== undefined) return this.users[user]!.accountId;
    return group === undefined ? undefined : this.groups[group]!.accountId;
  }

  /** The version of an account, a user or a service group, as far as it is known. */
  versionOf(subject: string): number {
    const [user, group] = [this.userPlaces.get(subject), this.groupPlaces.get(subject)];
    if (user !== undefined) return this.users[user]!.version;
    if (group !== undefined) return this.groups[group]!.version;
    return this.accounts.get(subject)?.version ?? this.gone.get(subject) ?? 0;
  }

  /** It was removed or closed lately, and has not come back. */
  isGone(subject: string): boolean {
    return this.gone.has(subject);
  }

  get sizes(): { accounts: number; users: number; serviceGroups: number; memberships: number } {
    const memberships = this.groups.reduce((sum, group) => sum + (group?.members.length ?? 0), 0);
    const [users, serviceGroups] = [this.userPlaces.size, this.groupPlaces.size];
    return { accounts: this.accounts.size, users, serviceGroups, memberships };
  }

  setAccount(id: string, isOpen: boolean): void {
    this.accounts.set(id, { isOpen, version: this.versionOf(id) });
    this.gone.delete(id);
  }

  removeAccount(id: string): void {
    this.noteGone(id, this.versionOf(id));
    this.accounts.delete(id);
  }

  setUser(id: string, accountId: string, status: UserStatus): void {
    if (status === 'removed') return this.removeUser(id);
    this.users[this.placeOfUser(id, accountId)]!.status = status;
  }

  setGroup(id: string, accountId: string, isRemoved: boolean): void {
    if (isRemoved) this.externalIds.drop(id);
    if (isRemoved && !this.groupPlaces.has(id)) return this.noteGone(id, 0);
    const place = this.placeOfGroup(id, accountId);
    this.groups[place]!.isRemoved = isRemoved;
    this.dropIfEmpty(place);
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
    if (!of && this.gone.has(subject)) this.noteGone(subject, version);
  }

  stored(): StoredCopy {
    return {
      accounts: [...this.accounts].map(([id, { isOpen, version }]) => [id, isOpen, version]),
      groups: this.groups.map((group) =>
        group ? [group.id, group.accountId, group.isRemoved, group.version] : null,
      ),
      users: this.users.map((user) =>
        user ? [user.id, user.accountId, user.status, user.version, user.groups] : null,
      ),
      ends: [...this.ends].map(([key, at]) => [Math.floor(key / SPAN), key % SPAN, at]),
      externalIds: this.externalIds.stored(),
    };
  }

  static of({ accounts, groups, users, ends, externalIds = [] }: StoredCopy): AccessCopy {
    const copy = new AccessCopy();
    for (const [id, isOpen, version] of accounts) copy.accounts.set(id, { isOpen, version });
    for (const row of groups) {
      if (row) copy.groupPlaces.set(row[0], copy.groups.length);
      copy.groups.push(
        row ? { id: row[0], accountId: row[1], isRemoved: row[2], version: row[3], members: [] } : undefined,
      );
    }
    for (const row of users) {
      const place = copy.users.length;
      copy.users.push(undefined);
      // An earlier version kept those who were removed.
      if (!row || row[2] === 'removed') continue;
      const [id, accountId, status, version, of] = row;
      copy.users[place] = { id, accountId, status, version, groups: of };
      copy.userPlaces.set(id, place);
      for (const group of of) copy.groups[group]!.members.push(place);
    }
    for (const place of freeIn(copy.groups)) copy.freeGroups.push(place);
    for (const place of freeIn(copy.users)) copy.freeUsers.push(place);
    for (const place of copy.groupPlaces.values()) copy.dropIfEmpty(place);
    for (const [user, group, at] of ends) copy.setEnd(user, group, at);
    copy.externalIds.restore(externalIds);
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
    this.dropIfEmpty(group);
  }

  private removeUser(id: string): void {
    this.externalIds.drop(id);
    this.noteGone(id, this.versionOf(id));
    const place = this.userPlaces.get(id);
    if (place === undefined) return;
    for (const group of [...this.users[place]!.groups]) this.unlink(place, group);
    this.userPlaces.delete(id);
    this.users[place] = undefined;
    this.freeUsers.push(place);
  }

  /** A service group that is not there, and of which no membership waits for its end. */
  private dropIfEmpty(place: number): void {
    const { id, isRemoved, members, version } = this.groups[place]!;
    if (!isRemoved || members.length > 0) return;
    this.noteGone(id, version);
    this.groupPlaces.delete(id);
    this.groups[place] = undefined;
    this.freeGroups.push(place);
  }

  private noteGone(subject: string, version: number): void {
    const last = Math.max(version, this.gone.get(subject) ?? 0);
    this.gone.delete(subject);
    this.gone.set(subject, last);
    if (this.gone.size > MAX_GONE) this.gone.delete(this.gone.keys().next().value!);
  }

  private placeOfUser(id: string, accountId: string): number {
    const known = this.userPlaces.get(id);
    if (known !== undefined) return known;
    const place = this.freeUsers.pop() ?? this.users.length;
    this.userPlaces.set(id, place);
    this.users[place] = { id, accountId, status: 'invited', version: this.gone.get(id) ?? 0, groups: [] };
    this.gone.delete(id);
    return place;
  }

  private placeOfGroup(id: string, accountId: string): number {
    const known = this.groupPlaces.get(id);
    if (known !== undefined) return known;
    const place = this.freeGroups.pop() ?? this.groups.length;
    this.groupPlaces.set(id, place);
    this.groups[place] = { id, accountId, isRemoved: true, version: this.gone.get(id) ?? 0, members: [] };
    this.gone.delete(id);
    return place;
  }
}

function freeIn(list: readonly unknown[]): number[] {
  return [...list.keys()].filter((place) => list[place] === undefined);
}

/** The order of a list means nothing. */
function drop(list: number[], value: number): void {
  const place = list.indexOf(value);
  if (place === -1) return;
  const last = list.pop()!;
  if (place < list.length) list[place] = last;
}
