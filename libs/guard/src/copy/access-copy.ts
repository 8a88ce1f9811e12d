// Who may do what where, by ids and digests alone: nothing here is personal data in clear.
import { AccessRoles, ENTER } from './access-roles.js';
import {
  storedGroup,
  storedSides,
  storedUser,
  type Account,
  type Group,
  type StoredCopy,
  type User,
  type UserStatus,
} from './entries.js';
import { ExternalIds } from './external-ids.js';
import { Gone } from './gone.js';
import { drop, freeIn } from './lists.js';
import { membershipOf, MembershipTerms } from './membership-terms.js';
import { Teams, type Access } from './teams.js';

/**
 * Answers from memory. Users and service groups have places in lists, and memberships are numbers: a million take some 40 MB. Its rules are
 * those of the API's own check: the account is open, the user is active, the service group exists, and a membership of theirs or a path by a team
 * has not ended; what the access roles of these allow is allowed besides entering.
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
  readonly teams = new Teams(this.gone);
  private readonly groupPlaces = new Map<string, number>();
  private readonly userPlaces = new Map<string, number>();
  private readonly terms = new MembershipTerms();

  /** @param at milliseconds since the epoch */
  mayEnter(userId: string, serviceGroupId: string, at: number): boolean {
    return this.mayDo(userId, serviceGroupId, ENTER, at);
  }

  /** @param permission `enter`, or what an access role allows; anything else is not allowed to anybody */
  mayDo(userId: string, serviceGroupId: string, permission: string, at: number): boolean {
    const sides = this.sidesOf(userId, serviceGroupId);
    return sides !== undefined && this.isAllowed(...sides, permission, at);
  }

  /** What a user may do in a service group: nothing, or at least enter. In order. */
  permissionsOf(userId: string, serviceGroupId: string, at: number): string[] {
    const sides = this.sidesOf(userId, serviceGroupId);
    const roles = sides ? [...this.rolesOf(...sides, at)] : [];
    if (roles.length === 0) return [];
    const permissions = roles.flatMap((role) => [...this.accessRoles.permissionsOf(role)]);
    return [...new Set([ENTER, ...permissions])].sort();
  }

  /** The service groups in which a user may do something. */
  groupsOf(userId: string, at: number, permission: string = ENTER): string[] {
    const place = this.userPlaces.get(userId);
    const user = place === undefined ? undefined : this.users[place];
    if (place === undefined || user?.status !== 'active') return [];
    return [...new Set([...user.groups, ...this.teams.groupsOf(place)])]
      .filter((group) => this.isEnterable(group, user.accountId))
      .filter((group) => this.isAllowed(place, group, permission, at))
      .map((group) => this.groups[group]!.id);
  }

  /** The users who may do something in a service group. */
  membersOf(serviceGroupId: string, at: number, permission: string = ENTER): string[] {
    const place = this.groupPlaces.get(serviceGroupId);
    const group = place === undefined ? undefined : this.groups[place];
    if (place === undefined || !group || !this.isEnterable(place, group.accountId)) return [];
    return [...new Set([...group.members, ...this.teams.usersOf(place)])]
      .filter((user) => this.users[user]!.status === 'active')
      .filter((user) => this.isAllowed(user, place, permission, at))
      .map((user) => this.users[user]!.id);
  }

  /** Of a user or a service group. */
  accountOf(id: string): string | undefined {
    const [user, group] = [this.userPlaces.get(id), this.groupPlaces.get(id)];
    if (user !== undefined) return this.users[user]!.accountId;
    return group === undefined ? undefined : this.groups[group]!.accountId;
  }

  /** The version of an account, its access roles, a user, a service group or a team, as far as it is known. */
  versionOf(subject: string): number {
    const [user, group] = [this.userPlaces.get(subject), this.groupPlaces.get(subject)];
    if (user !== undefined) return this.users[user]!.version;
    if (group !== undefined) return this.groups[group]!.version;
    return (
      this.accounts.get(subject)?.version ??
      this.accessRoles.versionOf(subject) ??
      this.teams.versionOf(subject) ??
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
    this.accounts.set(id, { isOpen, version: this.accounts.get(id)?.version ?? this.gone.takeBack(id) });
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
    // Their events are the service group's own: none comes after its removal.
    if (isRemoved) this.teams.dropGroup(place);
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

  /** @param endsAt milliseconds since the epoch; undefined if it does not end by itself */
  setPlace(userId: string, teamId: string, accountId: string, endsAt: number | undefined): void {
    this.teams.setPlace(this.placeOfUser(userId, accountId), teamId, accountId, endsAt);
  }

  endPlace(userId: string, teamId: string): void {
    this.teams.endPlace(this.userPlaces.get(userId), teamId);
  }

  setTeamAccess(serviceGroupId: string, teamId: string, accountId: string, access: Access): void {
    this.teams.setAccess(this.placeOfGroup(serviceGroupId, accountId), teamId, accountId, access);
  }

  endTeamAccess(serviceGroupId: string, teamId: string): void {
    const group = this.groupPlaces.get(serviceGroupId);
    this.teams.endAccess(group, teamId);
    if (group !== undefined) this.dropIfEmpty(group);
  }

  /** A version never goes back: what is repeated changes nothing of it. */
  noteVersion(subject: string, version: number): void {
    const user = this.users[this.userPlaces.get(subject) ?? -1];
    const of = user ?? this.groups[this.groupPlaces.get(subject) ?? -1] ?? this.accounts.get(subject);
    if (of && of.version < version) of.version = version;
    this.accessRoles.noteVersion(subject, version);
    this.teams.noteVersion(subject, version);
    if (!of && this.gone.has(subject)) this.gone.note(subject, version);
  }

  stored(): StoredCopy {
    return {
      ...storedSides(this.accounts, this.groups, this.users),
      ...this.terms.stored(),
      externalIds: this.externalIds.stored(),
      accessRoles: this.accessRoles.stored(),
      teams: this.teams.stored(),
    };
  }

  static of({ accounts, groups, users, ...stored }: StoredCopy): AccessCopy {
    const { externalIds = [], accessRoles = [], teams = [], ...terms } = stored;
    const copy = new AccessCopy();
    for (const [id, isOpen, version] of accounts) copy.accounts.set(id, { isOpen, version });
    for (const row of groups) {
      if (row) copy.groupPlaces.set(row[0], copy.groups.length);
      copy.groups.push(storedGroup(row));
    }
    for (const row of users) {
      const user = storedUser(row);
      const place = copy.users.push(user) - 1;
      if (!user) continue;
      copy.userPlaces.set(user.id, place);
      for (const group of user.groups) copy.groups[group]!.members.push(place);
    }
    copy.teams.restore(teams);
    freeIn(copy.groups, copy.freeGroups);
    freeIn(copy.users, copy.freeUsers);
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

  /** Undefined if the user may enter nothing at all, or nobody the service group. */
  private sidesOf(userId: string, serviceGroupId: string): [user: number, group: number] | undefined {
    const [user, group] = [this.userPlaces.get(userId), this.groupPlaces.get(serviceGroupId)];
    if (user === undefined || group === undefined) return undefined;
    const { status, accountId } = this.users[user]!;
    return status === 'active' && this.isEnterable(group, accountId) ? [user, group] : undefined;
  }

  /** The access roles, or none, of the paths by which a user may enter: their membership, and their teams. */
  private *rolesOf(user: number, group: number, at: number): Generator<string | undefined> {
    const membership = membershipOf(user, group);
    if (this.users[user]!.groups.includes(group) && this.terms.holds(membership, at))
      yield this.terms.accessRoleOf(membership);
    yield* this.teams.rolesBy(user, group, at);
  }

  private isAllowed(user: number, group: number, permission: string, at: number): boolean {
    for (const role of this.rolesOf(user, group, at))
      if (permission === ENTER || this.accessRoles.permissionsOf(role).has(permission)) return true;
    return false;
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
    this.teams.dropUser(place);
    this.userPlaces.delete(id);
    this.users[place] = undefined;
    this.freeUsers.push(place);
  }

  /** A service group that is not there, and of which no membership or access waits for its end. */
  private dropIfEmpty(place: number): void {
    const { id, isRemoved, members, version } = this.groups[place]!;
    if (!isRemoved || members.length > 0 || this.teams.isOnGroup(place)) return;
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
