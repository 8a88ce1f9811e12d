// Who may do what where, by ids and digests alone: nothing here is personal data in clear.
import { AccessRoles, ENTER } from './access-roles.js';
import type { Account, Group, StoredCopy, User, UserStatus } from './entries.js';
import { ExternalIds } from './external-ids.js';
import { Gone } from './gone.js';
import { membershipOf, MembershipTerms } from './membership-terms.js';

/** No membership. */
const NONE = -1;

/**
 * Answers from memory. Users and service groups have places in lists, and memberships are numbers: a million take some 40 MB. Its rules are
 * those of the API's own check: the account is open, the user is active, the service group exists, and the membership has not ended; what its
 * access role allows is allowed besides entering.
 *
 * What is removed is dropped. The events of a user, with those of their memberships, come in their order, so none comes after the
 * removal. Of a service group they do not: a membership of one that is not there waits for its end, and gives no access.
 */
export class AccessCopy {
  readonly externalIds = new ExternalIds();
  readonly accessRoles = new AccessRoles();
  private readonly accounts = new Map<string, Account>();
  private readonly groups: (Group | undefined)[] = [];
  private readonly users: (User | undefined)[] = [];
  private readonly freeGroups: number[] = [];
  private readonly freeUsers: number[] = [];
  private readonly gone = new Gone();
  private readonly groupPlaces = new Map<string, number>();
  private readonly userPlaces = new Map<string, number>();
  private readonly terms = new MembershipTerms();

  /** @param at milliseconds since the epoch */
  mayEnter(userId: string, serviceGroupId: string, at: number): boolean {
    return this.heldMembership(userId, serviceGroupId, at) !== NONE;
  }

  /** @param permission `enter`, or what an access role allows; anything else is not allowed to anybody */
  mayDo(userId: string, serviceGroupId: string, permission: string, at: number): boolean {
    const membership = this.heldMembership(userId, serviceGroupId, at);
    return membership !== NONE && this.allows(membership, permission);
  }

  /** What a user may do in a service group: nothing, or at least enter. In order. */
  permissionsOf(userId: string, serviceGroupId: string, at: number): string[] {
    const membership = this.heldMembership(userId, serviceGroupId, at);
    return membership === NONE ? [] : [ENTER, ...this.permissionsBy(membership)].sort();
  }

  /** The service groups in which a user may do something. */
  groupsOf(userId: string, at: number, permission: string = ENTER): string[] {
    const place = this.userPlaces.get(userId);
    const user = place === undefined ? undefined : this.users[place];
    if (place === undefined || user?.status !== 'active') return [];
    return user.groups
      .filter((group) => this.isEnterable(group, user.accountId))
      .filter((group) => this.isHeldWith(membershipOf(place, group), permission, at))
      .map((group) => this.groups[group]!.id);
  }

  /** The users who may do something in a service group. */
  membersOf(serviceGroupId: string, at: number, permission: string = ENTER): string[] {
    const place = this.groupPlaces.get(serviceGroupId);
    const group = place === undefined ? undefined : this.groups[place];
    if (place === undefined || !group || !this.isEnterable(place, group.accountId)) return [];
    return group.members
      .filter((user) => this.users[user]!.status === 'active')
      .filter((user) => this.isHeldWith(membershipOf(user, place), permission, at))
      .map((user) => this.users[user]!.id);
  }

  /** Of a user or a service group. */
  accountOf(id: string): string | undefined {
    const [user, group] = [this.userPlaces.get(id), this.groupPlaces.get(id)];
    if (user !== undefined) return this.users[user]!.accountId;
    return group === undefined ? undefined : this.groups[group]!.accountId;
  }

  /** The version of an account, its access roles, a user or a service group, as far as it is known. */
  versionOf(subject: string): number {
    const [user, group] = [this.userPlaces.get(subject), this.groupPlaces.get(subject)];
    if (user !== undefined) return this.users[user]!.version;
    if (group !== undefined) return this.groups[group]!.version;
    return (
      this.accounts.get(subject)?.version ??
      this.accessRoles.versionOf(subject) ??
      this.gone.versionOf(subject) ??
      0
    );
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
    const version = this.accounts.get(id)?.version ?? this.gone.takeBack(id);
    this.accounts.set(id, { isOpen, version });
  }

  removeAccount(id: string): void {
    this.gone.note(id, this.versionOf(id));
    this.accounts.delete(id);
    this.accessRoles.dropAccount(id);
  }

  setUser(id: string, accountId: string, status: UserStatus): void {
    if (status === 'removed') return this.removeUser(id);
    this.users[this.placeOfUser(id, accountId)]!.status = status;
  }

  setGroup(id: string, accountId: string, isRemoved: boolean): void {
    if (isRemoved) this.externalIds.drop(id);
    if (isRemoved && !this.groupPlaces.has(id)) return this.gone.note(id, 0);
    const place = this.placeOfGroup(id, accountId);
    this.groups[place]!.isRemoved = isRemoved;
    this.dropIfEmpty(place);
  }

  /** @param endsAt milliseconds since the epoch; undefined if it does not end by itself */
  setMembership(
    userId: string,
    serviceGroupId: string,
    accountId: string,
    { endsAt, accessRoleId }: { endsAt: number | undefined; accessRoleId: string | undefined },
  ): void {
    const [user, group] = [this.placeOfUser(userId, accountId), this.placeOfGroup(serviceGroupId, accountId)];
    if (!this.users[user]!.groups.includes(group)) {
      this.users[user]!.groups.push(group);
      this.groups[group]!.members.push(user);
    }
    this.terms.set(membershipOf(user, group), endsAt, accessRoleId);
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
    this.accessRoles.noteVersion(subject, version);
    if (!of && this.gone.has(subject)) this.gone.note(subject, version);
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
      ...this.terms.stored(),
      externalIds: this.externalIds.stored(),
      accessRoles: this.accessRoles.stored(),
    };
  }

  static of({
    accounts,
    groups,
    users,
    externalIds = [],
    accessRoles = [],
    ...terms
  }: StoredCopy): AccessCopy {
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
    copy.terms.restore(terms);
    copy.externalIds.restore(externalIds);
    copy.accessRoles.restore(accessRoles);
    return copy;
  }

  private isEnterable(group: number, accountId: string): boolean {
    const of = this.groups[group]!;
    return !of.isRemoved && of.accountId === accountId && this.accounts.get(accountId)?.isOpen === true;
  }

  /** The membership by which a user may enter, or none. */
  private heldMembership(userId: string, serviceGroupId: string, at: number): number {
    const [user, group] = [this.userPlaces.get(userId), this.groupPlaces.get(serviceGroupId)];
    if (user === undefined || group === undefined) return NONE;
    const { status, accountId, groups } = this.users[user]!;
    if (status !== 'active' || !groups.includes(group) || !this.isEnterable(group, accountId)) return NONE;
    const membership = membershipOf(user, group);
    return this.terms.holds(membership, at) ? membership : NONE;
  }

  private isHeldWith(membership: number, permission: string, at: number): boolean {
    return this.terms.holds(membership, at) && this.allows(membership, permission);
  }

  private allows(membership: number, permission: string): boolean {
    return permission === ENTER || this.permissionsBy(membership).has(permission);
  }

  private permissionsBy(membership: number): ReadonlySet<string> {
    return this.accessRoles.permissionsOf(this.terms.accessRoleOf(membership));
  }

  private unlink(user: number, group: number): void {
    drop(this.users[user]!.groups, group);
    drop(this.groups[group]!.members, user);
    this.terms.drop(membershipOf(user, group));
    this.dropIfEmpty(group);
  }

  private removeUser(id: string): void {
    this.externalIds.drop(id);
    this.gone.note(id, this.versionOf(id));
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
    this.gone.note(id, version);
    this.groupPlaces.delete(id);
    this.groups[place] = undefined;
    this.freeGroups.push(place);
  }

  private placeOfUser(id: string, accountId: string): number {
    const known = this.userPlaces.get(id);
    if (known !== undefined) return known;
    const place = this.freeUsers.pop() ?? this.users.length;
    this.userPlaces.set(id, place);
    this.users[place] = { id, accountId, status: 'invited', version: this.gone.takeBack(id), groups: [] };
    return place;
  }

  private placeOfGroup(id: string, accountId: string): number {
    const known = this.groupPlaces.get(id);
    if (known !== undefined) return known;
    const place = this.freeGroups.pop() ?? this.groups.length;
    this.groupPlaces.set(id, place);
    this.groups[place] = { id, accountId, isRemoved: true, version: this.gone.takeBack(id), members: [] };
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
