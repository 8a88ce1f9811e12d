import { asRefusal, type DomainError } from '#libs/domain';
import { MAX_TRANSACTION } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import type { BulkAction, Job } from '../../table/items/jobs.js';
import { runnerOf } from '../rights.js';
import { jobOfRows, takePart } from '../rows-job.js';
import { takeMails } from '../../sign-in/mail-limits.js';
import { accessRolesToGive } from '../../aggregates/user/memberships/access-roles-to-give.js';
import type { Provenance } from '../../core/changes.js';
import { tooLarge } from '../../core/execute.js';
import { guardsOf } from '../../core/shared-guards.js';
import { loadUsages } from '../../core/usage.js';
import { BULK_PART_ROWS, usersOfPart } from './bulk-jobs.js';
import { decideRow, type DecidedRow } from './decide-row.js';
import { loadRows } from './load-rows.js';
import type { SelectedUser } from './selection.js';

/** The job itself, the part that it ends, and three limits. */
const OTHER_OPERATIONS = 5;
/** How many are read for a transaction: most actions write two items per user. */
const MAX_ROWS = 45;
/** A removal reads all memberships of each. */
const MAX_REMOVALS = 12;

/** One transaction that also advances the job: a worker that is killed before it has changed nobody. */
export const bulkNextChunk = jobOfRows(async (directory, job) => {
  const { nextRow = 0, bulk } = job;
  const { selectionId: uploadId, parts } = bulk!;
  const taken = await takePart(directory, job, { uploadId, parts });
  if (!taken) return 'conflicted';
  const users = usersOfPart(taken.rows);
  const next = users.slice(nextRow, nextRow + rowsAtOnce(bulk!));
  const { rows, counting } = next.length > 0 ? await fittingRows(directory, job, next) : NO_ROWS;
  const endsPart = nextRow + rows.length >= users.length;
  const { part } = taken;
  return {
    rows: rows.map(({ userId, events, refusal }, index) => ({
      userId,
      line: part * BULK_PART_ROWS + nextRow + index + 1,
      outcome: refusal ?? (events.length > 0 ? 'changed' : 'unchanged'),
    })),
    commit: [...rows.flatMap((row) => row.transactItems), ...counting, ...guardsOf(rows)].map(
      ({ operation }) => operation,
    ),
    also: endsPart ? [taken.done] : [],
    set: endsPart ? { nextPart: part + 1, nextRow: 0 } : { nextPart: part, nextRow: nextRow + rows.length },
    isDone: endsPart && taken.isLast,
  };
});

const NO_ROWS: Awaited<ReturnType<typeof fittingRows>> = { rows: [], counting: [] };

export function rowsAtOnce({ action, serviceGroupIds, teamIds = [] }: BulkAction): number {
  if (action === 'remove') return MAX_REMOVALS;
  const things = serviceGroupIds.length + teamIds.length;
  return things === 0 ? MAX_ROWS : Math.max(1, Math.floor(MAX_ROWS / things));
}

async function fittingRows(directory: Directory, job: Job, users: readonly SelectedUser[]) {
  const { accountId, correlationId, jobId } = job;
  const actor = runnerOf(job);
  const provenance = { accountId, now: directory.now(), actor, correlationId, causationId: jobId };
  const { account, decided } = await decideRows(directory, job.bulk!, users, provenance);
  const usages = await loadUsages(
    directory,
    account,
    decided.map(({ usage }) => usage),
  );
  const sums = new Map(usages.map(({ counted }) => [counted, 0]));
  const rows: DecidedRow[] = [];
  for (const each of decided) {
    const row = withinLimits(each, () => {
      for (const usage of usages)
        usage.require((sums.get(usage.counted) ?? 0) + (each.usage[usage.counted] ?? 0));
    });
    if (rows.length > 0 && (row.isAlone || !fits([...rows, row]))) break;
    rows.push(fits([row]) ? row : refused(row, tooLarge()));
    for (const { counted } of usages) sums.set(counted, (sums.get(counted) ?? 0) + (row.usage[counted] ?? 0));
    if (row.isAlone) break;
  }
  const mailed =
    job.bulk!.action === 'resend_invitation' ? await withinMailLimits(directory, accountId, rows) : rows;
  const counting = usages
    .filter(({ counted }) => sums.get(counted) !== 0)
    .map((usage) => usage.step(sums.get(usage.counted) ?? 0));
  return { rows: mailed, counting };
}

/** Only those of this chunk: what is counted is to be sent. */
async function withinMailLimits(
  directory: Directory,
  accountId: string,
  rows: readonly DecidedRow[],
): Promise<DecidedRow[]> {
  const sent = rows.filter(({ events }) => events.length > 0);
  const refusals = await takeMails(
    directory,
    accountId,
    sent.map(({ user }) => user!.email),
  );
  const refusalOf = new Map(sent.map((row, index) => [row, refusals[index]]));
  return rows.map((row) => {
    const refusal = refusalOf.get(row);
    return refusal ? refused(row, refusal) : row;
  });
}

export async function decideRows(
  directory: Directory,
  bulk: BulkAction,
  users: readonly SelectedUser[],
  provenance: Provenance,
) {
  const { accountId } = provenance;
  const [{ rows, ...loadedRows }, accessRoles] = await Promise.all([
    loadRows(directory, accountId, bulk, users),
    accessRolesToGive(directory, accountId, [bulk], []),
  ]);
  const loaded = { ...loadedRows, accessRoles };
  const decided = rows.map((row) => decideRow(directory, row, loaded, bulk, provenance));
  return { account: loaded.account, groups: loaded.groups, decided };
}

function withinLimits(row: DecidedRow, requireRoom: () => void): DecidedRow {
  try {
    requireRoom();
    return row;
  } catch (error) {
    return refused(row, asRefusal(error));
  }
}

function refused(row: DecidedRow, refusal: DomainError): DecidedRow {
  return { ...row, events: [], transactItems: [], usage: {}, guards: [], isAlone: false, refusal };
}

function fits(rows: readonly DecidedRow[]): boolean {
  const own = rows.reduce(
    (count, { transactItems, refusal }) => count + transactItems.length + (refusal ? 1 : 0),
    0,
  );
  return own + guardsOf(rows).length + OTHER_OPERATIONS <= MAX_TRANSACTION;
}
