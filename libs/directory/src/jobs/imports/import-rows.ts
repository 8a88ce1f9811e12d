import { asRefusal, DomainError } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import type { Manages } from '../../table/items/jobs.js';
import type { CommandContext } from '../../core/execute.js';
import type { LastCommit } from '../../table/items/last-commit.js';
import type { Tenant } from '../../core/tenant.js';
import { matchesRow, type RowValues } from './rows.js';
import type { RowOutcome } from '../rows-job.js';

export interface ImportContext {
  tenant: Tenant;
  context: CommandContext;
  manages: Manages;
}

/** How often a row is looked up again because others were faster. */
const MAX_LOOKS = 5;
/** What nobody had when it was looked up. */
const TAKEN_SINCE = ['email_taken', 'service_group_name_taken', 'team_name_taken', 'external_id_taken'];
const CHANGED_SINCE = ['version_mismatch', 'user_not_found', 'service_group_not_found', 'team_not_found'];

export interface Head {
  version: number;
  lastEvents: Pick<LastCommit, 'count' | 'correlationId'>;
}

/** How the rows of one kind are found and executed. */
interface RowsOf<Row extends object, Found extends Head, New> {
  read: (values: RowValues) => Row;
  find: (rows: Row[]) => Promise<(Found | undefined)[]>;
  /** Two rows about the same thing have one of these in common. */
  namesOf: (row: Row, found: Found | undefined) => string[];
  /** @throws DomainError if the row lacks what a new one needs */
  newOf: (row: Row) => New;
  create: (rows: New[]) => Promise<RowOutcome[]>;
  change: (found: Found, row: Row) => Promise<{ events: unknown[] }>;
  changesAtOnce: number;
}

interface ReadRow<Row> {
  index: number;
  row: Row;
}

/** What exists is changed if the row differs; everything else is created. */
export async function importRows<Row extends object, Found extends Head, New>(
  importContext: ImportContext,
  values: readonly RowValues[],
  kind: RowsOf<Row, Found, New>,
): Promise<RowOutcome[]> {
  const outcomes = new Array<RowOutcome>(values.length);
  await importRead(importContext, readRows(values, outcomes, kind.read), outcomes, kind);
  return outcomes;
}

/** Rows about the same thing wait for one another; what somebody else has changed since is looked up again. */
async function importRead<Row extends object, Found extends Head, New>(
  importContext: ImportContext,
  rows: readonly ReadRow<Row>[],
  outcomes: RowOutcome[],
  kind: RowsOf<Row, Found, New>,
  { isRepeated = false, looks = 1, accepted = new Set<string>() } = {},
): Promise<void> {
  const { context } = importContext;
  const known = await kind.find(rows.map(({ row }) => row));
  const [isSeen, later, conflicted] = [seenBefore(), [] as ReadRow<Row>[], [] as ReadRow<Row>[]];
  const fresh: (ReadRow<Row> & { input: New })[] = [];
  const stale: (ReadRow<Row> & { found: Found })[] = [];
  for (const [position, { index, row }] of rows.entries()) {
    const found = known[position];
    if (isSeen(...kind.namesOf(row, found))) later.push({ index, row });
    else if (found && matchesRow(found, row))
      outcomes[index] = isRepeated ? 'unchanged' : cameFrom(found, context.correlationId);
    else if (found) stale.push({ index, row, found });
    // The earlier row was only a trial; if it was refused, this one is tried as well.
    else if (context.dryRun && kind.namesOf(row, found).some((name) => accepted.has(name)))
      outcomes[index] = 'changed';
    else
      try {
        fresh.push({ index, row, input: kind.newOf(row) });
      } catch (error) {
        outcomes[index] = asRefusal(error);
      }
  }
  const settle = ({ index, row }: ReadRow<Row>, outcome: RowOutcome, surprises: readonly string[]) => {
    const isConflicted = outcome instanceof DomainError && surprises.includes(outcome.code);
    if (isConflicted && looks < MAX_LOOKS) conflicted.push({ index, row });
    else outcomes[index] = outcome;
  };
  const created = await kind.create(fresh.map(({ input }) => input));
  for (const [position, outcome] of created.entries()) settle(fresh[position]!, outcome, TAKEN_SINCE);
  await inParallel(stale, kind.changesAtOnce, async (each) => {
    const outcome = await kind
      .change(each.found, each.row)
      .then(({ events }) => (events.length > 0 ? 'changed' : 'unchanged'), asRefusal);
    settle(each, outcome, CHANGED_SINCE);
  });
  if (conflicted.length > 0)
    await importRead(importContext, conflicted, outcomes, kind, { isRepeated, looks: looks + 1, accepted });
  for (const [position, { index, row }] of rows.entries())
    if (typeof outcomes[index] === 'string')
      for (const name of kind.namesOf(row, known[position])) accepted.add(name);
  if (later.length > 0)
    await importRead(importContext, later, outcomes, kind, { isRepeated: true, accepted });
}

function seenBefore(): (...names: string[]) => boolean {
  const seen = new Set<string>();
  return (...names) => {
    const isSeen = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return isSeen;
  };
}

export function readRows<Row>(
  values: readonly RowValues[],
  outcomes: RowOutcome[],
  read: (values: RowValues) => Row,
): ReadRow<Row>[] {
  return values.flatMap((each, index) => {
    try {
      return [{ index, row: read(each) }];
    } catch (error) {
      outcomes[index] = asRefusal(error);
      return [];
    }
  });
}

/** If something is already as the import wants it, this import did it before it was killed, or nothing has to be done. */
function cameFrom({ version, lastEvents }: Head, correlationId: string): RowOutcome {
  if (lastEvents.correlationId !== correlationId) return 'unchanged';
  return version === lastEvents.count ? 'created' : 'changed';
}
