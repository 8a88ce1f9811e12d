import { getJob, isOfRows, steerJob, type Job, type Outcome } from '#libs/directory';
import { ownAccountOf } from '../access-control/caller.js';
import { Problem } from '../problems/problem.js';
import type { Change } from '../requests/commands/command.js';

interface Steering extends Change {
  jobId: string;
}

/** People can pause the jobs they started; the jobs of removals belong to the platform. @throws Problem `not_permitted` */
export async function steer(
  { tenant, caller, jobId, command }: Steering,
  to: Parameters<typeof steerJob>[2],
): Promise<Outcome<Job>> {
  if (ownAccountOf(caller) !== undefined && !isOfRows(await getJob(tenant, jobId)))
    throw new Problem('not_permitted', 'Only an operator may pause and resume the job of a removal.');
  return steerJob(tenant, jobId, to, command);
}
