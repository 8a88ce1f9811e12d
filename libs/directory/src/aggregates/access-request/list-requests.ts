import {
  DomainError,
  existingAccount,
  existingServiceGroup,
  existingUser,
  type AccessRequestId,
  type AccessRequestStatus,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import {
  accessRequestEntity,
  openAccessRequestEntity,
  ownAccessRequestEntity,
} from '../../table/items/access-requests.js';
import { accountEntity } from '../../table/items/accounts.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { accountState } from '../account/state.js';
import { serviceGroupState, type ServiceGroupItem } from '../service-group/state.js';
import { userState, type UserItem } from '../user/state.js';
import { isGone, presentRequests, readSides, type Listed, type Stored } from './present.js';
import type { AccessRequestView } from './views.js';

export interface RequestFilter {
  status?: AccessRequestStatus | undefined;
  serviceGroupId?: ServiceGroupId | undefined;
  userId?: UserId | undefined;
}

/**
 * Those that are open by service group, strongly consistent; others newest first, and those of one service group from an
 * index, which shows a change late. An open request of a user or for a service group that has been removed is in no list.
 * @throws DomainError `account_not_found`, `user_not_found`, `service_group_not_found`
 */
export async function listAccessRequests(
  tenant: Tenant,
  filter: RequestFilter & PageRequest,
): Promise<Page<AccessRequestView>> {
  const [{ items, cursor, heads }, parents] = await Promise.all([
    pageOfRequests(tenant, filter),
    readParents(tenant, filter),
  ]);
  requireParents(parents, filter);
  const views = await presentRequests(tenant, items, heads);
  return { items: views.filter((request) => isWanted(request, filter)), cursor };
}

type ListedPage = Page<Listed> & { heads?: readonly Stored[] };

async function pageOfRequests(tenant: Tenant, filter: RequestFilter & PageRequest): Promise<ListedPage> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const { userId, serviceGroupId, status, limit, cursor } = filter;
  const newest = { limit, cursor, order: 'descending' } as const;
  if (userId !== undefined)
    return table.query(ownAccessRequestEntity, { userId }, { ...newest, consistent: true });
  if (status === 'requested') {
    const range = serviceGroupId === undefined ? { accountId } : { accountId, serviceGroupId };
    return table.query(openAccessRequestEntity, range, { limit, cursor, consistent: true });
  }
  const isOfStatus = filterOf(status, directory.steadyNow());
  const found =
    serviceGroupId === undefined
      ? await table.query(accessRequestEntity, { accountId }, { ...newest, ...isOfStatus, consistent: true })
      : await table.query(accessRequestEntity.by('GSI1'), { serviceGroupId }, { ...newest, ...isOfStatus });
  return { ...found, heads: found.items };
}

/** The keys of a user's own requests, and of those for a service group, do not contain the account. */
function readParents({ directory: { table }, accountId }: Tenant, { userId, serviceGroupId }: RequestFilter) {
  return table.batchGet(
    [
      accountEntity.at({ accountId }),
      ...(userId === undefined ? [] : [userEntity.at({ accountId, userId })]),
      ...(serviceGroupId === undefined ? [] : [serviceGroupEntity.at({ accountId, serviceGroupId })]),
    ],
    { consistent: true },
  );
}

/** Once all was read: what an answer costs must not tell of other accounts. */
function requireParents(
  [account, ...parents]: Awaited<ReturnType<typeof readParents>>,
  { userId, serviceGroupId }: RequestFilter,
): void {
  existingAccount(accountState(account));
  if (userId !== undefined) existingUser(userState(parents.shift() as UserItem | undefined));
  if (serviceGroupId !== undefined)
    existingServiceGroup(serviceGroupState(parents.shift() as ServiceGroupItem | undefined));
}

type Condition = Parameters<
  NonNullable<NonNullable<Parameters<typeof accessRequestEntity.delete>[1]>['condition']>
>[0];

/** What has lapsed is stored as open until somebody commits that. */
function filterOf(status: AccessRequestStatus | undefined, now: number) {
  if (status === undefined) return {};
  if (status !== 'lapsed') return { filter: (c: Condition) => c.eq('status', status) };
  const at = new Date(now).toISOString();
  const isDue = (c: Condition) => c.and(c.eq('status', 'requested'), c.lte('lapsesAt', at));
  return { filter: (c: Condition) => c.or(c.eq('status', 'lapsed'), isDue(c)) };
}

function isWanted(request: AccessRequestView, { status, serviceGroupId, userId }: RequestFilter): boolean {
  return (
    (status === undefined || request.status === status) &&
    (serviceGroupId === undefined || request.serviceGroupId === serviceGroupId) &&
    (userId === undefined || request.userId === userId)
  );
}

/** @throws DomainError `access_request_not_found` */
export async function getAccessRequest(
  tenant: Tenant,
  accessRequestId: AccessRequestId,
): Promise<AccessRequestView> {
  const { directory, accountId } = tenant;
  const [account, head] = await directory.table.batchGet(
    [accountEntity.at({ accountId }), accessRequestEntity.at({ accountId, accessRequestId })],
    { consistent: true },
  );
  existingAccount(accountState(account));
  const [view] = head ? await presentRequests(tenant, [head], [head]) : [];
  if (!view) throw new DomainError('access_request_not_found', 'There is no such request in this account.');
  return view;
}

/** Beyond this a number says nothing but that there are many. */
const MAX_COUNTED = 100;

/** How many requests are open: exactly, up to 100. @throws DomainError `account_not_found`, `service_group_not_found` */
export async function countOpenAccessRequests(
  tenant: Tenant,
  { serviceGroupId }: Pick<RequestFilter, 'serviceGroupId'>,
): Promise<{ value: number; exact: boolean }> {
  const { directory, accountId } = tenant;
  const at = new Date(directory.steadyNow()).toISOString();
  const range = serviceGroupId === undefined ? { accountId } : { accountId, serviceGroupId };
  const [{ items, cursor }, parents] = await Promise.all([
    directory.table.query(openAccessRequestEntity, range, {
      limit: MAX_COUNTED,
      consistent: true,
      filter: (c) => c.gt('lapsesAt', at),
    }),
    readParents(tenant, { serviceGroupId }),
  ]);
  requireParents(parents, { serviceGroupId });
  if (items.length === 0) return { value: 0, exact: cursor === undefined };
  const { users, groups } = await readSides(tenant, items);
  const open = items.filter(
    (item) =>
      !isGone(userState(users.get(item.userId))) &&
      !isGone(serviceGroupState(groups.get(item.serviceGroupId))),
  );
  return { value: open.length, exact: cursor === undefined };
}
