import type { TeamPlace, User, UserEvent, UserState } from '#libs/domain';
import type { ConditionOf } from '@rollbook/single-table';
import { replacing } from '../../../core/changes.js';
import { endedAt, withEndsAt } from '../../../core/ending-items.js';
import type { TransactItem } from '../../../core/transact-item.js';
import { dueOfTeamOf } from '../../../table/items/due-of-teams.js';
import { pastTeamPlaceEntity, teamPlaceEntity } from '../../../table/items/teams.js';
import { dueOfTeamItems } from '../../service-group/team-items.js';
import { copiesOf } from '../state.js';

/** The places of a user in teams that a change begins, changes or ends. */
export function placeItems(before: UserState, after: User, events: readonly UserEvent[]): TransactItem[] {
  const held = (before.status !== 'none' && before.places) || {};
  const wanted = after.places ?? {};
  const { accountId, userId } = after;
  const due = (one: TeamPlace | undefined) => one && dueOfTeamOf(accountId, ['team-place', userId], one);
  return [...new Set([...Object.keys(wanted), ...Object.keys(held)])].flatMap((teamId) => {
    const [was, is] = [held[teamId], wanted[teamId]];
    if (was === is) return [];
    if (was && is && was.since === is.since)
      return [changedPlace(after, was, is), ...dueOfTeamItems(due(was), due(is))];
    return [
      ...(is ? [newPlace(after, is, was)] : []),
      ...(was ? endedPlace(after, was, events, is !== undefined) : []),
      ...dueOfTeamItems(due(was), due(is)),
    ];
  });
}

/** @param ended by itself, and still there: the new one takes its place */
function newPlace(after: User, place: TeamPlace, ended: TeamPlace | undefined): TransactItem {
  const times = { createdAt: place.since, updatedAt: place.since };
  const item = { accountId: after.accountId, ...copiesOf(after), ...withEndsAt(place), ...times };
  const operation = ended
    ? teamPlaceEntity.put(item, { condition: isAsRead(ended) })
    : teamPlaceEntity.create(item);
  return { operation };
}

/** The item and the head were read one after the other: it must still be the place that was decided on. */
function isAsRead({ since, expiresAt, noticeAt }: TeamPlace): ConditionOf<typeof teamPlaceEntity> {
  return (c) =>
    c.and(
      c.eq('since', since),
      expiresAt === undefined ? c.notExists('endsAt') : c.eq('endsAt', expiresAt),
      noticeAt === undefined ? c.notExists('noticeAt') : c.eq('noticeAt', noticeAt),
    );
}

function changedPlace({ userId, updatedAt }: User, was: TeamPlace, is: TeamPlace): TransactItem {
  const { set, remove } = replacing(withEndsAt(was), { ...withEndsAt(is), updatedAt }, ['addedBy']);
  const key = { userId, teamId: is.teamId };
  return { operation: teamPlaceEntity.update(key, { set, remove, condition: isAsRead(was) }) };
}

function endedPlace(
  after: User,
  place: TeamPlace,
  events: readonly UserEvent[],
  isReplaced: boolean,
): TransactItem[] {
  const { accountId, userId, updatedAt } = after;
  const { teamId, since } = place;
  const { noticeAt: _notice, ...kept } = withEndsAt(place);
  const ended = { ...endOf(place, events), createdAt: since, updatedAt };
  const past = pastTeamPlaceEntity.put({ accountId, ...copiesOf(after), ...kept, ...ended });
  const present = teamPlaceEntity.delete({ userId, teamId }, { condition: isAsRead(place) });
  return [...(isReplaced ? [] : [{ operation: present }]), { operation: past }];
}

/** When and by whom a place was ended: by an event about it, or with its user. */
function endOf(place: TeamPlace, events: readonly UserEvent[]): { until: string; removedBy: string } {
  for (const event of events) {
    if (event.type === 'user.removed') return { until: endedAt(place, event.at), removedBy: event.actor };
    if (event.type === 'team.member_removed' && event.data.teamId === place.teamId)
      return { until: event.data.until ?? event.at, removedBy: event.actor };
  }
  throw new Error(`No event ends the place in ${place.teamId}.`);
}
