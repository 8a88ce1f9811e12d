import { asRefusal } from '#libs/domain';
import { grantTenant } from '../../core/tenant.js';
import { runnerOf } from '../rights.js';
import { jobOfRows, takePart, type RowOutcome } from '../rows-job.js';
import { importMemberships, importTeamMembers } from './import-cells.js';
import { importServiceGroups, importTeams } from './import-named.js';
import { importUsers } from './import-users.js';
import { invalidRow, type ImportRow, type RowValues } from './rows.js';

const IMPORTED = {
  users: importUsers,
  'service-groups': importServiceGroups,
  memberships: importMemberships,
  teams: importTeams,
  'team-members': importTeamMembers,
};

/** After a kill the part is executed again: finished rows are recognised, and count as they did the first time. */
export const importNextPart = jobOfRows(async (directory, job) => {
  const { accountId, correlationId, jobId, import: spec } = job;
  const { kind, dryRun, parts, uploadId = jobId } = spec!;
  // Imports that predate `uploadId` stored their parts under the id of the job.
  const taken = await takePart(directory, job, { uploadId, parts });
  if (!taken) return 'conflicted';
  const rows = JSON.parse(taken.rows) as ImportRow[];
  const context = { actor: runnerOf(job), correlationId, dryRun };
  const importContext = { tenant: grantTenant(directory, accountId), context, manages: spec! };
  const readable = rows.flatMap((row) => ('values' in row ? [row.values] : []));
  const outcomes = await refusedTogether(readable, (values) => IMPORTED[kind](importContext, values));
  const ofReadable = outcomes.values();
  return {
    rows: rows.map(({ line, lastLine, written, ...row }) => ({
      ...{ line, ...(lastLine !== undefined && { lastLine }), written },
      outcome: 'unreadable' in row ? invalidRow(row.unreadable) : ofReadable.next().value!,
    })),
    also: [taken.done],
    set: { nextPart: taken.part + 1 },
    isDone: taken.isLast,
  };
});

/** A reason that refuses all rows, such as a suspended account, becomes the reason of each. */
async function refusedTogether(
  values: RowValues[],
  run: (values: RowValues[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  try {
    return await run(values);
  } catch (error) {
    const refusal = asRefusal(error);
    return values.map(() => refusal);
  }
}
