import {
  evolveMembership,
  evolveUser,
  fold,
  initialUser,
  isActiveOwner,
  type DomainEvent,
  type Membership,
  type TeamId,
  type TeamPlace,
  type User,
  type UserEvent,
  type UserId,
  type UserState,
} from '#libs/domain';
import { endedAt } from '../../core/ending-items.js';
import { followTeams, type Ended } from './folded-teams.js';
import { externalIdOf, foldHistory, heldSince, type FoldedHistory } from './folded-history.js';

/** What memberships copy from their user, as of one version. */
export interface UserSide {
  version: number;
  name: string;
  email: string;
  role: User['role'];
  status: User['status'];
}

export interface EndedMembership extends Membership {
  until: string;
  removedBy: string;
  /** The user after the commit that ended the membership, and when that was. */
  side: UserSide;
  endedAt: string;
}

export type EndedPlace = Ended<TeamPlace> & Pick<EndedMembership, 'side' | 'endedAt'>;

export interface UserHistory extends FoldedHistory<UserState> {
  sides: UserSide[];
  memberships: Map<string, Membership>;
  ended: EndedMembership[];
  places: ReadonlyMap<TeamId, TeamPlace>;
  endedPlaces: EndedPlace[];
  /** When the email, compared folded, was claimed; likewise when the user became an active owner. */
  emailSince: string;
  ownerSince: string;
  externalIdSince: string;
}

/**
 * Folds a user's events into everything derived from them. A user may have thousands of memberships, so they are in one map
 * instead of a state that is copied for each event.
 */
export async function foldUser(
  accountId: string,
  userId: UserId,
  events: AsyncIterable<DomainEvent>,
): Promise<UserHistory> {
  const sides: UserSide[] = [];
  const memberships = new Map<string, Membership>();
  const ended: EndedMembership[] = [];
  const places = followTeams<TeamPlace>();
  const endedPlaces: EndedPlace[] = [];
  let endedInCommit: Omit<EndedMembership, 'side' | 'endedAt'>[] = [];
  let before: UserState = initialUser;
  let [emailSince, ownerSince] = ['', ''];
  const externalId = heldSince<UserState>(externalIdOf);

  const folded = await foldHistory<UserState, UserEvent>(accountId, userId, events, {
    initial: initialUser,
    evolve: (state, event) => evolveUser(withoutMemberships(state), event),
    onEvent(event, state) {
      places.onEvent(event, state.status === 'none' ? undefined : state.places);
      if (state.status !== 'none' && sideChanged(sides.at(-1), state)) sides.push(sideOf(state));
      if (event.type === 'service_group.member_added' && state.status !== 'none')
        memberships.set(
          event.data.serviceGroupId,
          state.memberships[event.data.serviceGroupId] as Membership,
        );
      if (
        event.type === 'service_group.membership_changed' ||
        event.type === 'service_group.membership_expiring'
      ) {
        const membership = memberships.get(event.data.serviceGroupId);
        if (membership) memberships.set(membership.serviceGroupId, evolveMembership(membership, event));
      }
      for (const serviceGroupId of endedBy(event, memberships)) {
        const membership = memberships.get(serviceGroupId);
        if (membership) endedInCommit.push({ ...membership, ...endOf(event, membership) });
        memberships.delete(serviceGroupId);
      }
    },
    onCommit(state) {
      if (state.status === 'none') return;
      externalId.onCommit(state);
      if (emailOf(before) !== emailOf(state)) emailSince = state.updatedAt;
      if (!isActiveOwner(before) && isActiveOwner(state)) ownerSince = state.updatedAt;
      const end = { side: sideOf(state), endedAt: state.updatedAt };
      ended.push(...endedInCommit.map((each) => ({ ...each, ...end })));
      endedInCommit = [];
      endedPlaces.push(...places.ended().map((each) => ({ ...each, ...end })));
      before = state;
    },
  });
  return {
    ...folded,
    state: withoutMemberships(folded.state),
    sides,
    memberships,
    ended,
    places: places.present,
    endedPlaces,
    emailSince,
    ownerSince,
    externalIdSince: externalId.since(),
  };
}

function withoutMemberships(state: UserState): UserState {
  return state.status === 'none' ? state : { ...state, memberships: {} };
}

function endedBy(event: UserEvent, memberships: ReadonlyMap<string, Membership>): string[] {
  if (event.type === 'user.removed') return [...memberships.keys()];
  return event.type === 'service_group.member_removed' ? [event.data.serviceGroupId] : [];
}

function endOf(
  event: UserEvent,
  membership: Membership,
): Partial<Membership> & { until: string; removedBy: string } {
  const end = { until: endedAt(membership, event.at), removedBy: event.actor };
  if (event.type !== 'service_group.member_removed') return end;
  const { until, serviceGroupName, serviceGroupVersion } = event.data;
  return { ...end, until: until ?? event.at, serviceGroupName, serviceGroupVersion };
}

/** The email of a user, in the form in which emails are compared. */
export function emailOf(state: UserState): string | undefined {
  return state.status === 'none' || state.status === 'removed' ? undefined : fold(state.email);
}

export function sideOf({ version, name, email, role, status }: User): UserSide {
  return { version, name, email, role, status };
}

function sideChanged(last: UserSide | undefined, state: User): boolean {
  return (
    last === undefined ||
    last.name !== state.name ||
    last.email !== state.email ||
    last.role !== state.role ||
    last.status !== state.status
  );
}

/** The value as of a version, from a list of changes by version. */
export function asOfVersion<T extends { version: number }>(
  history: readonly T[],
  version: number,
): T | undefined {
  return history.findLast((each) => each.version <= version);
}
