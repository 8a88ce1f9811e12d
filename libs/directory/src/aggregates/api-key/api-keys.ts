// aggregates/api-key: commands on API keys, and their list.
// Imports core, table and aggregates/account.

import {
  decideApiKey,
  existingAccount,
  existingApiKey,
  initialApiKey,
  type AccountState,
  type ApiKey,
  type ApiKeyCommand,
  type ApiKeyId,
  type Scope,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { changePlain } from '../../core/changes.js';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { readAccount } from '../account/read-account.js';
import { apiKeyEntity } from '../../table/items/api-keys.js';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { ifConditionHolds } from '../../core/retries.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import { accountState } from '../account/state.js';
import { plainState } from '../../core/states.js';
import type { Tenant } from '../../core/tenant.js';

/** The operators' own keys are stored as if this were an account: it has no head, and can have no users. */
export const PLATFORM_ACCOUNT_ID = 'acct_00000000000000000000000000';

/** A key, with the time of its last use, accurate to a few minutes. */
export type ApiKeyView = ApiKey & {
  lastUsedAt: string | undefined;
  /** What the last reader of a feed with it understands; undefined: it has read none since it was created or rotated. */
  understands?: readonly string[] | undefined;
};

export type DrawSecret = (apiKeyId: ApiKeyId) => { hint: string; secretHash: string };

export async function createApiKey(
  tenant: Tenant,
  input: { name: string; scopes: readonly Scope[]; expiresAt: string | undefined },
  drawSecret: DrawSecret,
  context: CommandContext,
): Promise<Outcome<ApiKey>> {
  const { directory, accountId } = tenant;
  const apiKeyId = directory.newId('api-key');
  const keyCommand = { type: 'create_api_key', apiKeyId, ...input, ...drawSecret(apiKeyId) } as const;
  return command(tenant, context, {
    load: async () => ({ before: initialApiKey, account: await loadAccount(directory, accountId) }),
    decide: ({ before, account }) => decideApiKey(before, keyCommand, { account }),
    change: ({ before }, newEvents, by) => changePlain(['api-key', apiKeyId], before, newEvents, by),
    view: ({ state }) => ({ state: existingApiKey(state) }),
  });
}

export async function rotateApiKey(
  tenant: Tenant,
  apiKeyId: ApiKeyId,
  keyCommand: Extract<ApiKeyCommand, { type: 'rotate_api_key' }>,
  context: CommandContext,
): Promise<Outcome<ApiKey>> {
  return command(tenant, context, {
    aggregateId: apiKeyId,
    load: () => loadApiKeyWithAccount(tenant, apiKeyId),
    decide: ({ before, account }) => decideApiKey(before, keyCommand, { account }),
    change: ({ before }, newEvents, by) => changePlain(['api-key', apiKeyId], before, newEvents, by),
    view: ({ state }) => ({ state: existingApiKey(state) }),
  });
}

export async function revokeApiKey(
  tenant: Tenant,
  apiKeyId: ApiKeyId,
  context: CommandContext,
): Promise<Outcome<null>> {
  return command(tenant, context, {
    aggregateId: apiKeyId,
    load: () => loadApiKeyWithAccount(tenant, apiKeyId),
    decide: ({ before, account }) => decideApiKey(before, { type: 'revoke_api_key' }, { account }),
    change: ({ before }, newEvents, by) => changePlain(['api-key', apiKeyId], before, newEvents, by),
    view: () => ({ state: null }),
  });
}

/** The platform is not an account, so its keys need none. */
async function loadAccount(directory: Directory, accountId: string): Promise<AccountState | undefined> {
  return accountId === PLATFORM_ACCOUNT_ID ? undefined : readAccount(directory, accountId);
}

async function loadApiKeyWithAccount(
  { directory: { table }, accountId }: Pick<Tenant, 'directory' | 'accountId'>,
  apiKeyId: ApiKeyId,
) {
  const [account, item] = await table.batchGet(
    [accountEntity.at({ accountId }), apiKeyEntity.at({ accountId, apiKeyId })],
    { consistent: true },
  );
  return {
    account: accountId === PLATFORM_ACCOUNT_ID ? undefined : accountState(account),
    item,
    before: plainState<'api-key'>(item),
  };
}

/** A key, read with its account in the same call: keys of a closed account are absent. */
export async function getApiKey(tenant: Tenant, apiKeyId: ApiKeyId): Promise<ApiKeyView> {
  const { account, item, before: apiKey } = await loadApiKeyWithAccount(tenant, apiKeyId);
  if (account) existingAccount(account);
  return { ...existingApiKey(apiKey), ...useOf(item) };
}

/** The keys that are not revoked, oldest or newest first. @throws DomainError `account_not_found` */
export async function listApiKeys(
  { directory, accountId }: Tenant,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<ApiKeyView>> {
  const [account, { items, cursor }] = await Promise.all([
    loadAccount(directory, accountId),
    directory.table.query(
      apiKeyEntity,
      { accountId },
      { limit, cursor: from, order, consistent: true, filter: (c) => c.ne('status', 'revoked') },
    ),
  ]);
  if (account) existingAccount(account);
  return { items: items.map(apiKeyView), cursor };
}

/** As many keys as are looked at, and named. */
const MAX_KEYS = 100;

/**
 * The first keys of an account, neither revoked nor expired, whose last reader of a feed did not say that it understands something; not those
 * that have read none. Strongly consistent, in one query.
 */
export async function listKeysWithout(
  { directory, accountId }: Tenant,
  feature: string,
): Promise<Pick<ApiKey, 'apiKeyId' | 'name'>[]> {
  const { items } = await directory.table.query(
    apiKeyEntity,
    { accountId },
    {
      ...{ limit: MAX_KEYS, consistent: true },
      filter: (c) => c.and(c.exists('understands'), c.ne('status', 'revoked')),
    },
  );
  const now = directory.steadyNow();
  return items
    .map(apiKeyView)
    .filter(({ understands, validUntil }) => {
      return (
        understands?.includes(feature) === false && (validUntil === undefined || Date.parse(validUntil) > now)
      );
    })
    .map(({ apiKeyId, name }) => ({ apiKeyId, name }));
}

export function apiKeyView(item: Item<typeof apiKeyEntity>): ApiKeyView {
  return { ...existingApiKey(plainState<'api-key'>(item)), ...useOf(item) };
}

function useOf(
  item: Pick<Item<typeof apiKeyEntity>, 'lastUsedAt' | 'understands'> | undefined,
): Pick<ApiKeyView, 'lastUsedAt' | 'understands'> {
  const { lastUsedAt, understands } = item ?? {};
  return { lastUsedAt, understands: understands?.split(',').filter((feature) => feature !== '') };
}

/** For authentication, in one strongly consistent call. It takes no tenant: it is what grants one. */
export async function loadCredential(
  directory: Directory,
  accountId: string,
  apiKeyId: ApiKeyId,
): Promise<{ account: AccountState | undefined; apiKey: ApiKey | undefined }> {
  const { account, before: apiKey } = await loadApiKeyWithAccount({ directory, accountId }, apiKeyId);
  return { account, apiKey: apiKey.status === 'none' ? undefined : apiKey };
}

/**
 * Unless it is known precisely enough. Creates no version.
 * @param unlessSince a recorded use since then is recent enough
 * @param understands what a reader of a feed said that it understands: names with commas. Undefined: it read none
 */
export async function noteApiKeyUse(
  { table }: Directory,
  { accountId, apiKeyId }: { accountId: string; apiKeyId: ApiKeyId },
  at: string,
  unlessSince: string,
  understands?: string,
): Promise<void> {
  await ifConditionHolds(
    table.update(
      apiKeyEntity,
      { accountId, apiKeyId },
      {
        set: { lastUsedAt: at, ...(understands !== undefined && { understands }) },
        condition: (c) =>
          c.and(
            c.eq('status', 'active'),
            c.or(
              c.notExists('lastUsedAt'),
              c.lt('lastUsedAt', unlessSince),
              ...(understands === undefined
                ? []
                : [c.notExists('understands'), c.ne('understands', understands)]),
            ),
          ),
      },
    ),
  );
}
