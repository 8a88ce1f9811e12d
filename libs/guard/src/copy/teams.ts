import type { Gone } from './gone.js';

/** As they are kept in a file. Places of users and of service groups are those of the copy; an end is in milliseconds since the epoch. */
export type StoredTeams = [
  id: string,
  accountId: string,
  exists: boolean,
  version: number,
  places: [user: number, endsAt?: number][],
  accesses: [group: number, endsAt: number | null, accessRoleId?: string][],
][];

export interface Access {
  /** Milliseconds since the epoch; undefined if it does not end by itself. */
  endsAt: number | undefined;
  accessRoleId: string | undefined;
}

interface Team {
  id: string;
  accountId: string;
  /** Or removed, or not heard of yet except from a place or an access. */
  exists: boolean;
  version: number;
  /** When the place of a user ends. */
  places: Map<number, number | undefined>;
  /** Of service groups. */
  accesses: Map<number, Access>;
}

const NONE: readonly Team[] = [];

/**
 * Who is in which team, and what it gives to whom, team by team: never who may enter what by them, which would be each user of a team times each
 * of its service groups. A path by a team is found when it is asked for: it holds until the earlier of the ends of the user's place and of the
 * team's access, and as long as the team is there.
 *
 * The events of a team, of its users and of its service groups change places. So a place in a team that is not there yet waits for it, and one in a
 * team that was removed for its own end; neither gives anything.
 */
export class Teams {
  private readonly ids = new Map<string, Team>();
  private readonly ofUsers = new Map<number, Team[]>();
  private readonly ofGroups = new Map<number, Team[]>();

  constructor(private readonly gone: Gone) {}

  /** The access roles, or none, of the paths by teams on which a user may enter a service group. */
  *rolesBy(user: number, group: number, at: number): Generator<string | undefined> {
    for (const team of this.ofUsers.get(user) ?? NONE) {
      const access = team.accesses.get(group);
      if (access && team.exists && holds(team.places.get(user), at) && holds(access.endsAt, at))
        yield access.accessRoleId;
    }
  }

  /** The service groups that have a team of a user, also those by which nothing is allowed any more. */
  groupsOf(user: number): number[] {
    return (this.ofUsers.get(user) ?? NONE).flatMap(({ accesses }) => [...accesses.keys()]);
  }

  /** The users of the teams of a service group, also those who are allowed nothing by it any more. */
  usersOf(group: number): number[] {
    return (this.ofGroups.get(group) ?? NONE).flatMap(({ places }) => [...places.keys()]);
  }

  isOnGroup(group: number): boolean {
    return this.ofGroups.has(group);
  }

  set(id: string, accountId: string): void {
    this.of(id, accountId).exists = true;
  }

  remove(id: string): void {
    const team = this.ids.get(id);
    if (!team) return this.gone.note(id, 0);
    team.exists = false;
    this.dropIfEmpty(team);
  }

  setPlace(user: number, id: string, accountId: string, endsAt: number | undefined): void {
    const team = this.of(id, accountId);
    team.places.set(user, endsAt);
    note(this.ofUsers, user, team);
  }

  endPlace(user: number | undefined, id: string): void {
    const team = this.ids.get(id);
    if (team && user !== undefined) this.unlink(team, team.places, this.ofUsers, user);
  }

  setAccess(group: number, id: string, accountId: string, access: Access): void {
    const team = this.of(id, accountId);
    team.accesses.set(group, access);
    note(this.ofGroups, group, team);
  }

  endAccess(group: number | undefined, id: string): void {
    const team = this.ids.get(id);
    if (team && group !== undefined) this.unlink(team, team.accesses, this.ofGroups, group);
  }

  dropUser(user: number): void {
    for (const team of [...(this.ofUsers.get(user) ?? NONE)])
      this.unlink(team, team.places, this.ofUsers, user);
  }

  dropGroup(group: number): void {
    for (const team of [...(this.ofGroups.get(group) ?? NONE)])
      this.unlink(team, team.accesses, this.ofGroups, group);
  }

  /** Undefined of what is no team that is known. */
  versionOf(id: string): number | undefined {
    return this.ids.get(id)?.version;
  }

  noteVersion(id: string, version: number): void {
    const team = this.ids.get(id);
    if (team && team.version < version) team.version = version;
  }

  stored(): StoredTeams {
    return [...this.ids.values()].map(({ id, accountId, exists, version, places, accesses }) => [
      ...([id, accountId, exists, version] as const),
      [...places].map(([user, endsAt]): [number, number?] =>
        endsAt === undefined ? [user] : [user, endsAt],
      ),
      [...accesses].map(([group, { endsAt = null, accessRoleId }]): [number, number | null, string?] =>
        accessRoleId === undefined ? [group, endsAt] : [group, endsAt, accessRoleId],
      ),
    ]);
  }

  restore(stored: StoredTeams): void {
    for (const [id, accountId, exists, version, places, accesses] of stored) {
      Object.assign(this.of(id, accountId), { exists, version });
      for (const [user, endsAt] of places) this.setPlace(user, id, accountId, endsAt);
      for (const [group, endsAt, accessRoleId] of accesses)
        this.setAccess(group, id, accountId, { endsAt: endsAt ?? undefined, accessRoleId });
    }
  }

  private unlink(team: Team, links: Map<number, unknown>, index: Map<number, Team[]>, place: number): void {
    links.delete(place);
    const left = (index.get(place) ?? NONE).filter((each) => each !== team);
    if (left.length > 0) index.set(place, left);
    else index.delete(place);
    this.dropIfEmpty(team);
  }

  /** One that is not there, and of which nothing waits for its end. */
  private dropIfEmpty({ id, exists, version, places, accesses }: Team): void {
    if (exists || places.size > 0 || accesses.size > 0) return;
    this.gone.note(id, version);
    this.ids.delete(id);
  }

  private of(id: string, accountId: string): Team {
    const known = this.ids.get(id);
    if (known) return known;
    const version = this.gone.takeBack(id);
    const team: Team = { id, accountId, exists: false, version, places: new Map(), accesses: new Map() };
    this.ids.set(id, team);
    return team;
  }
}

function holds(endsAt: number | undefined, at: number): boolean {
  return endsAt === undefined || at < endsAt;
}

function note(index: Map<number, Team[]>, place: number, team: Team): void {
  const teams = index.get(place);
  if (!teams) index.set(place, [team]);
  else if (!teams.includes(team)) teams.push(team);
}
