import { readCursor, writeCursor } from '@rollbook/single-table';
import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { userState, type MembershipItem } from '../../aggregates/user/state.js';
import { membershipView, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { netChange, type NetChange } from './net-changes.js';
import { withSidesAt } from './sides-at.js';
import { readSpans, SPANS_OF_SUBJECT, subjectOfSide, type MembershipSpan, type Side } from './spans.js';
import { existedAt } from './time-travel.js';

/**
 * Who came and who went between two instants (ISO 8601, UTC, milliseconds), net. The memberships that changed are found by a filter:
 * each page reads from where it begins until it is full, the first one as far as it counts.
 */

export interface DiffRequest extends OrderedPageRequest {
  from: string;
  /** Now, by default: what the first page took for it is valid for the others. */
  to?: string | undefined;
}

/** Who came as they were at `to`, who went as they were at `from`. */
export interface MembershipChangeView extends MembershipView {
  change: 'added' | 'removed';
  at: string;
  by: string;
}

export interface DiffCounts {
  added: number;
  removed: number;
  /** There may be more than were counted. */
  atLeast: boolean;
}

export interface MembershipDiff extends Page<MembershipChangeView> {
  from: string;
  to: string;
  /** Of all pages; only with the first one. */
  counts: DiffCounts | undefined;
}

const COUNTED = 1_000;

/** Eventually consistent. @throws DomainError `service_group_not_found` if there was none at either instant */
export async function diffMembers(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  request: DiffRequest,
): Promise<MembershipDiff> {
  const { directory, accountId } = tenant;
  const page = resumeDiff(tenant, `members-diff ${serviceGroupId}`, request);
  const item = await directory.table.get(serviceGroupEntity, { accountId, serviceGroupId }, CONSISTENT);
  await requireExisted(tenant, serviceGroupId, serviceGroupState(item), page);
  return diffOf(tenant, { serviceGroupId }, page);
}

/** Strongly consistent. @throws DomainError `user_not_found` if there was none at either instant */
export async function diffServiceGroupsOfUser(
  tenant: Tenant,
  userId: UserId,
  request: DiffRequest,
): Promise<MembershipDiff> {
  const { directory, accountId } = tenant;
  const page = resumeDiff(tenant, `service-groups-diff ${userId}`, request);
  const item = await directory.table.get(userEntity, { accountId, userId }, CONSISTENT);
  await requireExisted(tenant, userId, userState(item), page);
  return diffOf(tenant, { userId }, page);
}

const CONSISTENT = { consistent: true };

export interface ResumedDiff extends Required<Pick<DiffRequest, 'from' | 'limit' | 'order'>> {
  to: string;
  after: string | undefined;
  /** Writes the cursor of the next page. */
  cursorAt: (position: string | undefined) => string | undefined;
}

/** @throws SingleTableError `InvalidCursor` */
export function resumeDiff(
  { directory, accountId }: Tenant,
  list: string,
  { from, to, limit, cursor, order = 'ascending' }: DiffRequest,
): ResumedDiff {
  const { cursorSecret, now } = directory;
  const binding = `${list} ${accountId} ${from} ${to ?? 'now'} ${order}`;
  const [position] = cursor === undefined ? [] : readCursor(cursorSecret, binding, cursor, 1);
  const [after, then] = Array.isArray(position) ? position.map(String) : [];
  const instant = new Date(now()).toISOString();
  const until = then ?? (to !== undefined && to < instant ? to : instant);
  const cursorAt = (at: string | undefined) =>
    at === undefined ? undefined : writeCursor(cursorSecret, binding, [[at, until]]);
  return { from, to: until, limit, order, after, cursorAt };
}

async function requireExisted(
  { directory, accountId }: Tenant,
  id: ServiceGroupId | UserId,
  state: Parameters<typeof existedAt>[3],
  { from, to }: ResumedDiff,
): Promise<void> {
  if (await existedAt(directory, accountId, id, state, to)) return;
  if (await existedAt(directory, accountId, id, state, from)) return;
  throw id.startsWith('user_')
    ? new DomainError('user_not_found', 'There was no such user at that time.')
    : new DomainError('service_group_not_found', 'There was no such service group at that time.');
}

async function diffOf(tenant: Tenant, side: Side, page: ResumedDiff): Promise<MembershipDiff> {
  const { from, to, limit, order, after, cursorAt } = page;
  const isFirst = after === undefined;
  const read = (isFirst ? COUNTED : limit) + SPANS_OF_SUBJECT;
  const { spans, completeUpTo } = await readSpans(tenant, side, { from, to, limit: read, after, order });
  const subjectOf = subjectOfSide(side);
  const sign = order === 'ascending' ? 1 : -1;
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign);
  const changes = netChangesOf(spans, from, to)
    .filter(({ item }) => completeUpTo === undefined || compare(subjectOf(item), completeUpTo) <= 0)
    .sort((a, b) => compare(subjectOf(a.item), subjectOf(b.item)));
  const shown = changes.slice(0, limit);
  const last = shown.at(-1);
  const resumeAt = changes.length > limit && last ? subjectOf(last.item) : completeUpTo;
  return {
    items: await viewsOf(tenant, shown, from, to),
    cursor: cursorAt(resumeAt),
    counts: isFirst ? countsOf(changes, completeUpTo !== undefined) : undefined,
    from,
    to,
  };
}

export function netChangesOf(
  spans: readonly MembershipSpan[],
  from: string,
  to: string,
): NetChange<MembershipItem>[] {
  const pairs = new Map<string, MembershipSpan[]>();
  for (const span of spans) {
    const key = keyOf(span.item);
    pairs.set(key, [...(pairs.get(key) ?? []), span]);
  }
  return [...pairs.values()].flatMap((pair) => netChange(pair, from, to) ?? []);
}

export function countsOf(changes: readonly Pick<NetChange<MembershipItem>, 'change'>[], atLeast: boolean) {
  const added = changes.filter(({ change }) => change === 'added').length;
  return { added, removed: changes.length - added, atLeast };
}

/** With the sides as they were when the membership was there. */
export async function viewsOf(
  tenant: Tenant,
  changes: readonly NetChange<MembershipItem>[],
  from: string,
  to: string,
): Promise<MembershipChangeView[]> {
  const of = async (change: 'added' | 'removed', asOf: string) => {
    const items = changes.filter((each) => each.change === change).map(({ item }) => membershipView(item));
    return (await withSidesAt(tenant, { items, cursor: undefined }, asOf)).items;
  };
  const views = [...(await of('added', to)), ...(await of('removed', from))];
  const byKey = new Map(views.map((view) => [keyOf(view), view]));
  return changes.flatMap(({ change, item, at, by }) => {
    const view = byKey.get(keyOf(item));
    return view ? [{ ...view, change, at, by }] : [];
  });
}

function keyOf({ userId, serviceGroupId }: Pick<MembershipItem, 'userId' | 'serviceGroupId'>): string {
  return `${userId} ${serviceGroupId}`;
}
