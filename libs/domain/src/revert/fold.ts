import type { DomainEvent } from '../events/events.js';
import {
  evolveServiceGroup,
  initialServiceGroup,
  type ServiceGroupState,
} from '../service-group/service-group.js';
import { evolveTeam, initialTeam, type TeamState } from '../team/team.js';
import { evolveUser, initialUser, type UserState } from '../user/user.js';
import { concerns, EVERYTHING, membershipPlace, placesIn, placesTouchedBy } from './places.js';

/** Which events of an aggregate belong to a change. */
export interface UndoneChange {
  isOwn: (event: DomainEvent) => boolean;
  /** The causation id of events that have begun to take it back: what they did is left out. */
  undoneBy?: string | undefined;
}

/** The kinds of aggregates of which changes can be undone. */
export type RevertibleKind = 'user' | 'service-group' | 'team';

/** What somebody else has done since. */
export type Since = Pick<DomainEvent, 'type' | 'at' | 'version'> & { isExpiry: boolean };

/**
 * What a history says about a change, however long it is: states and the values that were set, no events.
 * It is filled event by event, see `foldIntoReversal`.
 */
export interface ReversalFold {
  /** Undefined: an aggregate of which no change can be undone, and whose state is not followed. */
  kind: RevertibleKind | undefined;
  version: number;
  /** Before the first event of the change, and now. */
  was: UserState | ServiceGroupState | TeamState;
  now: UserState | ServiceGroupState | TeamState;
  /** As it is called now, or was. */
  name: string | undefined;
  isErased: boolean;
  /** The last event of the change: the log is read backwards, and it is met there first. */
  lastOwnId: string | undefined;
  /** The places that the change has set. */
  places: Set<string>;
  /** Why there is no way back from one of its events, and why one of them has set nothing. */
  whyNot: string | undefined;
  whyNothing: string | undefined;
  /** The places that have been taken back already. */
  undone: Set<string>;
  hasBegun: boolean;
  /** The first event of others since, at each place. */
  since: Map<string, Since>;
  /** The memberships that have come and gone since: nobody who is removed loses them. */
  ended: Set<string>;
}

export function emptyReversalFold(): ReversalFold {
  return {
    kind: undefined,
    version: 0,
    was: { status: 'none' },
    now: { status: 'none' },
    name: undefined,
    isErased: false,
    lastOwnId: undefined,
    places: new Set(),
    whyNot: undefined,
    whyNothing: undefined,
    undone: new Set(),
    hasBegun: false,
    since: new Map(),
    ended: new Set(),
  };
}

/** Takes in the next event of the aggregate, in order. */
export function foldIntoReversal(fold: ReversalFold, event: DomainEvent, change: UndoneChange): void {
  if (event.version === 1) begin(fold, event);
  const { data, causationId } = event;
  const isUndoing = change.undoneBy !== undefined && causationId === change.undoneBy;
  const isOwn = !isUndoing && change.isOwn(event);
  if (isOwn && fold.lastOwnId === undefined) fold.was = fold.now;
  if (isOwn) fold.lastOwnId = event.eventId;
  fold.version = event.version;
  // Each event of a user, a service group or a team has its name, but those about a membership have it under another one.
  if ('name' in data && data.name !== null) fold.name = data.name;
  fold.isErased ||= event.erased === true || event.type === 'user.erased';
  if (fold.kind && !fold.isErased) fold.now = evolve(fold.kind, fold.now, event);
  if (isUndoing) fold.hasBegun = true;
  if (fold.lastOwnId === undefined) return;
  noteMembership(fold, event);
  if (isOwn) noteOwn(fold, event);
  else if (isUndoing) for (const place of placesTouchedBy(event)) fold.undone.add(place);
  else noteSince(fold, event);
}

function begin(fold: ReversalFold, { type }: DomainEvent): void {
  if (type.startsWith('user.')) Object.assign(fold, { kind: 'user', now: initialUser });
  if (type.startsWith('service_group.'))
    Object.assign(fold, { kind: 'service-group', now: initialServiceGroup });
  // A user's first event is never one about a team, nor a service group's.
  if (type === 'team.created') Object.assign(fold, { kind: 'team', now: initialTeam });
}

function evolve(kind: RevertibleKind, state: ReversalFold['now'], event: DomainEvent) {
  switch (kind) {
    case 'user':
      return evolveUser(state as UserState, event as never);
    case 'service-group':
      return evolveServiceGroup(state as ServiceGroupState, event as never);
    case 'team':
      return evolveTeam(state as TeamState, event as never);
  }
}

function noteMembership({ ended }: ReversalFold, event: DomainEvent): void {
  if (!event.type.startsWith('service_group.member') || !('userName' in event.data)) return;
  const place = membershipPlace((event.data as { serviceGroupId: string }).serviceGroupId);
  if (event.type === 'service_group.member_removed') ended.add(place);
  else ended.delete(place);
}

function noteOwn(fold: ReversalFold, event: DomainEvent): void {
  const places = placesIn(event);
  if (!('whyNot' in places)) for (const place of places) fold.places.add(place);
  else if (places.setsNothing) fold.whyNothing ??= places.whyNot;
  else fold.whyNot ??= places.whyNot;
}

function noteSince({ since }: ReversalFold, event: DomainEvent): void {
  const { type, at, version, data } = event;
  const isExpiry = 'cause' in data && data.cause === 'expired';
  for (const place of placesTouchedBy(event))
    if (!since.has(place)) since.set(place, { type, at, version, isExpiry });
}

/** The places that the change has set and that nothing has taken back yet. */
export function openPlaces({ places, undone }: ReversalFold): string[] {
  return [...places].filter((place) => ![...undone].some((touched) => concerns(touched, place)));
}

/** The first that somebody else has done since at one of the places. */
export function supersededBy({ since, ended }: ReversalFold, places: readonly string[]): Since | undefined {
  const stands = (touched: string) =>
    places.some((place) => concerns(touched, place) && !(place === EVERYTHING && ended.has(touched)));
  const events = [...since].filter(([touched]) => stands(touched)).map(([, event]) => event);
  return events.sort((one, other) => one.version - other.version)[0];
}
