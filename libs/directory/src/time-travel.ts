import {
  DomainError,
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  existingAccount,
  existingServiceGroup,
  existingUser,
  initialAccount,
  initialServiceGroup,
  initialUser,
  type OpenAccount,
  type AccountEvent,
  type DomainEvent,
  type ServiceGroup,
  type ServiceGroupEvent,
  type ServiceGroupState,
  type User,
  type UserEvent,
  type UserState,
} from '#libs/domain';
import type { Directory } from './directory.js';
import {
  eventEntity,
  fencesEntity,
  membershipEntity,
  pastMembershipEntity,
  serviceGroupEntity,
  userEntity,
} from './entities.js';
import type { MembershipView } from './membership-views.js';
import { mergedPage, rangeAfter, resumeAfter, sourceOf, type Subjects } from './merged-pages.js';
import type { OrderedPageRequest, Page } from './pages.js';
import { eachOpened } from './personal-data/event-opener.js';
import { findRemoval } from './removals.js';
import { serviceGroupState, userState } from './states.js';
import type { Fences } from './jobs.js';
import type { Tenant } from './tenant.js';

/**
 * What was at an instant. A change counts from its own time on: who joined at T is a member at T, who left at T is not.
 * Times are ISO 8601, UTC, milliseconds. Names are those at the time for single resources, and today's (or those at the
 * end of the membership) in lists.
 *
 * A list is read one after the other: fences, present memberships, past ones. That is the way memberships go, so that one
 * which ends meanwhile is found at least once.
 */

/** @throws DomainError `account_not_found` when there was none */
export async function getAccountAsOf(
  directory: Directory,
  tenant: Tenant,
  asOf: string,
): Promise<OpenAccount> {
  const events = await historyUntil<AccountEvent>(directory, tenant, tenant.accountId, asOf);
  return existingAccount(events.reduce(evolveAccount, initialAccount));
}

/** @throws DomainError `user_not_found` when there was none */
export async function getUserAsOf(
  directory: Directory,
  tenant: Tenant,
  userId: string,
  asOf: string,
): Promise<User> {
  const events = await historyUntil<UserEvent>(directory, tenant, userId, asOf);
  return existingUser(events.reduce(evolveUser, initialUser));
}

/** @throws DomainError `service_group_not_found` when there was none */
export async function getServiceGroupAsOf(
  directory: Directory,
  tenant: Tenant,
  serviceGroupId: string,
  asOf: string,
): Promise<ServiceGroup> {
  const events = await historyUntil<ServiceGroupEvent>(directory, tenant, serviceGroupId, asOf);
  return existingServiceGroup(events.reduce(evolveServiceGroup, initialServiceGroup));
}

async function historyUntil<Event extends DomainEvent>(
  directory: Directory,
  { accountId }: Tenant,
  aggregateId: string,
  asOf: string,
): Promise<Event[]> {
  const events: Event[] = [];
  const stored = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
  for await (const event of eachOpened(directory, stored)) {
    if (event.accountId !== accountId) return [];
    if (event.at > asOf) break;
    events.push(event as Event);
  }
  return events;
}

/**
 * Access pattern 12: who was a member of a service group at an instant, by user id. Two queries of an index, which is
 * eventually consistent.
 *
 * @throws DomainError `service_group_not_found` when it was not there then
 */
export async function listMembersAsOf(
  directory: Directory,
  { accountId }: Tenant,
  serviceGroupId: string,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const { order = 'ascending' } = request;
  const binding = `members-as-of ${accountId} ${serviceGroupId} ${asOf} ${order}`;
  const after = resumeAfter(directory, binding, request.cursor);
  const page = { ...rangeAfter('userId', after, order), order, limit: request.limit + 1 };
  const heads = [
    serviceGroupEntity.at({ accountId, serviceGroupId }),
    fencesEntity.at({ accountId }),
  ] as const;
  const [groupItem, fences] = await table.batchGet(heads, CONSISTENT);
  const current = await table.query(
    membershipEntity.by('GSI1'),
    { serviceGroupId },
    { ...page, filter: (c) => c.lte('since', asOf) },
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
  return mergedPage(directory, binding, { ...request, order }, subjectOf, fences, [
    sourceOf(accountId, current, subjectOf, gone),
    sourceOf(accountId, past, subjectOf, new Set()),
  ]);
}

/**
 * Access pattern 12: the service groups a user could enter at an instant, by service group id. Strongly consistent.
 *
 * @throws DomainError `user_not_found` when it was not there then
 */
export async function listServiceGroupsOfUserAsOf(
  directory: Directory,
  { accountId }: Tenant,
  userId: string,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const { order = 'ascending' } = request;
  const binding = `service-groups-as-of ${accountId} ${userId} ${asOf} ${order}`;
  const after = resumeAfter(directory, binding, request.cursor);
  const range = rangeAfter('serviceGroupId', after, order);
  const page = { ...range, order, limit: request.limit + 1, consistent: true };
  const heads = [userEntity.at({ accountId, userId }), fencesEntity.at({ accountId })] as const;
  const [userItem, fences] = await table.batchGet(heads, CONSISTENT);
  const current = await table.query(
    membershipEntity,
    { userId },
    { ...page, filter: (c) => c.lte('since', asOf) },
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
  return mergedPage(directory, binding, { ...request, order }, subjectOf, fences, [
    sourceOf(accountId, current, subjectOf, gone),
    sourceOf(accountId, past, subjectOf, new Set()),
  ]);
}

const CONSISTENT = { consistent: true };

/** A removed user or service group is told by its events: its tombstone may have been erased since, or have expired. */
async function existedAt(
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

/**
 * Tells which of some users or service groups were removed at or before an instant while their memberships are still
 * being moved to the past. Only those behind a fence need a look.
 */
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
