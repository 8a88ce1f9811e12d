import { createHash } from 'node:crypto';
import {
  DAY_SECONDS,
  activeAccount,
  existingAccessRole,
  existingServiceGroup,
  existingTeam,
  initialAccessRoles,
  parseGivenFor,
  termsOfNewMember,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { accountEntity } from '../../table/items/accounts.js';
import type { Directory } from '../../core/directory.js';
import { importPartEntity } from '../../table/items/imports.js';
import type { BulkAction } from '../../table/items/jobs.js';
import { newJob } from '../../core/jobs.js';
import type { CommandContext } from '../../core/execute.js';
import { accountState } from '../../aggregates/account/state.js';
import { accessRolesToGive } from '../../aggregates/user/memberships/access-roles-to-give.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { teamState } from '../../aggregates/team/state.js';
import { teamEntity } from '../../table/items/teams.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import type { Tenant } from '../../core/tenant.js';
import { beginOnce, begunBefore, jobOfKey, type BegunJob } from '../begin-once.js';
import { selectedUsers, type SelectedUser, type Selection } from './selection.js';

export const BULK_PART_ROWS = 500;
const PART_RETENTION_SECONDS = 30 * DAY_SECONDS;

export type BulkRequest = BulkAction & { selection: Selection };

/**
 * Stores the present selection, and creates a job that changes each of its users. Before the job exists nothing has started:
 * the selection of an interrupted request expires.
 *
 * With an idempotency key, repeated requests lead to the same job.
 * @throws DomainError what `requirePossible` throws, `empty_selection`, `change_too_large`, `idempotency_key_reused`
 */
export async function startBulkJob(
  tenant: Tenant,
  request: BulkRequest,
  { actor, correlationId, receipt }: CommandContext,
): Promise<BegunJob> {
  const { directory, accountId } = tenant;
  const { now, newId } = directory;
  const { jobId, before } = await jobOfKey(tenant, receipt);
  // What the caller may do can have changed between the first request and its repetition.
  const { mayManageOwners: _owners, mayManageAdmins: _admins, ...repeated } = request;
  const digest = createHash('sha256').update(JSON.stringify(repeated)).digest('base64url');
  if (before) return begunBefore(tenant, before, digest);
  const { selection, ...requested } = request;
  const action = await requirePossible(directory, accountId, requested);
  const at = new Date(now()).toISOString();
  const selectionId = newId('job');
  const frozen = await freeze(tenant, selection, { selectionId, at });
  const bulk = { ...action, ...frozen, selectionId, digest };
  const of = { jobId, type: 'bulk', subjectId: accountId, fencedAt: at, accountId } as const;
  const cause = { actor, correlationId, causationId: jobId };
  const job = newJob({ ...of, ...cause, bulk, nextPart: 0, nextRow: 0 }, at);
  return beginOnce(tenant, job, digest);
}

/**
 * Refuses what every row would be refused for, as the single command does.
 * @returns the action with the access role that its key names now: one that is made anew with the key is another one
 * @throws DomainError `account_not_found`, `account_suspended`, `service_group_not_found`, `team_not_found`, `access_role_not_found`, and what
 * `termsOfNewMember` throws
 */
export async function requirePossible(
  directory: Directory,
  accountId: string,
  bulk: BulkAction,
): Promise<BulkAction> {
  const { table, steadyNow } = directory;
  const { action, serviceGroupIds, teamIds = [], expiresAt, reason, accessRole } = bulk;
  const [account, ...groups] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      ...serviceGroupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    ] as const,
    { consistent: true },
  );
  activeAccount(accountState(account));
  const accessRoles = await accessRolesToGive(directory, accountId, [bulk], []);
  const role = accessRole && existingAccessRole(accessRoles ?? initialAccessRoles, accessRole);
  const terms = { expiresAt, reason, accessRole: role, accessRoles };
  await requireTeams(directory, accountId, teamIds);
  if (action === 'add_to_teams') parseGivenFor({ expiresAt, reason }, steadyNow());
  for (const group of groups) {
    const serviceGroup = existingServiceGroup(serviceGroupState(group));
    if (action === 'add_to_groups') termsOfNewMember({ serviceGroup, ...terms }, steadyNow());
  }
  return role ? { ...bulk, accessRole: role } : bulk;
}

async function requireTeams(
  { table }: Directory,
  accountId: string,
  teamIds: readonly TeamId[],
): Promise<void> {
  if (teamIds.length === 0) return;
  const heads = await table.batchGet(
    teamIds.map((teamId) => teamEntity.at({ accountId, teamId })),
    { consistent: true },
  );
  for (const head of heads) existingTeam(teamState(head));
}

/** Later changes of the query's result do not matter to the job. */
async function freeze(
  tenant: Tenant,
  selection: Selection,
  { selectionId, at }: { selectionId: string; at: string },
): Promise<{ rows: number; parts: number }> {
  const { table, now } = tenant.directory;
  const expiresAt = Math.floor(now() / 1000) + PART_RETENTION_SECONDS;
  const item = { jobId: selectionId, accountId: tenant.accountId, createdAt: at, updatedAt: at, expiresAt };
  let [rows, parts, users]: [number, number, SelectedUser[]] = [0, 0, []];
  const put = async () => {
    await table.put(importPartEntity, { ...item, part: parts, rows: JSON.stringify(users.map(storedUser)) });
    [rows, parts, users] = [rows + users.length, parts + 1, []];
  };
  for await (const user of selectedUsers(tenant, selection)) {
    users.push(user);
    if (users.length === BULK_PART_ROWS) await put();
  }
  if (users.length > 0) await put();
  return { rows, parts };
}

/** An id, and behind it a version if that matters. */
type StoredUser = UserId | [UserId, number];

function storedUser({ userId, ifVersion }: SelectedUser): StoredUser {
  return ifVersion === undefined ? userId : [userId, ifVersion];
}

export function usersOfPart(rows: string): SelectedUser[] {
  return (JSON.parse(rows) as StoredUser[]).map((stored) =>
    typeof stored === 'string' ? { userId: stored } : { userId: stored[0], ifVersion: stored[1] },
  );
}
