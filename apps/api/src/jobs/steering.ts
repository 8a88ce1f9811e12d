import {
  getJob,
  isOfRows,
  rightsOf,
  steerJob,
  type Job,
  type JobRights,
  type Outcome,
} from '#libs/directory';
import {
  hasPermission,
  mayManageOwners,
  ownAccountOf,
  requireScope,
  type Caller,
} from '../auth/caller/caller.js';
import { requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { Problem } from '../problems/problem.js';
import type { Change } from '../commands/command.js';

type Target = Parameters<typeof steerJob>[2];

export type Step = 'pause' | 'resume' | 'cancel';

/** What the caller may do with a job as it is now; to resume it may take a recent sign-in. */
export function stepsOf(caller: Caller, job: Job): Step[] {
  const { status } = job;
  if (status !== 'running' && status !== 'paused') return [];
  const mayAny = hasPermission(caller, 'jobs:write') || hasPermission(caller, 'platform:write');
  const mayThis = isOfRows(job) ? hasRights(caller, rightsOf(job)) : ownAccountOf(caller) === undefined;
  if (!mayAny || !mayThis) return [];
  const step = status === 'running' ? 'pause' : 'resume';
  return isOfRows(job) ? [step, 'cancel'] : [step];
}

function hasRights(caller: Caller, { scopes, owners }: JobRights): boolean {
  return scopes.every((scope) => hasPermission(caller, scope)) && (!owners || mayManageOwners(caller));
}

interface Steering extends Change {
  jobId: string;
}

/**
 * Everyone who could have started an import, a bulk job or an undo can pause, resume and cancel it; the jobs of removals belong to the platform.
 * @throws Problem `not_permitted`, `owner_needed`, `recent_sign_in_needed`
 */
export async function steer({ tenant, caller, jobId, command }: Steering, to: Target): Promise<Outcome<Job>> {
  const job = await getJob(tenant, jobId);
  if (isOfRows(job)) requireRights(caller, rightsOf(job), to);
  else if (ownAccountOf(caller) !== undefined)
    throw new Problem('not_permitted', 'Only an operator may pause and resume the job of a removal.');
  return steerJob(tenant, jobId, to, command);
}

/** What it takes to start the job. What stops it needs no recent sign-in. */
function requireRights(caller: Caller, rights: JobRights, to: Target): void {
  for (const scope of rights.scopes) requireScope(caller, scope);
  if (!rights.owners) return;
  if (!mayManageOwners(caller))
    throw new Problem('owner_needed', 'Only an owner or an operator may do what this job does to owners.');
  if (to === 'running') requireRecentSignIn(caller);
}
