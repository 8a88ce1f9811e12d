import type { Directory } from '../directory.js';
import { listMembers } from '../memberships/memberships.js';
import type { Page } from '../pages.js';
import { listServiceGroups } from '../service-groups/service-groups.js';
import type { Tenant } from '../tenant.js';
import { listUsers } from '../users/users.js';
import { ROW_COLUMNS, type RowKind } from './rows.js';

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
  const all = every((cursor) => listUsers(directory, tenant, { limit: PAGE, cursor }));
  for await (const user of all) yield rowOf('users', user);
}

async function* serviceGroups(directory: Directory, tenant: Tenant) {
  const all = every((cursor) => listServiceGroups(directory, tenant, { limit: PAGE, cursor }));
  for await (const serviceGroup of all) yield rowOf('service-groups', serviceGroup);
}

function rowOf(kind: RowKind, state: object): Record<string, string> {
  const values = state as Readonly<Record<string, string>>;
  return Object.fromEntries(ROW_COLUMNS[kind].map((column) => [column, values[column] ?? '']));
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
