import {
  DomainError,
  type ServiceGroupId,
  type ServiceGroupState,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { eventEntity } from '../../table/items/events.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import type { MembershipView } from '../../aggregates/user/memberships/views.js';
import { mergedPage, rangeAfter, resumeAfter, sourceOf, type Subjects } from './merged-pages.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import { findRemoval } from './removals.js';
import { withSidesAt } from './sides-at.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { userState } from '../../aggregates/user/state.js';
import type { Fences } from '../../core/jobs.js';
import type { Tenant } from '../../core/tenant.js';

/**
 * The state at an instant. A change counts from its own time: a member who joined at T is one at T, a member who left at T
 * is not. Times are ISO 8601, UTC, milliseconds. Users and service groups in lists are of that time as well: an answer never
 * changes afterwards, except by erasure, once every change of that time is committed (`SETTLED_AFTER_MS` of the audit log).
 *
 * A present membership may have ended by itself before the instant, with no event that says so yet.
 *
 * A list is read in this order: fences, present memberships, past ones. Memberships move in this direction, so one that ends
 * in the meantime is found at least once.
 */

/** Access pattern 12, by user id. Eventually consistent. @throws DomainError `service_group_not_found` if there was none */
export async function listMembersAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<MembershipView>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const { order = 'ascending' } = request;
  const binding = `members-as-of ${accountId} ${serviceGroupId} ${asOf} ${order}`;
  const after = resumeAfter<UserId>(directory, binding, request.cursor);
  const page = { ...rangeAfter('userId', after, order), order, limit: request.limit + 1 };
  const heads = [
    serviceGroupEntity.at({ accountId, serviceGroupId }),
    fencesEntity.at({ accountId }),
  ] as const;
  const [groupItem, fences] = await table.batchGet(heads, CONSISTENT);
  const current = await table.query(
    membershipEntity.by('GSI1'),
    { serviceGroupId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastMembershipEntity.by('GSI1'),
    { serviceGroupId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  if (!(await existedAt(directory, accountId, serviceGroupId, serviceGroupState(groupItem), asOf)))
    throw new DomainError('service_group_not_found', 'There was no such service group at that time.');
  const subjectOf = ({ userId }: Subjects) => userId;
  const gone = await goneAt(directory, accountId, fences, current.items.map(subjectOf), asOf);
  const merged = mergedPage(directory, binding, { ...request, order }, subjectOf, [
    sourceOf(accountId, current, subjectOf, gone),
    sourceOf(accountId, past, subjectOf, new Set()),
  ]);
  return withSidesAt(tenant, merged, asOf);
}

/** Access pattern 12, by group id. Strongly consistent. @throws DomainError `user_not_found` if there was none */
export async function listServiceGroupsOfUserAsOf(
  tenant: Tenant,
  userId: UserId,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<MembershipView>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const { order = 'ascending' } = request;
  const binding = `service-groups-as-of ${accountId} ${userId} ${asOf} ${order}`;
  const after = resumeAfter<ServiceGroupId>(directory, binding, request.cursor);
  const range = rangeAfter('serviceGroupId', after, order);
  const page = { ...range, order, limit: request.limit + 1, consistent: true };
  const heads = [userEntity.at({ accountId, userId }), fencesEntity.at({ accountId })] as const;
  const [userItem, fences] = await table.batchGet(heads, CONSISTENT);
  const current = await table.query(
    membershipEntity,
    { userId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastMembershipEntity,
    { userId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  if (!(await existedAt(directory, accountId, userId, userState(userItem), asOf)))
    throw new DomainError('user_not_found', 'There was no such user at that time.');
  const subjectOf = ({ serviceGroupId }: Subjects) => serviceGroupId;
  const gone = await goneAt(directory, accountId, fences, current.items.map(subjectOf), asOf);
  const merged = mergedPage(directory, binding, { ...request, order }, subjectOf, [
    sourceOf(accountId, current, subjectOf, gone),
    sourceOf(accountId, past, subjectOf, new Set()),
  ]);
  return withSidesAt(tenant, merged, asOf);
}

const CONSISTENT = { consistent: true };

/** A removed user or service group is recognised by its events: its tombstone may have been erased or have expired since. */
export async function existedAt(
  directory: Directory,
  accountId: string,
  aggregateId: string,
  state: UserState | ServiceGroupState,
  asOf: string,
): Promise<boolean> {
  if (state.status !== 'none' && state.status !== 'removed') return state.createdAt <= asOf;
  const first = await directory.table.get(eventEntity, { aggregateId, version: 1 }, CONSISTENT);
  if (first?.accountId !== accountId || first.at > asOf) return false;
  const removal = await findRemoval(directory, accountId, aggregateId);
  return removal === undefined || asOf < removal.at;
}

/** Only those behind a fence, whose memberships are still being moved to the past, have to be checked. */
async function goneAt(
  directory: Directory,
  accountId: string,
  fences: Fences | undefined,
  ids: string[],
  asOf: string,
): Promise<ReadonlySet<string>> {
  const fenced = [...new Set(ids)].filter((id) => fences?.removedIds?.has(id));
  const removals = await Promise.all(fenced.map((id) => findRemoval(directory, accountId, id)));
  return new Set(fenced.filter((_, index) => (removals[index]?.at ?? '') <= asOf));
}
