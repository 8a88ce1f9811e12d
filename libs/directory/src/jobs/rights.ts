import {
  acceptedHashes,
  PERMISSIONS_OF,
  type ApiKeyId,
  type Permission,
  type Scope,
  type UserId,
} from '#libs/domain';
import { PLATFORM_ACCOUNT_ID } from '../aggregates/api-key/api-keys.js';
import { apiKeyEntity } from '../table/items/api-keys.js';
import type { Directory } from '../core/directory.js';
import { plainState } from '../core/states.js';
import { loadPrincipal } from '../sign-in/principals.js';
import {
  RESOURCE_OF_ROWS,
  type BulkAction,
  type JobStop,
  type Manages,
  type Job,
} from '../table/items/jobs.js';

/** What it takes to start a job of rows, and to run it: ADR 42. */
export interface JobRights {
  /** It may change owners, and make them. */
  owners: boolean;
  /** What an API key needs. */
  scopes: readonly Scope[];
}

/** Its rows are independent: it can end between any two of them. */
export function isOfRows({ type }: Pick<Job, 'type'>): boolean {
  return type === 'import' || type === 'bulk' || type === 'revert';
}

export function isAboutGroups({ action }: Pick<BulkAction, 'action'>): boolean {
  return action === 'add_to_groups' || action === 'remove_from_groups' || action === 'change_access_role';
}

export function isAboutTeams({ action }: Pick<BulkAction, 'action'>): boolean {
  return action === 'add_to_teams' || action === 'remove_from_teams';
}

/** What anybody may enter can be changed, whatever their role. */
export function isAboutAccess(bulk: Pick<BulkAction, 'action'>): boolean {
  return isAboutGroups(bulk) || isAboutTeams(bulk);
}

/** Removals have been committed before their jobs begin: they take no rights to end. */
export function rightsOf({ bulk, revert, import: imported }: Job): JobRights {
  if (bulk) {
    if (isAboutTeams(bulk)) return { owners: false, scopes: ['teams:write'] };
    if (isAboutGroups(bulk)) return { owners: false, scopes: ['memberships:write'] };
    return { owners: bulk.mayManageOwners, scopes: ['users:write', ...scopeForAdmins(bulk)] };
  }
  if (revert) {
    if (!revert.scopes.includes('users:write')) return { owners: false, scopes: revert.scopes };
    return { owners: revert.mayManageOwners, scopes: [...revert.scopes, ...scopeForAdmins(revert)] };
  }
  if (!imported) return { owners: false, scopes: [] };
  const { kind, dryRun, mayManageOwners } = imported;
  if (kind !== 'users') return { owners: false, scopes: [`${RESOURCE_OF_ROWS[kind]}:write`] };
  return { owners: !dryRun && mayManageOwners, scopes: ['users:write', ...scopeForAdmins(imported)] };
}

function scopeForAdmins({ mayManageAdmins = false }: Partial<Manages>): Scope[] {
  return mayManageAdmins ? ['admins:write'] : [];
}

/** Whom the events of a job name, and whose rights it needs. */
export function runnerOf({ actor, runsAs }: Job): Job['actor'] {
  return runsAs ?? actor;
}

type Reason = Omit<JobStop, 'at'>;

/**
 * Why a job of rows may not go on, as far as the table knows: it has no list of operators.
 * One strongly consistent call.
 */
export async function whyNotOn(directory: Directory, job: Job): Promise<Reason | undefined> {
  const runner = runnerOf(job);
  const [kind, id] = split(runner);
  if (kind === 'user') return whyNotUser(directory, job, id as UserId);
  if (kind === 'api-key') return whyNotKey(directory, job, id as ApiKeyId);
  return undefined;
}

function split(actor: Job['actor']): [string, string] {
  const colon = actor.indexOf(':');
  return [actor.slice(0, colon), actor.slice(colon + 1)];
}

async function whyNotUser(directory: Directory, job: Job, userId: UserId): Promise<Reason | undefined> {
  const { user } = await loadPrincipal(directory, { accountId: job.accountId, userId });
  if (!user || user.status === 'removed')
    return { code: 'actor_removed', detail: 'The user that the job runs as was removed.' };
  if (user.status !== 'active')
    return { code: 'actor_suspended', detail: 'The user that the job runs as is not active.' };
  const { owners, scopes } = rightsOf(job);
  const needed: readonly Permission[] = owners ? [...scopes, 'owners:write'] : scopes;
  if (needed.every((permission) => PERMISSIONS_OF[user.role].has(permission))) return undefined;
  const detail = `The user that the job runs as is no longer ${owners ? 'an owner' : 'an owner or an admin'}.`;
  return { code: 'actor_role_lost', detail };
}

async function whyNotKey(
  { table, now }: Directory,
  job: Job,
  apiKeyId: ApiKeyId,
): Promise<Reason | undefined> {
  const heads = await table.batchGet(
    [job.accountId, PLATFORM_ACCOUNT_ID].map((accountId) => apiKeyEntity.at({ accountId, apiKeyId })),
    { consistent: true },
  );
  const key = plainState<'api-key'>(heads.find((head) => head !== undefined));
  if (key.status !== 'active')
    return { code: 'api_key_revoked', detail: 'The API key that the job runs as was revoked.' };
  if (acceptedHashes(key, now()).length === 0)
    return { code: 'api_key_expired', detail: 'The API key that the job runs as has expired.' };
  const missing = rightsOf(job).scopes.find((scope) => !key.scopes.includes(scope));
  if (missing === undefined) return undefined;
  const detail = `The API key that the job runs as lacks the scope ${missing}.`;
  return { code: 'api_key_scope_missing', detail };
}
