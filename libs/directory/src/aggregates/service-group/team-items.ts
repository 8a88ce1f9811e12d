import type { ServiceGroup, ServiceGroupEvent, ServiceGroupState, TeamAccess } from '#libs/domain';
import type { ConditionOf } from '@rollbook/single-table';
import { replacing } from '../../core/changes.js';
import { withEndsAt } from '../../core/ending-items.js';
import type { TransactItem } from '../../core/transact-item.js';
import { dueOfTeamEntity, dueOfTeamOf, type DueOfTeam } from '../../table/items/due-of-teams.js';
import { pastTeamAccessEntity, teamAccessEntity } from '../../table/items/teams.js';

/** The access of teams that a change begins, changes or ends. That of a removed service group is left to a job. */
export function teamAccessItems(
  before: ServiceGroupState,
  after: ServiceGroup,
  events: readonly ServiceGroupEvent[],
): TransactItem[] {
  const held = (before.status !== 'none' && before.teamAccess) || {};
  const wanted = after.teamAccess ?? {};
  const { accountId, serviceGroupId } = after;
  const due = (one: TeamAccess | undefined) =>
    one && dueOfTeamOf(accountId, ['team-access', serviceGroupId], one);
  return [...new Set([...Object.keys(wanted), ...Object.keys(held)])].flatMap((teamId) => {
    const [was, is] = [held[teamId], wanted[teamId]];
    if (was === is) return [];
    if (was && is && was.since === is.since)
      return [changedAccess(after, was, is), ...dueOfTeamItems(due(was), due(is))];
    return [
      ...(is ? [newAccess(after, is, was)] : []),
      ...(was ? endedAccess(after, was, events, is !== undefined) : []),
      ...dueOfTeamItems(due(was), due(is)),
    ];
  });
}

/** @param ended by itself, and still there: the new one takes its place */
function newAccess(
  { accountId, serviceGroupId }: ServiceGroup,
  access: TeamAccess,
  ended: TeamAccess | undefined,
): TransactItem {
  const times = { createdAt: access.since, updatedAt: access.since };
  const item = { accountId, serviceGroupId, ...withEndsAt(access), ...times };
  const operation = ended
    ? teamAccessEntity.put(item, { condition: isAsRead(ended) })
    : teamAccessEntity.create(item);
  return { operation };
}

/** The item and the head were read one after the other: it must still be the access that was decided on. */
function isAsRead(access: TeamAccess): ConditionOf<typeof teamAccessEntity> {
  const { since, expiresAt, noticeAt, accessRole } = access;
  return (c) =>
    c.and(
      c.eq('since', since),
      expiresAt === undefined ? c.notExists('endsAt') : c.eq('endsAt', expiresAt),
      noticeAt === undefined ? c.notExists('noticeAt') : c.eq('noticeAt', noticeAt),
      accessRole ? c.eq('accessRole', accessRole) : c.notExists('accessRole'),
    );
}

function changedAccess(
  { serviceGroupId, updatedAt }: ServiceGroup,
  was: TeamAccess,
  is: TeamAccess,
): TransactItem {
  const { set, remove } = replacing(withEndsAt(was), { ...withEndsAt(is), updatedAt }, ['addedBy']);
  const key = { teamId: is.teamId, serviceGroupId };
  return { operation: teamAccessEntity.update(key, { set, remove, condition: isAsRead(was) }) };
}

function endedAccess(
  { accountId, serviceGroupId, updatedAt }: ServiceGroup,
  access: TeamAccess,
  events: readonly ServiceGroupEvent[],
  isReplaced: boolean,
): TransactItem[] {
  const { teamId, since } = access;
  const { noticeAt: _notice, ...kept } = withEndsAt(access);
  const ended = { ...endOf(access, events), createdAt: since, updatedAt };
  const past = pastTeamAccessEntity.put({ accountId, serviceGroupId, ...kept, ...ended });
  const present = teamAccessEntity.delete({ teamId, serviceGroupId }, { condition: isAsRead(access) });
  return [...(isReplaced ? [] : [{ operation: present }]), { operation: past }];
}

function endOf({ teamId }: TeamAccess, events: readonly ServiceGroupEvent[]) {
  for (const event of events)
    if (event.type === 'service_group.team_removed' && event.data.teamId === teamId)
      return { until: event.data.until ?? event.at, removedBy: event.actor };
  throw new Error(`No event ends the access of ${teamId}.`);
}

/** Moves the due item of an end from what it was to what it is; undefined: there was, or is, none. */
export function dueOfTeamItems(before: DueOfTeam | undefined, after: DueOfTeam | undefined): TransactItem[] {
  const isSameKey = before?.at === after?.at;
  if (isSameKey && before?.createdAt === after?.createdAt && before?.endsAt === after?.endsAt) return [];
  return [
    ...(before && !isSameKey ? [{ operation: dueOfTeamEntity.delete(before) }] : []),
    ...(after ? [{ operation: dueOfTeamEntity.put(after) }] : []),
  ];
}
