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
import { readCursor, writeCursor } from '#libs/single-table';
import type { Directory } from './directory.js';
import {
  eventEntity,
  fencesEntity,
  membershipEntity,
  pastMembershipEntity,
  serviceGroupEntity,
  userEntity,
} from './entities.js';
import { domainEvent } from './histories.js';
import { membershipView, type MembershipView } from './membership-views.js';
import type { Page, PageRequest } from './pages.js';
import { serviceGroupState, userState, type MembershipItem } from './states.js';
import type { Fences } from './jobs.js';
import type { Tenant } from './tenant.js';

/**
 * What was at an instant. A change counts from its own time on: who joined at T is a member at T, who left at T is not.
 * Times are ISO 8601, UTC, milliseconds. Names are those at the time for single resources, and today's (or those at the
 * end of the membership) in lists.
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
  { table }: Directory,
  { accountId }: Tenant,
  aggregateId: string,
  asOf: string,
): Promise<Event[]> {
  const events: Event[] = [];
  for await (const item of table.each(eventEntity, { aggregateId }, { consistent: true })) {
    if (item.accountId !== accountId) return [];
    if (item.at > asOf) break;
    events.push(domainEvent(item) as Event);
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
  request: PageRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const binding = `members-as-of ${accountId} ${serviceGroupId} ${asOf}`;
  const after = resumeAfter(directory, binding, request.cursor);
  const range = after === undefined ? {} : { greaterThan: { userId: after } };
  const limit = request.limit + 1;
  const [[groupItem, fences], current, past] = await Promise.all([
    table.batchGet([serviceGroupEntity.at({ accountId, serviceGroupId }), fencesEntity.at({ accountId })], {
      consistent: true,
    }),
    table.query(
      membershipEntity.by('GSI1'),
      { serviceGroupId },
      { ...range, limit, filter: (c) => c.lte('since', asOf) },
    ),
    table.query(
      pastMembershipEntity.by('GSI1'),
      { serviceGroupId },
      { ...range, limit, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
    ),
  ]);
  const group = serviceGroupState(groupItem);
  if (!existedAt(group, asOf))
    throw new DomainError('service_group_not_found', 'There was no such service group at that time.');
  const subjectOf = ({ userId }: Subjects) => userId;
  const gone = await goneAt(fences, current.items.map(subjectOf), asOf, async (ids) => {
    const users = await table.batchGet(
      ids.map((userId) => userEntity.at({ accountId, userId })),
      CONSISTENT,
    );
    return users.map((user) => user?.updatedAt);
  });
  return mergedPage(directory, binding, request.limit, subjectOf, [
    sourceOf(current, subjectOf, gone),
    sourceOf(past, subjectOf, new Set()),
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
  request: PageRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const binding = `service-groups-as-of ${accountId} ${userId} ${asOf}`;
  const after = resumeAfter(directory, binding, request.cursor);
  const range = after === undefined ? {} : { greaterThan: { serviceGroupId: after } };
  const page = { ...range, limit: request.limit + 1, consistent: true };
  const [[userItem, fences], current, past] = await Promise.all([
    table.batchGet([userEntity.at({ accountId, userId }), fencesEntity.at({ accountId })], CONSISTENT),
    table.query(membershipEntity, { userId }, { ...page, filter: (c) => c.lte('since', asOf) }),
    table.query(
      pastMembershipEntity,
      { userId },
      { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
    ),
  ]);
  if (!existedAt(userState(userItem), asOf))
    throw new DomainError('user_not_found', 'There was no such user at that time.');
  const subjectOf = ({ serviceGroupId }: Subjects) => serviceGroupId;
  const gone = await goneAt(fences, current.items.map(subjectOf), asOf, async (ids) => {
    const keys = ids.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId }));
    const groups = await table.batchGet(keys, CONSISTENT);
    return groups.map((group) => group?.updatedAt);
  });
  return mergedPage(directory, binding, request.limit, subjectOf, [
    sourceOf(current, subjectOf, gone),
    sourceOf(past, subjectOf, new Set()),
  ]);
}

const CONSISTENT = { consistent: true };

type Subjects = Pick<MembershipView, 'userId' | 'serviceGroupId'>;
type Found = Page<MembershipItem>;

/** A removed head does not change any more: its last update is its removal. */
function existedAt(state: UserState | ServiceGroupState, asOf: string): boolean {
  if (state.status === 'none' || state.createdAt > asOf) return false;
  return state.status !== 'removed' || asOf < state.updatedAt;
}

/**
 * Tells which of some users or service groups were removed at or before an instant while their memberships are still
 * being moved to the past. Only those behind a fence need a look.
 */
async function goneAt(
  fences: Fences | undefined,
  ids: string[],
  asOf: string,
  removedAt: (ids: string[]) => Promise<(string | undefined)[]>,
): Promise<ReadonlySet<string>> {
  const fenced = ids.filter((id) => fences?.removedIds?.has(id));
  if (fenced.length === 0) return new Set();
  const times = await removedAt(fenced);
  return new Set(fenced.filter((_, index) => (times[index] ?? '') <= asOf));
}

/** One source of a merged page, in the order of its subjects: what to show, and how far it was read. */
interface Source {
  items: MembershipItem[];
  /** The last subject that was read, when there are more. */
  readUpTo: string | undefined;
}

function sourceOf(
  { items, cursor }: Found,
  subjectOf: (item: Subjects) => string,
  gone: ReadonlySet<string>,
): Source {
  const last = items.at(-1);
  return {
    items: items.filter((item) => !gone.has(subjectOf(item))),
    readUpTo: cursor === undefined || last === undefined ? undefined : subjectOf(last),
  };
}

/** Merges sources by subject into one page. A subject has one membership at an instant, so it is in one source only. */
function mergedPage(
  directory: Directory,
  binding: string,
  limit: number,
  subjectOf: (item: Subjects) => string,
  sources: Source[],
): Page<MembershipView> {
  const ends = sources.flatMap(({ readUpTo }) => readUpTo ?? []).sort();
  const [knownUpTo] = ends;
  const known = sources
    .flatMap(({ items }) => items)
    .filter((item) => knownUpTo === undefined || subjectOf(item) <= knownUpTo)
    .sort((a, b) => (subjectOf(a) < subjectOf(b) ? -1 : 1));
  const items = known.slice(0, limit);
  const last = items.at(-1);
  const resumeAt = known.length > limit && last ? subjectOf(last) : knownUpTo;
  return {
    items: items.map(membershipView),
    cursor: resumeAt === undefined ? undefined : writeCursor(directory.cursorSecret, binding, [[resumeAt]]),
  };
}

/** @throws SingleTableError `InvalidCursor` */
function resumeAfter(
  { cursorSecret }: Directory,
  binding: string,
  cursor: string | undefined,
): string | undefined {
  if (cursor === undefined) return undefined;
  const [position] = readCursor(cursorSecret, binding, cursor, 1);
  return Array.isArray(position) ? String(position[0]) : undefined;
}
