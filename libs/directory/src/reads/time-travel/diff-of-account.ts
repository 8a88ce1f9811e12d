import type { EventType, UserId } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import type { Item } from '@rollbook/single-table';
import { eventEntity } from '../../table/items/events.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import {
  countsOf,
  netChangesOf,
  resumeDiff,
  viewsOf,
  type DiffRequest,
  type MembershipDiff,
} from './membership-diff.js';
import type { NetChange } from './net-changes.js';
import { readSpans } from './spans.js';

const TYPES: readonly EventType[] = [
  'service_group.member_added',
  'service_group.member_removed',
  'user.removed',
];
/** An event that says that a membership has ended, by itself or with its service group, follows the end. */
const LATE_MS = 86_400_000;
const USERS_AT_ONCE = 8;
/** More than a user has: they are in so many service groups at most. */
const MAX_SPANS = 2_000;
const MAX_READ_UNITS = 2_048;

/**
 * The same of a whole account, by the time of the events: a page is a page of the log, of which what holds net is kept, so that
 * each change is on the page of the event by which it came about. One call for the log and two for each user on the page. Eventually
 * consistent: what ended with its service group is there once the event is.
 */
export async function diffMemberships(tenant: Tenant, request: DiffRequest): Promise<MembershipDiff> {
  const { directory, accountId } = tenant;
  const page = resumeDiff(tenant, 'memberships-diff', request);
  const { from, to, limit, order, after, cursorAt } = page;
  const { items: events, cursor } = await directory.table.query(
    eventEntity.by('GSI1'),
    { accountId },
    {
      limit,
      order,
      cursor: after,
      maxReadUnits: MAX_READ_UNITS,
      atLeast: { at: later(from, 1) },
      lessThan: { at: later(to, LATE_MS) },
      filter: (c) => c.oneOf('type', TYPES),
    },
  );
  const changed = new Map<UserId, NetChange<MembershipItem>[]>();
  await inParallel(
    [...new Set(events.map(({ aggregateId }) => aggregateId as UserId))],
    USERS_AT_ONCE,
    async (userId) => {
      const { spans } = await readSpans(tenant, { userId }, { from, to, order, limit: MAX_SPANS });
      changed.set(userId, netChangesOf(spans, from, to));
    },
  );
  const changes = events.flatMap((event) =>
    (changed.get(event.aggregateId as UserId) ?? []).filter((change) => cameAboutBy(change, event)),
  );
  return {
    items: await viewsOf(tenant, changes, from, to),
    cursor: cursorAt(cursor),
    counts: after === undefined ? countsOf(changes, cursor !== undefined) : undefined,
    from,
    to,
  };
}

function cameAboutBy(
  { change, item, at }: NetChange<MembershipItem>,
  event: Item<typeof eventEntity>,
): boolean {
  if (event.type === 'user.removed') return change === 'removed' && at === event.at;
  const { serviceGroupId, since } = event.data as { serviceGroupId?: string; since?: string };
  if (serviceGroupId !== item.serviceGroupId) return false;
  return event.type === 'service_group.member_added'
    ? change === 'added' && event.at === item.since
    : change === 'removed' && since === item.since;
}

function later(instant: string, byMs: number): string {
  return new Date(Date.parse(instant) + byMs).toISOString();
}
