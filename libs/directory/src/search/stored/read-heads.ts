import { ACCOUNTS_SCOPE, entryOf, searchedItem } from '../heads-to-entries.js';
import type { Directory } from '../../directory.js';
import { accountEntity } from '../../accounts/items.js';
import { apiKeyEntity } from '../../api-keys/items.js';
import { invitationEntity } from '../../invitations/items.js';
import { serviceGroupEntity } from '../../service-groups/items.js';
import { userEntity } from '../../users/items.js';
import { webhookEndpointEntity } from '../../webhooks/items.js';
import type { SearchChange } from '../entries.js';

/** What every head has of what an entry is made of. */
const OF_ALL = ['accountId', 'status', 'version', 'createdAt', 'updatedAt'] as const;

/** An entry of each head of an account, as it is now, or of each account. Reads all of them: to make an index, or to check one. */
export async function* entriesOfHeads(directory: Directory, scope: string): AsyncGenerator<SearchChange> {
  if (scope === ACCOUNTS_SCOPE) yield* entriesOfAccounts(directory);
  else yield* entriesOfAccount(directory, scope);
}

async function* entriesOfAccount(directory: Directory, scope: string): AsyncGenerator<SearchChange> {
  const { table } = directory;
  const key = { accountId: scope };
  const heads = {
    user: table.each(userEntity, key, {
      consistent: true,
      select: [...OF_ALL, 'userId', 'name', 'email', 'role', 'externalId'],
    }),
    'service-group': table.each(serviceGroupEntity, key, {
      consistent: true,
      select: [...OF_ALL, 'serviceGroupId', 'name', 'externalId'],
    }),
    'api-key': table.each(apiKeyEntity, key, {
      consistent: true,
      select: [...OF_ALL, 'apiKeyId', 'name', 'hint'],
    }),
    'webhook-endpoint': table.each(webhookEndpointEntity, key, {
      consistent: true,
      select: [...OF_ALL, 'webhookEndpointId', 'url', 'description'],
    }),
    invitation: table.each(invitationEntity, key, { consistent: true }),
  };
  for (const [entity, items] of Object.entries(heads))
    for await (const item of items) yield entryOf(searchedItem(entity, item));
}

async function* entriesOfAccounts({ table }: Directory): AsyncGenerator<SearchChange> {
  const select = [...OF_ALL, 'name', 'externalId'] as const;
  for await (const item of table.each(accountEntity.by('GSI1'), {}, { select }))
    yield entryOf(searchedItem('account', item));
}
