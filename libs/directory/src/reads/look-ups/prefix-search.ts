import {
  existingTeam,
  existingUser,
  fold,
  FOLDED_MAX_BYTES,
  foldName,
  type Role,
  type Team,
  type User,
} from '#libs/domain';
import { getAccount } from '../../aggregates/account/accounts.js';
import { cursorsBoundTo } from '../../core/bound-cursors.js';
import { groupNameClaimEntity, serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamEntity, teamNameClaimEntity } from '../../table/items/teams.js';
import { teamState } from '../../aggregates/team/state.js';
import { emailClaimEntity, userEntity } from '../../table/items/users.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import { userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { serviceGroupView, type ServiceGroupView } from '../../aggregates/service-group/views.js';

/** No email or name begins with it: it is longer, or has no visible characters. */
function beginsNone(prefix: string, folded: string): boolean {
  return (folded === '' && prefix !== '') || Buffer.byteLength(folded) > FOLDED_MAX_BYTES;
}

/** @throws DomainError `account_not_found`: an account that does not exist has no claims, like one without users */
async function nothingIn(tenant: Tenant): Promise<Page<never>> {
  await getAccount(tenant);
  return { items: [], cursor: undefined };
}

/**
 * Access pattern 5: the users whose email begins with a text, compared folded, by email. The claims are the index: one query
 * of them, and one batch of the users they name. Status and role are checked afterwards, so a page may be shorter than its
 * limit; its cursor is bound to them like any other filter.
 */
export async function findUsersByEmailPrefix(
  tenant: Tenant,
  prefix: string,
  {
    limit,
    cursor: from,
    order = 'ascending',
    status,
    role,
  }: OrderedPageRequest & {
    status?: User['status'] | undefined;
    role?: Role | undefined;
  },
): Promise<Page<User>> {
  const { directory, accountId } = tenant;
  if (beginsNone(prefix, fold(prefix))) return nothingIn(tenant);
  const { table } = directory;
  const cursors = cursorsBoundTo(directory, `email-prefix ${status ?? ''} ${role ?? ''}`);
  const page = await table.query(
    emailClaimEntity,
    { accountId },
    { limit, cursor: cursors.read(from), order, consistent: true, beginsWith: { email: fold(prefix) } },
  );
  const [claims, cursor] = [page.items, cursors.write(page.cursor)];
  if (claims.length === 0) return nothingIn(tenant);
  const items = await table.batchGet(
    claims.map(({ userId }) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  // A user who was removed, or got another email, between the two reads is omitted.
  const users = items
    .map((item) => userState(item))
    .filter((state) => state.status !== 'none' && state.status !== 'removed')
    .map(existingUser)
    .filter((user) => fold(user.email).startsWith(fold(prefix)))
    .filter((user) => (status === undefined || user.status === status) && (role ?? user.role) === user.role);
  return { items: users, cursor };
}

/** The service groups whose name begins with a text, compared folded, by name. */
export async function findServiceGroupsByNamePrefix(
  tenant: Tenant,
  prefix: string,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<ServiceGroupView>> {
  if (beginsNone(prefix, foldName(prefix))) return nothingIn(tenant);
  const { table } = tenant.directory;
  const { accountId } = tenant;
  const { items: claims, cursor } = await table.query(
    groupNameClaimEntity,
    { accountId },
    { limit, cursor: from, order, consistent: true, beginsWith: { name: foldName(prefix) } },
  );
  if (claims.length === 0) return nothingIn(tenant);
  const items = await table.batchGet(
    claims.map(({ serviceGroupId }) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    { consistent: true },
  );
  // One that was removed, or renamed, between the two reads is omitted.
  const groups = items.filter(
    (item) => item?.status === 'active' && foldName(item.name).startsWith(foldName(prefix)),
  );
  return { items: groups.map(serviceGroupView), cursor };
}

/** The teams whose name begins with a text, compared folded, by name. */
export async function findTeamsByNamePrefix(
  tenant: Tenant,
  prefix: string,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<Team>> {
  if (beginsNone(prefix, foldName(prefix))) return nothingIn(tenant);
  const { table } = tenant.directory;
  const { accountId } = tenant;
  const { items: claims, cursor } = await table.query(
    teamNameClaimEntity,
    { accountId },
    { limit, cursor: from, order, consistent: true, beginsWith: { name: foldName(prefix) } },
  );
  if (claims.length === 0) return nothingIn(tenant);
  const items = await table.batchGet(
    claims.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
    { consistent: true },
  );
  // One that was removed, or renamed, between the two reads is omitted.
  const teams = items.filter(
    (item) => item?.status === 'active' && foldName(item.name).startsWith(foldName(prefix)),
  );
  return { items: teams.map((item) => existingTeam(teamState(item))), cursor };
}
