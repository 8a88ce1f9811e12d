/** As they are kept in a file: of memberships that end by themselves, and by their access roles. */
export interface StoredTerms {
  /** Milliseconds since the epoch. */
  ends: [user: number, group: number, at: number][];
  /** The places of a user and a service group, of the next ones, and so on. An earlier version kept none. */
  memberRoles?: [accessRoleId: string, places: number[]][];
}

/** Two small integers as one number: a million memberships need no million texts. */
const SPAN = 2 ** 26;

/** The number of a membership, by the places of its user and its service group. */
export const membershipOf = (user: number, group: number): number => user * SPAN + group;

function placesOf(membership: number): [user: number, group: number] {
  return [Math.floor(membership / SPAN), membership % SPAN];
}

/** Of memberships, by their numbers: until when they hold, and which access role they have. */
export class MembershipTerms {
  private readonly ends = new Map<number, number>();
  private readonly roles = new Map<number, string>();
  /** Each id of a role once: those of a million memberships are a few. */
  private readonly roleIds = new Map<string, string>();

  /** @param endsAt milliseconds since the epoch; undefined if it does not end by itself */
  set(membership: number, endsAt: number | undefined, accessRoleId: string | undefined): void {
    if (endsAt === undefined) this.ends.delete(membership);
    else this.ends.set(membership, endsAt);
    if (accessRoleId === undefined) this.roles.delete(membership);
    else this.roles.set(membership, this.once(accessRoleId));
  }

  drop(membership: number): void {
    this.ends.delete(membership);
    this.roles.delete(membership);
  }

  holds(membership: number, at: number): boolean {
    if (this.ends.size === 0) return true;
    const end = this.ends.get(membership);
    return end === undefined || at < end;
  }

  accessRoleOf(membership: number): string | undefined {
    return this.roles.get(membership);
  }

  stored(): StoredTerms {
    const byRole = new Map<string, number[]>();
    for (const [membership, roleId] of this.roles) {
      const places = byRole.get(roleId) ?? [];
      places.push(...placesOf(membership));
      byRole.set(roleId, places);
    }
    return {
      ends: [...this.ends].map(([membership, at]) => [...placesOf(membership), at]),
      memberRoles: [...byRole],
    };
  }

  restore({ ends, memberRoles = [] }: StoredTerms): void {
    for (const [user, group, at] of ends) this.ends.set(membershipOf(user, group), at);
    for (const [roleId, places] of memberRoles)
      for (let next = 0; next < places.length; next += 2)
        this.roles.set(membershipOf(places[next]!, places[next + 1]!), this.once(roleId));
  }

  private once(roleId: string): string {
    const known = this.roleIds.get(roleId);
    if (known === undefined) this.roleIds.set(roleId, roleId);
    return known ?? roleId;
  }
}
