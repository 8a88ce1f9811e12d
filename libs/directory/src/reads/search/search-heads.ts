import { existingAccount, existingWebhookEndpoint, idOf, type WebhookEndpoint } from '#libs/domain';
import { accountCountsEntity, accountEntity } from '../../table/items/accounts.js';
import { apiKeyView, PLATFORM_ACCOUNT_ID, type ApiKeyView } from '../../aggregates/api-key/api-keys.js';
import { apiKeyEntity } from '../../table/items/api-keys.js';
import type { Directory } from '../../core/directory.js';
import { invitationView, type InvitationView } from '../../aggregates/user/invitations/list.js';
import { invitationEntity } from '../../table/items/invitations.js';
import { accountState } from '../../aggregates/account/state.js';
import { plainState } from '../../core/states.js';
import { userState } from '../../aggregates/user/state.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import type { Tenant } from '../../core/tenant.js';
import { userEntity } from '../../table/items/users.js';
import { accountView, type AccountView } from '../../aggregates/account/views.js';
import { serviceGroupView, type ServiceGroupView } from '../../aggregates/service-group/views.js';
import { webhookEndpointEntity } from '../../table/items/webhooks.js';
import type { SearchKind } from '../../search-index/entries.js';
import { ACCOUNTS_SCOPE, invitedUserId } from '../../search-index/heads-to-entries.js';
import type { SearchFilter } from '../../search-index/query-index.js';
import { searchPage, type SearchPage, type SearchRequest } from './search-page.js';
import { upToDateIndex } from './stored/up-to-date-index.js';

/** Found in memory, and then read by their ids, so that each is shown as it is now, unless it was removed. */
export interface ListSearch extends SearchRequest {
  q?: string | undefined;
  role?: string | undefined;
  status?: string | undefined;
}

const consistent = { consistent: true };

export async function searchServiceGroups(
  tenant: Tenant,
  request: ListSearch,
): Promise<SearchPage<ServiceGroupView>> {
  const { accountId } = tenant;
  const { items, ...page } = await foundIn(tenant, 'service-group', request);
  const heads = await tenant.directory.table.batchGet(
    items.map(({ id }) => serviceGroupEntity.at({ accountId, serviceGroupId: idOf('service-group', id) })),
    consistent,
  );
  return { ...page, items: heads.filter((head) => head?.status === 'active').map(serviceGroupView) };
}

/** Those that are not revoked. @throws DomainError `account_not_found` */
export async function searchApiKeys(tenant: Tenant, request: ListSearch): Promise<SearchPage<ApiKeyView>> {
  const { accountId } = tenant;
  const active = { ...request, status: 'active' };
  const { items, ...page } = await foundIn(tenant, 'api-key', active);
  const heads = await tenant.directory.table.batchGet(
    items.map(({ id }) => apiKeyEntity.at({ accountId, apiKeyId: idOf('api-key', id) })),
    consistent,
  );
  return { ...page, items: heads.flatMap((head) => (head?.status === 'active' ? [apiKeyView(head)] : [])) };
}

export async function searchWebhookEndpoints(
  tenant: Tenant,
  request: ListSearch,
): Promise<SearchPage<WebhookEndpoint>> {
  const { accountId } = tenant;
  const { items, ...page } = await foundIn(tenant, 'webhook-endpoint', request);
  const heads = await tenant.directory.table.batchGet(
    items.map(({ id }) =>
      webhookEndpointEntity.at({ accountId, webhookEndpointId: idOf('webhook-endpoint', id) }),
    ),
    consistent,
  );
  const states = heads.map((head) => plainState<'webhook-endpoint'>(head));
  const there = states.filter(({ status }) => status !== 'none' && status !== 'removed');
  return { ...page, items: there.map(existingWebhookEndpoint) };
}

/** By what their users are found by. @throws DomainError `account_not_found` */
export async function searchInvitations(
  tenant: Tenant,
  request: ListSearch,
): Promise<SearchPage<InvitationView>> {
  const { directory, accountId } = tenant;
  const { items, ...page } = await foundIn(tenant, 'invitation', request);
  const ids = items.map(({ id }) => ({ accountId, userId: idOf('user', id) }));
  const [users, invitations] = await Promise.all([
    directory.table.batchGet(
      ids.map((id) => userEntity.at(id)),
      consistent,
    ),
    directory.table.batchGet(
      ids.map((id) => invitationEntity.at(id)),
      consistent,
    ),
  ]);
  const views = invitations.flatMap((invitation, at) => {
    const user = userState(users[at]);
    return invitation && user.status === 'invited' ? [invitationView(invitation, user)] : [];
  });
  return { ...page, items: views };
}

/** For operators: all accounts. */
export async function searchAccounts(
  directory: Directory,
  { q, status, ...request }: ListSearch,
): Promise<SearchPage<AccountView>> {
  const index = await upToDateIndex(directory, ACCOUNTS_SCOPE);
  const query = { kind: 'account', filter: { q, status }, binding: [q, status] } as const;
  const { items, ...page } = searchPage(directory, index, query, request);
  const [heads, counts] = await Promise.all([
    directory.table.batchGet(
      items.map(({ id: accountId }) => accountEntity.at({ accountId })),
      consistent,
    ),
    directory.table.batchGet(items.map(({ id: accountId }) => accountCountsEntity.at({ accountId }))),
  ]);
  const views = heads.flatMap((head, at) =>
    head && head.status !== 'closed' ? [accountView(head, counts[at])] : [],
  );
  return { ...page, items: views };
}

async function foundIn(
  { directory, accountId }: Tenant,
  kind: SearchKind,
  { q, role, status, ...request }: ListSearch,
) {
  const [account, index] = await Promise.all([
    directory.table.get(accountEntity, { accountId }, consistent),
    upToDateIndex(directory, accountId),
  ]);
  if (accountId !== PLATFORM_ACCOUNT_ID) existingAccount(accountState(account));
  const binding = [accountId, q, role, status];
  if (kind !== 'invitation')
    return searchPage(directory, index, { kind, filter: { q, status }, binding }, request);
  const only = new Set([...index.shelf('invitation').all()].map(({ id }) => invitedUserId(id)));
  const filter: SearchFilter = { q, role, status: 'invited', only };
  return searchPage(
    directory,
    index,
    { kind: 'user', filter, binding: ['invitations', ...binding] },
    request,
  );
}
