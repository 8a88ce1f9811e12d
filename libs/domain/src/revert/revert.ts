// revert: what takes back what one request did, decided from histories. Imports events and the aggregates user and service-group.

import type { DomainEvent } from '../events/events.js';
import type { ServiceGroup, ServiceGroupCommand } from '../service-group/service-group.js';
import { evolveServiceGroup, initialServiceGroup } from '../service-group/service-group.js';
import { serviceGroupSettings } from '../service-group/fields.js';
import type { MembershipTerms } from '../user/decide-membership.js';
import type { UserCommand } from '../user/decide.js';
import { userSettings } from '../user/fields.js';
import { evolveUser, initialUser, type User } from '../user/user.js';
import { DomainError, type DomainErrorCode } from '../values/errors.js';
import type { ServiceGroupId, UserId } from '../values/ids.js';
import { mergePatch, patchBetween, sameJson } from '../values/json.js';
import { previousName, type Settings } from '../values/settings.js';

type HeadCommand = Extract<
  UserCommand,
  { type: 'change_user' | 'suspend_user' | 'reactivate_user' | 'remove_user' }
>;

/** What a membership is to be again: absent, or present on terms. */
export interface RestoredMembership {
  serviceGroupId: ServiceGroupId;
  terms: MembershipTerms | undefined;
}

/** What compensates for a change, on one aggregate. */
export type Reversal =
  | {
      kind: 'user';
      userId: UserId;
      /** The version of the aggregate that this was planned on. */
      version: number;
      commands: readonly HeadCommand[];
      memberships: readonly RestoredMembership[];
    }
  | {
      kind: 'service-group';
      serviceGroupId: ServiceGroupId;
      version: number;
      commands: readonly Exclude<
        ServiceGroupCommand,
        { type: 'create_service_group' | 'remove_service_group' }
      >[];
    };

/**
 * What takes back all that the events of one request did to an aggregate: each value, membership and manager is again what it was
 * before. Nothing is overwritten that somebody else has changed since.
 * @param history all events of the aggregate, in order
 * @param undoneBy the causation id of events that have begun to take it back: what they did is left out
 * @throws DomainError `change_superseded`, `change_not_revertible`, `user_erased`; of several reasons, all of them as its parts
 */
export function planReversal(
  history: readonly DomainEvent[],
  correlationId: string,
  undoneBy?: string,
): Reversal {
  const first = history.findIndex((event) => event.correlationId === correlationId);
  const [before, since] = [history.slice(0, first), history.slice(first)];
  const undone = since.filter(({ causationId }) => causationId === undoneBy);
  const own = since.filter((event) => event.correlationId === correlationId && !undone.includes(event));
  if (history.some(({ type, erased }) => erased || type === 'user.erased'))
    throw new DomainError('user_erased', 'The personal data of this user has been erased.');
  const places = [...new Set(own.flatMap((event) => placesOf(event)))].filter(
    (place) => !undone.some((event) => isTouched(event, place)),
  );
  const later = since.filter((event) => event.correlationId !== correlationId && !undone.includes(event));
  const ended = endedSince(since);
  const taken = later.find((event) => places.some((place) => isTouched(event, place, ended)));
  if (taken) throw superseded(taken);
  const { version } = history.at(-1)!;
  const [one] = own as [DomainEvent];
  if (one.type.startsWith('user.') || 'userName' in one.data)
    return { ...reverseUser(before, since, places), version };
  return { ...reverseServiceGroup(before, since, places), version };
}

/** Why no other event can undo what an event did; undefined if one can. */
export function whyNotRevertible(
  event: Pick<DomainEvent, 'type' | 'data' | 'version'>,
): DomainError | undefined {
  const places = placesIn(event);
  return 'whyNot' in places ? refuse('change_not_revertible', places.whyNot) : undefined;
}

/** The same as a yes or no, which is asked of every event of a list. */
export function isRevertibleEvent(event: Pick<DomainEvent, 'type' | 'data' | 'version'>): boolean {
  return !('whyNot' in placesIn(event));
}

function superseded({ type, at }: DomainEvent): DomainError {
  return refuse('change_superseded', `It was changed again since: ${type} at ${at}.`);
}

const refuse = (code: DomainErrorCode, message: string) => new DomainError(code, message);

const EVERYTHING = 'everything';

const ofName = () => ['name'];
const ofMembership = ({ data }: { data: { serviceGroupId: string } }) => [
  membershipPlace(data.serviceGroupId),
];

/** The values of its aggregate that an event sets, or why no other event can set them back. */
type Places = readonly string[] | { readonly whyNot: string };

const PLACES: {
  [Type in DomainEvent['type']]?: (event: Extract<DomainEvent, { type: Type }>) => Places;
} = {
  'user.created': () => [EVERYTHING],
  'user.invited': ({ version }) =>
    version === 1 ? [EVERYTHING] : { whyNot: 'An invitation that was sent again cannot be unsent.' },
  'user.profile_changed': ofName,
  'user.email_changed': () => ['email'],
  'user.role_changed': () => ['role'],
  'user.suspended': () => ['status'],
  'user.reactivated': () => ['status'],
  'user.settings_changed': ({ data }) => settingsIn(userSettings, data),
  'user.seen_as': () => [],
  'service_group.renamed': ofName,
  'service_group.settings_changed': ({ data }) => settingsIn(serviceGroupSettings, data),
  'service_group.member_added': ofMembership,
  'service_group.membership_changed': ofMembership,
  'service_group.membership_expiring': () => [],
  'service_group.member_removed': (event) =>
    event.data.reason === 'member_removed'
      ? ofMembership(event)
      : { whyNot: 'A membership that ended with its service group cannot be restored.' },
  'service_group.manager_added': ({ data }) => [managerPlace(data.userId)],
  'service_group.manager_removed': ({ data }) =>
    data.reason === 'manager_removed'
      ? [managerPlace(data.userId)]
      : { whyNot: 'A manager who was removed from the account cannot be restored.' },
};

function placesIn(event: Pick<DomainEvent, 'type' | 'data' | 'version'>): Places {
  const places = PLACES[event.type] as ((event: Pick<DomainEvent, 'data'>) => Places) | undefined;
  return places?.(event) ?? { whyNot: WHY_NOT[event.type] ?? `There is no way back from ${event.type}.` };
}

/** @throws DomainError `change_not_revertible` for what no other event can undo */
function placesOf(event: DomainEvent): readonly string[] {
  const places = placesIn(event);
  if ('whyNot' in places) throw refuse('change_not_revertible', places.whyNot);
  return places;
}

const WHY_NOT: Partial<Record<DomainEvent['type'], string>> = {
  'user.removed': 'A user who was removed does not come back: invite them again.',
  'user.activated': 'An invitation that was accepted cannot be taken back: suspend the user instead.',
  'service_group.removed': 'A service group that was removed does not come back: create it again.',
  'service_group.created': 'A service group may have members by now: remove it instead.',
};

const membershipPlace = (serviceGroupId: string) => `membership ${serviceGroupId}`;
const managerPlace = (userId: string) => `manager ${userId}`;

/** Some are in an event of any change of settings. */
function settingsIn(settings: Settings, data: object): string[] {
  const values = data as Readonly<Record<string, unknown>>;
  return Object.keys(settings).filter(
    (name) => name in values && !sameJson(values[name], values[previousName(name)]),
  );
}

/** The memberships that have come and gone: nobody who is removed loses them. */
function endedSince(since: readonly DomainEvent[]): ReadonlySet<string> {
  const held = new Map<string, boolean>();
  for (const event of since)
    if (isOfMembership(event))
      held.set(event.data.serviceGroupId, event.type !== 'service_group.member_removed');
  return new Set([...held].flatMap(([serviceGroupId, isHeld]) => (isHeld ? [] : [serviceGroupId])));
}

type OfMembership = Extract<DomainEvent, { data: { serviceGroupId: string; userId: string } }>;

function isOfMembership(event: DomainEvent): event is OfMembership {
  return event.type.startsWith('service_group.member') && 'userName' in event.data;
}

/** Of an event that somebody else has caused since, whatever it is. */
function isTouched(event: DomainEvent, place: string, ended: ReadonlySet<string> = new Set()): boolean {
  if (event.type === 'user.removed' || event.type === 'service_group.removed') return true;
  if (event.type === 'service_group.membership_expiring' || event.type === 'user.seen_as') return false;
  if (place === EVERYTHING) return !(isOfMembership(event) && ended.has(event.data.serviceGroupId));
  if (event.type === 'service_group.member_removed') return ofMembership(event).includes(place);
  if (event.type === 'service_group.manager_removed') return place === managerPlace(event.data.userId);
  if (event.type === 'user.activated') return place === 'status';
  const places = placesIn(event);
  return !('whyNot' in places) && places.includes(place);
}

function reverseUser(
  before: readonly DomainEvent[],
  since: readonly DomainEvent[],
  places: readonly string[],
) {
  const was = (before as never[]).reduce(evolveUser, initialUser) as User;
  const now = (since as never[]).reduce(evolveUser, was) as User;
  const { userId } = now;
  if (places.includes(EVERYTHING))
    return { kind: 'user', userId, commands: [{ type: 'remove_user' }], memberships: [] } as const;
  const change = valuesOf(['name', 'email', 'role'], userSettings, was, now, places);
  const status = was.status === 'suspended' ? 'suspend_user' : 'reactivate_user';
  const commands: HeadCommand[] = [
    ...(Object.keys(change).length > 0 ? [{ type: 'change_user' as const, ...change }] : []),
    ...(places.includes('status') && was.status !== now.status ? [{ type: status } as const] : []),
  ];
  const memberships = places
    .filter((place) => place.startsWith('membership '))
    .map((place) => restored([was, now], place.slice('membership '.length) as ServiceGroupId));
  return { kind: 'user', userId, commands, memberships } as const;
}

function restored([was, now]: readonly [User, User], serviceGroupId: ServiceGroupId): RestoredMembership {
  const membership = was.memberships[serviceGroupId];
  if (!membership) return { serviceGroupId, terms: undefined };
  const { expiresAt = null, reason } = membership;
  // An event about a membership that stays has no way to say that there is no reason any more.
  if (reason === undefined && now.memberships[serviceGroupId]?.reason !== undefined)
    throw refuse(
      'change_not_revertible',
      'A reason that was given for a membership cannot be taken away: change its end instead.',
    );
  return { serviceGroupId, terms: { expiresAt, ...(reason !== undefined && { reason }) } };
}

function reverseServiceGroup(
  before: readonly DomainEvent[],
  since: readonly DomainEvent[],
  places: readonly string[],
) {
  const was = (before as never[]).reduce(evolveServiceGroup, initialServiceGroup);
  const now = (since as never[]).reduce(evolveServiceGroup, was) as ServiceGroup;
  const change = valuesOf(['name'], serviceGroupSettings, was, now, places);
  const managers = places
    .filter((place) => place.startsWith('manager '))
    .map((place) => place.slice('manager '.length) as UserId);
  const managed = (state: ServiceGroup, userId: UserId) => state.managers?.includes(userId) ?? false;
  return {
    kind: 'service-group',
    serviceGroupId: now.serviceGroupId,
    commands: [
      ...(Object.keys(change).length > 0 ? [{ type: 'change_service_group' as const, ...change }] : []),
      ...managers
        .filter((userId) => managed(was as ServiceGroup, userId) !== managed(now, userId))
        .map((userId) => {
          const type = managed(now, userId) ? ('remove_manager' as const) : ('add_manager' as const);
          return { type, userId };
        }),
    ],
  } as const;
}

/** The values of before, as a change takes them: what is merged is said as a patch, and null takes a setting away. */
function valuesOf(
  names: readonly string[],
  settings: Settings,
  was: object,
  now: object,
  places: readonly string[],
): Record<string, never> {
  const value = (state: object, name: string) => (state as Record<string, unknown>)[name];
  const values = places
    .filter((place) => names.includes(place) || place in settings)
    .map((name) => {
      const [old, current] = [value(was, name), value(now, name)];
      if (old === undefined) return [name, null];
      return [name, settings[name]?.merge ? patchBackTo(old, current ?? {}) : old];
    });
  return Object.fromEntries(values) as Record<string, never>;
}

/** @throws DomainError `change_not_revertible` where no patch leads back: it cannot set a null, which a new value may contain */
function patchBackTo(old: unknown, current: unknown): unknown {
  const patch = patchBetween(current, old);
  if (sameJson(mergePatch(current, patch), old)) return patch;
  throw refuse('change_not_revertible', 'A change cannot set a null in metadata again.');
}
