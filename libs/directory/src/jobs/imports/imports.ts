import { createHash } from 'node:crypto';
import { activeAccount, DomainError } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { readAccount } from '../../aggregates/account/read-account.js';
import { requireTeamsEnabled } from '../../aggregates/team/state.js';
import { RESOURCE_OF_ROWS, type Job, type Manages } from '../../table/items/jobs.js';
import { hasTeams } from '../../table/shape/stored-shape.js';
import { getJob, newJob } from '../../core/jobs.js';
import type { CommandContext } from '../../core/execute.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import {
  importErrorEntity,
  importPartEntity,
  refusedRowEntity,
  ROWS_RETENTION_SECONDS,
} from '../../table/items/imports.js';
import { beginOnce, begunBefore, jobOfKey } from '../begin-once.js';
import type { EmptyRow, Heading, ImportRow, OmittedRow, RowKind } from './rows.js';

/** The number of rows executed together; a part must not be larger than an item. */
const PART_ROWS = 500;
const PART_BYTES = 150 * 1024;

export interface ImportRequest extends Manages {
  kind: RowKind;
  fileName?: string | undefined;
  rows: AsyncIterable<ImportRow | OmittedRow | EmptyRow | Heading>;
}

export type ImportError = Pick<
  Item<typeof importErrorEntity>,
  'line' | 'lastLine' | 'code' | 'detail' | 'userId' | 'serviceGroupId'
>;

/**
 * Stores the rows part by part as they arrive, and creates a job that imports them. Before the job exists nothing has
 * started: the rows of an interrupted import expire.
 *
 * With an idempotency key, repeated requests lead to the same job.
 * @throws DomainError `account_not_found`, `account_suspended`, `teams_not_enabled`, `empty_import`, `idempotency_key_reused`
 */
export async function startImport(
  tenant: Tenant,
  { kind, fileName, mayManageOwners, mayManageAdmins, rows }: ImportRequest,
  context: CommandContext,
): Promise<Job> {
  const { directory, accountId } = tenant;
  const { table, now, newId } = directory;
  const { actor, correlationId, receipt, dryRun = false } = context;
  activeAccount(await readAccount(directory, accountId));
  // Programs that know no teams may still run its job.
  if (RESOURCE_OF_ROWS[kind] === 'teams') requireTeamsEnabled(await hasTeams(table));
  const { jobId, before } = await jobOfKey(tenant, receipt);
  const at = new Date(now()).toISOString();
  const digest = createHash('sha256').update(`${kind} ${dryRun}`);
  // Parts belong to this request: one with the same key that arrives at the same time stores its own.
  const uploadId = newId('job');
  const seen: Seen = { skipped: 0, omitted: 0, lines: 0, heading: [] };
  let [count, parts] = [0, 0];
  for await (const part of inParts(rowsIn(rows, seen))) {
    const text = JSON.stringify(part);
    digest.update(text);
    if (!before)
      await table.put(importPartEntity, {
        jobId: uploadId,
        part: parts,
        rows: text,
        accountId,
        createdAt: at,
        updatedAt: at,
        expiresAt: Math.floor(now() / 1000) + ROWS_RETENTION_SECONDS,
      });
    count += part.length;
    parts += 1;
  }
  if (count === 0) throw new DomainError('empty_import', 'There are no rows to import.');
  const spec = {
    kind,
    dryRun,
    mayManageOwners,
    mayManageAdmins,
    rows: count,
    parts,
    ...seen,
    ...(fileName !== undefined && { fileName }),
    uploadId,
    digest: digest.digest('base64url'),
  };
  const of = { jobId, type: 'import', subjectId: accountId, fencedAt: at, accountId } as const;
  const cause = { actor, correlationId, causationId: jobId };
  const job = newJob({ ...of, ...cause, import: spec, nextPart: 0 }, at);
  const begun = before ? begunBefore(tenant, before, spec.digest) : await beginOnce(tenant, job, spec.digest);
  return begun.job;
}

interface Seen {
  skipped: number;
  omitted: number;
  lines: number;
  heading: readonly string[];
}

/** The rows to import; the rest of the file is noted in `seen`. */
async function* rowsIn(file: ImportRequest['rows'], seen: Seen): AsyncGenerator<ImportRow> {
  for await (const each of file) {
    if ('line' in each) seen.lines = each.lastLine ?? each.line;
    if ('heading' in each) seen.heading = each.heading;
    else if ('empty' in each) seen.skipped += 1;
    else if ('omitted' in each) seen.omitted += 1;
    else yield each;
  }
}

async function* inParts(rows: AsyncIterable<ImportRow>): AsyncGenerator<ImportRow[]> {
  let [part, bytes]: [ImportRow[], number] = [[], 0];
  for await (const row of rows) {
    part.push(row);
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (part.length < PART_ROWS && bytes < PART_BYTES) continue;
    yield part;
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) yield part;
}

export async function getImport(tenant: Tenant, jobId: string): Promise<Job> {
  const job = await getJob(tenant, jobId);
  if (job.type !== 'import') throw new DomainError('job_not_found', 'There is no such import.');
  return job;
}

export type RefusedRow = ImportError & {
  /** As they stand in the file. For a week. */
  values: readonly string[] | undefined;
};

/** In the order of the file. @throws DomainError `job_not_found` */
export async function listImportErrors(
  tenant: Tenant,
  jobId: string,
  page: PageRequest & { fromLine?: number | undefined },
): Promise<Page<RefusedRow>> {
  const { table, now } = tenant.directory;
  await getImport(tenant, jobId);
  const { items, cursor } = await refusalsOf(tenant, jobId, page);
  const written = await table.batchGet(
    items.map(({ line }) => refusedRowEntity.at({ jobId, line })),
    { consistent: true },
  );
  const rows = items.map((item, index) => {
    const row = written[index];
    return { ...item, values: row && row.expiresAt > now() / 1000 ? row.values : undefined };
  });
  return { items: rows, cursor };
}

/** Of any job of rows, in order. @throws DomainError `job_not_found` */
export async function listRefusals(
  tenant: Tenant,
  jobId: string,
  page: PageRequest,
): Promise<Page<ImportError>> {
  await getJob(tenant, jobId);
  return refusalsOf(tenant, jobId, page);
}

async function refusalsOf(
  { directory: { table } }: Tenant,
  jobId: string,
  { limit, cursor: from, fromLine }: PageRequest & { fromLine?: number | undefined },
): Promise<Page<ImportError>> {
  const { items, cursor } = await table.query(
    importErrorEntity,
    { jobId },
    {
      limit,
      cursor: from,
      consistent: true,
      ...(fromLine !== undefined && { atLeast: { line: fromLine } }),
    },
  );
  return { items, cursor };
}

export interface RefusedRows {
  /** Of a file. Other jobs have none. */
  heading: readonly string[];
  /** The values are there for a week. */
  rows: AsyncIterable<ImportError & { values: readonly string[] }>;
}

/** The rows of a job refused so far, in order, on demand. @throws DomainError `job_not_found` */
export async function listRefusedRows(tenant: Tenant, jobId: string): Promise<RefusedRows> {
  const { table } = tenant.directory;
  const { heading = [] } = (await getJob(tenant, jobId)).import ?? {};
  const errors = table.each(importErrorEntity, { jobId }, { consistent: true });
  return { heading, rows: withValues(errors, valuesOf(tenant, jobId)) };
}

type WrittenRow = Pick<Item<typeof refusedRowEntity>, 'line' | 'values'>;

function valuesOf({ directory: { table, now } }: Tenant, jobId: string): AsyncIterable<WrittenRow> {
  return table.each(
    refusedRowEntity,
    { jobId },
    { consistent: true, filter: (c) => c.gt('expiresAt', Math.floor(now() / 1000)) },
  );
}

/** Both are in the order of their lines. */
async function* withValues<Row extends { line: number }>(
  rows: AsyncIterable<Row>,
  written: AsyncIterable<WrittenRow>,
): AsyncGenerator<Row & { values: readonly string[] }> {
  const rest = written[Symbol.asyncIterator]();
  let next: IteratorResult<WrittenRow, unknown> = await rest.next();
  for await (const row of rows) {
    while (!next.done && next.value.line < row.line) next = await rest.next();
    yield { ...row, values: !next.done && next.value.line === row.line ? next.value.values : [] };
  }
}
