import type { DomainEvent, ServiceGroupEvent, TeamEvent, UserEvent } from '../events/events.js';
import { serviceGroupSettings } from '../service-group/fields.js';
import { teamSettings } from '../team/fields.js';
import { userSettings } from '../user/fields.js';
import { DomainError } from '../values/errors.js';
import { mergePatch, patchBetween, sameJson } from '../values/json.js';
import { previousName, type Settings } from '../values/settings.js';

/** The place of whatever there is of an aggregate: that of its creation. */
export const EVERYTHING = 'everything';
/** The place of an event that sets nothing which has a place of its own. */
export const ANYTHING_ELSE = 'anything else';
const REMOVED = 'removed';

export const membershipPlace = (serviceGroupId: string) => `membership ${serviceGroupId}`;
export const teamPlace = (teamId: string) => `team ${teamId}`;
export const managerPlace = (userId: string) => `manager ${userId}`;

type Event = Pick<DomainEvent, 'type' | 'data' | 'version'>;

/** Why no other event can set back what an event did. */
interface NoWayBack {
  readonly whyNot: string;
  /** The event has set nothing by itself: it does not stand in the way of undoing what else the request did. */
  readonly setsNothing?: true;
}

/** The values of its aggregate that an event sets. */
type Places = readonly string[] | NoWayBack;

const ofName = () => ['name'];
const ofMembership = ({ data }: { data: { serviceGroupId: string } }) => [
  membershipPlace(data.serviceGroupId),
];
const ofTeam = ({ data }: { data: { teamId: string } }) => [teamPlace(data.teamId)];
const nothing = (whyNot: string): NoWayBack => ({ whyNot, setsNothing: true });

/** Of the aggregates whose changes can be undone: a new event must say what sets it back, or why nothing does. */
const PLACES: {
  [Type in (UserEvent | ServiceGroupEvent | TeamEvent)['type']]: (
    event: Extract<DomainEvent, { type: Type }>,
  ) => Places;
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
  'user.seen_as': () => nothing('Seeing the dashboard as a user has changed nothing.'),
  'service_group.renamed': ofName,
  'service_group.settings_changed': ({ data }) => settingsIn(serviceGroupSettings, data),
  'service_group.member_added': ofMembership,
  'service_group.membership_changed': ofMembership,
  'service_group.membership_expiring': () => nothing('The notice of an end has changed nothing.'),
  'service_group.member_removed': (event) => {
    if (event.data.reason !== 'member_removed')
      return { whyNot: 'A membership that ended with its service group cannot be restored.' };
    if (event.data.cause !== 'expired') return ofMembership(event);
    return nothing('A membership that ended by itself stays ended: add the user again.');
  },
  'team.member_added': ofTeam,
  'team.membership_changed': ofTeam,
  'team.membership_expiring': () => nothing('An announcement cannot be taken back.'),
  'team.member_removed': endOfTeam,
  'service_group.team_added': ofTeam,
  'service_group.team_changed': ofTeam,
  'service_group.team_expiring': () => nothing('An announcement cannot be taken back.'),
  'service_group.team_removed': endOfTeam,
  'service_group.manager_added': ({ data }) => [managerPlace(data.userId)],
  'service_group.manager_removed': ({ data }) =>
    data.reason === 'manager_removed'
      ? [managerPlace(data.userId)]
      : { whyNot: 'A manager who was removed from the account cannot be restored.' },
  'user.removed': () => ({ whyNot: 'A user who was removed does not come back: invite them again.' }),
  'user.activated': () => ({
    whyNot: 'An invitation that was accepted cannot be taken back: suspend the user instead.',
  }),
  'user.identity_linked': noWayBack,
  'user.identity_unlinked': noWayBack,
  'user.erased': noWayBack,
  'service_group.removed': () => ({
    whyNot: 'A service group that was removed does not come back: create it again.',
  }),
  'service_group.created': () => ({ whyNot: 'A service group may have members by now: remove it instead.' }),
  'team.renamed': ofName,
  'team.settings_changed': ({ data }) => settingsIn(teamSettings, data),
  'team.removed': () => ({ whyNot: 'A team that was removed does not come back: create it again.' }),
  'team.created': () => ({ whyNot: 'A team may have users by now: remove it instead.' }),
};

function endOfTeam(event: { data: { teamId: string; reason: string; cause?: string } }): Places {
  const { reason, cause } = event.data;
  if (reason === 'team_removed') return { whyNot: 'What ended with its team cannot be restored.' };
  if (cause !== 'expired') return ofTeam(event);
  return nothing('What ended by itself stays ended: add it again.');
}

function noWayBack({ type }: Pick<Event, 'type'>): NoWayBack {
  return { whyNot: `There is no way back from ${type}.` };
}

/** What an event sets that another one can set back. */
export function placesIn(event: Event): Places {
  const known: Partial<Record<Event['type'], (event: never) => Places>> = PLACES;
  return (known[event.type] ?? noWayBack)(event as never);
}

/** Whether another event can set back what an event did; `nothing`: there is nothing that it has set. */
export type Revertibility = 'yes' | 'no' | 'nothing';

export function revertibilityOf(event: Event): Revertibility {
  const places = placesIn(event);
  if (!('whyNot' in places)) return canBePatchedBack(event) ? 'yes' : 'no';
  return places.setsNothing ? 'nothing' : 'no';
}

function canBePatchedBack({ type, data }: Event): boolean {
  if (!type.endsWith('.settings_changed')) return true;
  const values = data as Readonly<Record<string, unknown>>;
  const settings = { ...userSettings, ...serviceGroupSettings, ...teamSettings };
  return Object.entries(settings).every(([name, setting]) => {
    const [old, current] = [values[previousName(name)], values[name]];
    return !setting.merge || old === undefined || leadsTo(old, patchBetween(current, old), current);
  });
}

const leadsTo = (wanted: unknown, patch: unknown, from: unknown) => sameJson(mergePatch(from, patch), wanted);

/** Why no other event can undo what an event did; undefined if one can. */
export function whyNotRevertible(event: Event): DomainError | undefined {
  const places = placesIn(event);
  return 'whyNot' in places ? notRevertible(places.whyNot) : undefined;
}

export const notRevertible = (why: string) => new DomainError('change_not_revertible', why);

/** What an event changes, seen from another change: whatever it is, it leaves nothing of an aggregate as it was created. */
export function placesTouchedBy(event: DomainEvent): readonly string[] {
  if (
    event.type === 'user.removed' ||
    event.type === 'service_group.removed' ||
    event.type === 'team.removed'
  )
    return [REMOVED];
  if (event.type === 'service_group.membership_expiring' || event.type === 'user.seen_as') return [];
  if (event.type === 'team.membership_expiring' || event.type === 'service_group.team_expiring') return [];
  if (event.type === 'team.member_removed' || event.type === 'service_group.team_removed')
    return ofTeam(event);
  if (event.type === 'service_group.member_removed') return ofMembership(event);
  if (event.type === 'service_group.manager_removed') return [managerPlace(event.data.userId)];
  if (event.type === 'user.activated') return ['status'];
  const places = placesIn(event);
  return 'whyNot' in places ? [ANYTHING_ELSE] : places;
}

/** Whether what was touched at one place concerns another one. */
export function concerns(touched: string, place: string): boolean {
  return touched === place || touched === REMOVED || place === EVERYTHING;
}

/** Some are in an event of any change of settings. */
function settingsIn(settings: Settings, data: object): Places {
  const values = data as Readonly<Record<string, unknown>>;
  const changed = Object.keys(settings).filter(
    (name) => name in values && !sameJson(values[name], values[previousName(name)]),
  );
  return changed.length > 0 ? changed : nothing('Nothing was changed that could be set back.');
}

/** @throws DomainError `change_not_revertible` where no patch leads back: it cannot set a null, which a new value may contain */
export function patchBackTo(old: unknown, current: unknown): unknown {
  const patch = patchBetween(current, old);
  if (leadsTo(old, patch, current)) return patch;
  throw notRevertible('A change cannot set a null in metadata again.');
}
