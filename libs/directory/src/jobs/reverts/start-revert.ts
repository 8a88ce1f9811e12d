import { createHash } from 'node:crypto';
import { activeAccount, type Actor, type DomainError, whyNotRevertible, type Scope } from '#libs/domain';
import { readAccount } from '../../aggregates/account/read-account.js';
import type { CommandContext } from '../../core/execute.js';
import { newJob } from '../../core/jobs.js';
import type { Tenant } from '../../core/tenant.js';
import { scopesToRevert } from '../../reverts/decide-reversal.js';
import {
  eventsOf,
  locateChange,
  MAX_AGGREGATES,
  requireRevertible,
  revertibility,
  type LocatedChange,
  type LoggedEvent,
  type NamedChange,
} from '../../reverts/find-change.js';
import type { Job, Manages, RevertSpec } from '../../table/items/jobs.js';
import { beginOnce, begunBefore, jobOfKey, type BegunJob } from '../begin-once.js';

/** What the caller may do, as an undo needs it. */
export interface RevertRights extends Manages {
  /** Throws if the caller lacks one of these. */
  require: (scopes: readonly Scope[]) => void;
}

/** Beyond this, nobody has to know how many there are before it is undone. */
const MAX_COUNTED = 10_000;

/**
 * Creates a job that undoes a change one user and service group at a time: those that cannot be undone are refused, each with its reason.
 *
 * With an idempotency key, repeated requests lead to the same job.
 * @throws DomainError `change_not_found`, `change_not_revertible`, `account_suspended`, `idempotency_key_reused`
 */
export async function startRevertJob(
  tenant: Tenant,
  change: NamedChange,
  rights: RevertRights,
  { actor, correlationId, receipt }: CommandContext,
): Promise<BegunJob> {
  const { accountId, directory } = tenant;
  const { jobId, before } = await jobOfKey(tenant, receipt);
  const digest = createHash('sha256').update(JSON.stringify(change)).digest('base64url');
  if (before) return begunBefore(tenant, before, digest);
  const revert = { ...(await revertSpec(tenant, change, rights, actor)), digest };
  const at = new Date(directory.now()).toISOString();
  const of = { jobId, type: 'revert', subjectId: accountId, fencedAt: at, accountId } as const;
  return beginOnce(tenant, newJob({ ...of, actor, correlationId, causationId: jobId, revert }, at), digest);
}

/** @throws what `startRevertJob` throws */
export async function revertSpec(
  tenant: Tenant,
  change: NamedChange,
  { require, ...manages }: RevertRights,
  actor: Actor,
): Promise<Omit<RevertSpec, 'digest'>> {
  const { jobs, restored, ...located } = await locateChange(tenant, change, actor);
  const scopes = await scopesFor(eventsOf(tenant, located));
  require(scopes);
  activeAccount(await readAccount(tenant.directory, tenant.accountId));
  const rows = jobs.length > 0 ? rowsChangedBy(jobs) : await countAggregates(tenant, located);
  const noted = {
    jobIds: jobs.map(({ jobId }) => jobId),
    restoredJobIds: restored.map(({ jobId }) => jobId),
  };
  return { ...located, ...noted, ...manages, scopes, rows };
}

/**
 * The permissions that undoing a change needs. A sample of its aggregates shows what it is about: what it did to others is of the same
 * kind, or is refused.
 * @throws DomainError `change_not_revertible` if there is a way back from none of them
 */
async function scopesFor(events: AsyncIterable<LoggedEvent>): Promise<Scope[]> {
  const ids = new Set<string>();
  const types = new Set<string>();
  let refusal: DomainError | undefined;
  let isRevertible = false;
  for await (const event of events) {
    const reason = whyNot(event);
    isRevertible ||= reason === undefined;
    refusal ??= reason;
    // The ends of memberships that are given again come first, and show nothing.
    if (revertibility(event) === 'nothing') continue;
    ids.add(event.aggregateId);
    types.add(event.type);
    if (ids.size > MAX_AGGREGATES) break;
  }
  if (refusal && !isRevertible) throw refusal;
  const has = (...prefixes: string[]) =>
    [...types].some((type) => prefixes.some((prefix) => type.startsWith(prefix)));
  return scopesToRevert({
    users: has('user.'),
    memberships: has('service_group.member'),
    teams: has('team.', 'service_group.team_'),
    serviceGroups: has('service_group.renamed', 'service_group.settings_changed'),
    managers: has('service_group.manager_'),
  });
}

function whyNot(event: LoggedEvent): DomainError | undefined {
  try {
    requireRevertible(event.aggregateId);
    return whyNotRevertible(event);
  } catch (error) {
    return error as DomainError;
  }
}

/** Several rows of an import can be about one user. */
function rowsChangedBy(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { created = 0, changed = 0 }) => sum + created + changed, 0);
}

async function countAggregates(tenant: Tenant, located: LocatedChange): Promise<number> {
  const ids = new Set<string>();
  for await (const { aggregateId } of eventsOf(tenant, located)) {
    ids.add(aggregateId);
    if (ids.size >= MAX_COUNTED) break;
  }
  return ids.size;
}
