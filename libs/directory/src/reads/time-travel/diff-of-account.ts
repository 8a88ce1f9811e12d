import { DAY_MS, type EventType, type User, type UserId } from '#libs/domain';
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
import { getUserAsOf } from './resources-as-of.js';
import { readSpans } from './spans.js';

const TYPES: readonly EventType[] = [
  'service_group.member_added',
  'service_group.member_removed',
  'user.removed',
];
/** An event that says that a membership has ended, by itself or with its service group, follows the end. */
const LATE_MS = DAY_MS;
const USERS_AT_ONCE = 8;
/** More than a user has: they are in fewer service groups. */
const MAX_SPANS = 2_000;
const MAX_READ_UNITS = 2_048;

/**
 * The same of a whole account, by the time of the events: a page is a page of the log, of which what holds net is kept, so that
 * each change is on the page of the event by which it came about. One call for the log and two for each user on the page. Eventually
 * consistent: what ended by itself or with its service group is there once the event is, if that came within a day, or with that of the
 * user's removal.
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
  const lastHeld = await heldUntilRemoval(tenant, events, changed);
  const changes = events.flatMap((event) =>
    (changed.get(event.aggregateId as UserId) ?? []).filter((change) => cameAboutBy(change, event, lastHeld)),
  );
  return {
    items: await viewsOf(tenant, changes, from, to),
    cursor: cursorAt(cursor),
    counts: after === undefined ? countsOf(changes, cursor !== undefined) : undefined,
    from,
    to,
  };
}

type Memberships = User['memberships'];

/**
 * Of users on the page who were removed: what no event had ended before, though it may have ended before by itself or with its service
 * group. One call each, for those of whom something ended before.
 */
async function heldUntilRemoval(
  tenant: Tenant,
  events: readonly Item<typeof eventEntity>[],
  changed: ReadonlyMap<UserId, readonly NetChange<MembershipItem>[]>,
): Promise<ReadonlyMap<string, Memberships>> {
  const removals = events.filter(
    ({ type, aggregateId, at: removedAt }) =>
      type === 'user.removed' &&
      changed.get(aggregateId as UserId)?.some(({ change, at }) => change === 'removed' && at < removedAt),
  );
  const held = new Map<string, Memberships>();
  await inParallel(removals, USERS_AT_ONCE, async ({ aggregateId, at }) => {
    const { memberships } = await getUserAsOf(tenant, aggregateId as UserId, later(at, -1));
    held.set(aggregateId, memberships);
  });
  return held;
}

function cameAboutBy(
  { change, item, at }: NetChange<MembershipItem>,
  event: Item<typeof eventEntity>,
  lastHeld: ReadonlyMap<string, Memberships>,
): boolean {
  if (event.type === 'user.removed') {
    if (change !== 'removed' || at > event.at) return false;
    return at === event.at || lastHeld.get(event.aggregateId)?.[item.serviceGroupId]?.since === item.since;
  }
  const { serviceGroupId, since } = event.data as { serviceGroupId?: string; since?: string };
  if (serviceGroupId !== item.serviceGroupId) return false;
  return event.type === 'service_group.member_added'
    ? change === 'added' && event.at === item.since
    : change === 'removed' && since === item.since;
}

function later(instant: string, byMs: number): string {
  return new Date(Date.parse(instant) + byMs).toISOString();
}
