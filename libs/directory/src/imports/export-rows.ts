import type { User } from '#libs/domain';
import type { Directory } from '../directory.js';
import { listMembers } from '../memberships/memberships.js';
import type { Page } from '../pages.js';
import { listServiceGroups } from '../service-groups/service-groups.js';
import type { Tenant } from '../tenant.js';
import { listUsers } from '../users/users.js';
import type { RowKind } from './rows.js';

const PAGE = 100;

/** Every row of a kind in the format of an import, page by page on demand. */
export async function* exportRows(
  directory: Directory,
  tenant: Tenant,
  kind: RowKind,
): AsyncGenerator<Record<string, string>> {
  switch (kind) {
    case 'users':
      return yield* users(directory, tenant);
    case 'service-groups':
      return yield* serviceGroups(directory, tenant);
    case 'memberships':
      return yield* memberships(directory, tenant);
    default:
      return kind satisfies never;
  }
}

async function* users(directory: Directory, tenant: Tenant) {
  for await (const { email, name, role, externalId = '' } of eachUser(directory, tenant))
    yield { email, name, role, externalId };
}

function eachUser(directory: Directory, tenant: Tenant): AsyncGenerator<User> {
  return every((cursor) => listUsers(directory, tenant, { limit: PAGE, cursor }));
}

async function* serviceGroups(directory: Directory, tenant: Tenant) {
  const all = every((cursor) => listServiceGroups(directory, tenant, { limit: PAGE, cursor }));
  for await (const { name, externalId = '' } of all) yield { name, externalId };
}

/** By service group, from the index: eventually consistent, like its lists. */
async function* memberships(directory: Directory, tenant: Tenant) {
  const groups = every((cursor) => listServiceGroups(directory, tenant, { limit: PAGE, cursor }));
  for await (const { serviceGroupId, name, externalId = '' } of groups) {
    const members = every((cursor) =>
      listMembers(directory, tenant, serviceGroupId, { limit: PAGE, cursor }),
    );
    for await (const { userEmail } of members)
      yield {
        userEmail,
        userExternalId: '',
        serviceGroupName: name,
        serviceGroupExternalId: externalId,
      };
  }
}

async function* every<T>(page: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { items, cursor: next } = await page(cursor);
    yield* items;
    cursor = next;
  } while (cursor !== undefined);
}
