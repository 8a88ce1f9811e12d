import type { ConditionOf } from '@rollbook/single-table';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { fencesEntity } from '../../table/items/accounts.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { ENDS_BY_ITSELF } from '../../aggregates/user/memberships/held.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import type { Order, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { rangeAfter } from './merged-pages.js';
import type { Span } from './net-changes.js';
import { findRemoval } from './removals.js';

export type MembershipSpan = Span<MembershipItem>;
export type Side = { userId: UserId } | { serviceGroupId: ServiceGroupId };
export type SubjectOf = (item: MembershipItem) => string;

export interface SpansRequest {
  from: string;
  to: string;
  limit?: number | undefined;
  after?: string | undefined;
  order: Order;
}

interface SpansPage {
  spans: MembershipSpan[];
  /** Of what has been read wholly; undefined: everything. */
  completeUpTo: string | undefined;
}

/** A subject has two of them at most: one that covers the one instant, and one that covers the other. */
export const SPANS_OF_SUBJECT = 2;

/**
 * The memberships of one side that cover one of two instants and not the other, by the other side. Read in this order: fences, present
 * memberships, past ones, as memberships move.
 */
export async function readSpans(tenant: Tenant, side: Side, request: SpansRequest): Promise<SpansPage> {
  const { directory, accountId } = tenant;
  const fences = await directory.table.get(fencesEntity, { accountId }, { consistent: true });
  const removed = fences?.removedIds ?? new Set<string>();
  const present = await presentOf(tenant, side, request, removed.size > 0);
  const past = await pastOf(tenant, side, request);
  const own = <Item extends MembershipItem>({ items }: Page<Item>) =>
    items.filter((item) => item.accountId === accountId);
  const subjectOf = subjectOfSide(side);
  const ended = own(past).map((item): MembershipSpan => ({
    ...begun(item),
    // Removing the user, or the service group, did not end what had ended by itself.
    end: { at: item.until, by: item.endsAt === item.until ? ENDS_BY_ITSELF : item.removedBy },
  }));
  const seen = new Set(ended.map(({ item }) => `${subjectOf(item)} ${item.since}`));
  const current = own(present).filter((item) => !seen.has(`${subjectOf(item)} ${item.since}`));
  const removals = await removalsOf(tenant, current, removed);
  const spans = current.map((item): MembershipSpan => ({ ...begun(item), end: endOf(item, removals) }));
  const pages: Page<MembershipItem>[] = [present, past];
  const bounds = pages.flatMap((page) => lastComplete(page, subjectOf) ?? []);
  const sign = request.order === 'ascending' ? 1 : -1;
  bounds.sort((a, b) => (a < b ? -sign : sign));
  return { spans: [...spans, ...ended], completeUpTo: bounds[0] };
}

export function subjectOfSide(side: Side): SubjectOf {
  return 'userId' in side ? (item) => item.serviceGroupId : (item) => item.userId;
}

function begun(item: MembershipItem): Pick<MembershipSpan, 'item' | 'since' | 'addedBy'> {
  return { item, since: item.since, addedBy: item.addedBy };
}

/** The memberships of what is being removed are still there: all of them are looked at until they have been moved. */
function presentOf(
  { directory: { table } }: Tenant,
  side: Side,
  { from, to, limit, after, order }: SpansRequest,
  all: boolean,
): Promise<Page<MembershipItem>> {
  const filter: ConditionOf<typeof membershipEntity> = (c) =>
    all
      ? c.lte('since', to)
      : c.or(
          c.and(c.gt('since', from), c.lte('since', to), c.or(c.notExists('endsAt'), c.gt('endsAt', to))),
          c.and(c.lte('since', from), c.gt('endsAt', from), c.lte('endsAt', to)),
        );
  const page = { order, limit };
  if ('userId' in side) {
    const range = rangeAfter('serviceGroupId', after as ServiceGroupId | undefined, order);
    return table.query(membershipEntity, side, {
      ...range,
      ...page,
      filter: (c) => filter(c),
      consistent: true,
    });
  }
  const range = rangeAfter('userId', after as UserId | undefined, order);
  return table.query(membershipEntity.by('GSI1'), side, { ...range, ...page, filter: (c) => filter(c) });
}

function pastOf(
  { directory: { table } }: Tenant,
  side: Side,
  { from, to, limit, after, order }: SpansRequest,
) {
  const filter: ConditionOf<typeof pastMembershipEntity> = (c) =>
    c.or(
      c.and(c.lte('since', from), c.gt('until', from), c.lte('until', to)),
      c.and(c.gt('since', from), c.lte('since', to), c.gt('until', to)),
    );
  const page = { order, limit };
  if ('userId' in side) {
    const range = rangeAfter('serviceGroupId', after as ServiceGroupId | undefined, order);
    return table.query(pastMembershipEntity, side, {
      ...range,
      ...page,
      filter: (c) => filter(c),
      consistent: true,
    });
  }
  const range = rangeAfter('userId', after as UserId | undefined, order);
  return table.query(pastMembershipEntity.by('GSI1'), side, { ...range, ...page, filter: (c) => filter(c) });
}

/** The last subject of a page that ends early may have another span after it. */
function lastComplete({ items, cursor }: Page<MembershipItem>, subjectOf: SubjectOf): string | undefined {
  if (cursor === undefined) return undefined;
  const subjects = [...new Set(items.map(subjectOf))];
  return subjects.at(-2);
}

type Removals = ReadonlyMap<string, { at: string; actor: string } | undefined>;

async function removalsOf(
  { directory, accountId }: Tenant,
  items: readonly MembershipItem[],
  removed: ReadonlySet<string>,
): Promise<Removals> {
  const concerned = new Set(items.flatMap(({ userId, serviceGroupId }) => [userId, serviceGroupId]));
  const fenced = [...concerned].filter((id) => removed.has(id));
  return new Map(
    await Promise.all(fenced.map(async (id) => [id, await findRemoval(directory, accountId, id)] as const)),
  );
}

/** By itself, with its user, or with its service group: whatever came first. */
function endOf(
  { userId, serviceGroupId, endsAt }: MembershipItem,
  removals: Removals,
): MembershipSpan['end'] {
  const ends = [userId, serviceGroupId].flatMap((id) => removals.get(id) ?? []);
  const all = [
    ...ends.map(({ at, actor: by }) => ({ at, by })),
    ...(endsAt === undefined ? [] : [{ at: endsAt, by: ENDS_BY_ITSELF }]),
  ];
  return all.sort((a, b) => (a.at < b.at ? -1 : 1))[0];
}
