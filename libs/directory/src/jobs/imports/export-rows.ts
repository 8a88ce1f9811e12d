import { listMembers } from '../../reads/memberships/memberships.js';
import { eachOf, type Page } from '../../core/pages.js';
import { listServiceGroups } from '../../aggregates/service-group/service-groups.js';
import type { Tenant } from '../../core/tenant.js';
import { listUsers } from '../../aggregates/user/users.js';
import { ROW_COLUMNS, type RowKind } from './rows.js';

const PAGE = 100;

/** Every row of a kind in the format of an import, page by page on demand. */
export async function* exportRows(tenant: Tenant, kind: RowKind): AsyncGenerator<Record<string, string>> {
  switch (kind) {
    case 'users':
      return yield* rowsOf(kind, (cursor) => listUsers(tenant, { limit: PAGE, cursor }));
    case 'service-groups':
      return yield* rowsOf(kind, (cursor) => listServiceGroups(tenant, { limit: PAGE, cursor }));
    case 'memberships':
      return yield* memberships(tenant);
    default:
      return kind satisfies never;
  }
}

async function* rowsOf(kind: RowKind, page: (cursor: string | undefined) => Promise<Page<object>>) {
  for await (const state of eachOf(page)) {
    const values = state as Readonly<Record<string, string>>;
    yield Object.fromEntries(ROW_COLUMNS[kind].map((column) => [column, values[column] ?? '']));
  }
}

/** By service group, from the index: eventually consistent, like its lists. */
async function* memberships(tenant: Tenant) {
  const groups = eachOf((cursor) => listServiceGroups(tenant, { limit: PAGE, cursor }));
  for await (const { serviceGroupId, name, externalId = '' } of groups) {
    const members = eachOf((cursor) => listMembers(tenant, serviceGroupId, { limit: PAGE, cursor }));
    for await (const { userEmail, expiresAt = '' } of members)
      yield {
        userEmail,
        userExternalId: '',
        serviceGroupName: name,
        serviceGroupExternalId: externalId,
        until: expiresAt,
      };
  }
}
