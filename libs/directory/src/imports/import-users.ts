import { DomainError, existingUser, fold, type NewUser, type User, type UserId } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { createUsers } from '../batches/batches.js';
import { externalIdClaimEntity } from '../lookups/items.js';
import { emailClaimEntity, userEntity } from '../users/items.js';
import { userState } from '../kernel/states.js';
import { commandUser } from '../users/users.js';
import type { ImportContext } from './context.js';
import { invalidRow, isAsAsked, userRow, type RowOutcome, type RowValues, type UserRow } from './rows.js';

const COMMANDS_AT_ONCE = 4;
/** How often a row is looked up again because others were faster. */
export const MOST_LOOKS = 5;

/** Existing users, found by external id or else by email, are changed if the row differs; others are created. */
export async function importUsers(
  decisionContext: ImportContext,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const outcomes = new Array<RowOutcome>(values.length);
  const rows = readRows(values, outcomes, (each) => requireManageable(decisionContext, userRow(each)));
  await importRead(decisionContext, rows, outcomes);
  return outcomes;
}

/** By its email and its external id. */
function namesOf({ email, externalId }: UserRow): string[] {
  return [...(email ? [`email ${fold(email)}`] : []), ...(externalId ? [`external id ${externalId}`] : [])];
}

interface ReadRow {
  index: number;
  row: UserRow;
}

/** Rows about the same user wait for one another; what somebody else has changed since is looked up again. */
async function importRead(
  decisionContext: ImportContext,
  rows: readonly ReadRow[],
  outcomes: RowOutcome[],
  { isRepeated = false, looks = 1 } = {},
): Promise<void> {
  const { directory, tenant, context } = decisionContext;
  const known = await findUsers(
    decisionContext,
    rows.map(({ row }) => row),
  );
  const [isSeen, later, conflicted] = [seenBefore(), [] as ReadRow[], [] as ReadRow[]];
  const fresh: (ReadRow & { input: NewUser })[] = [];
  const stale: (ReadRow & { user: User })[] = [];
  for (const [position, { index, row }] of rows.entries()) {
    const found = known[position];
    if (isSeen(...namesOf(row), ...(found ? [found.user.userId] : []))) later.push({ index, row });
    else if (found && isAsAsked(found.user, row))
      outcomes[index] = isRepeated ? 'unchanged' : cameFrom(found.head, context.correlationId);
    else if (found) stale.push({ index, row, user: found.user });
    // The earlier row was only a trial.
    else if (isRepeated && context.dryRun) outcomes[index] = 'changed';
    else
      try {
        fresh.push({ index, row, input: newUser(row) });
      } catch (error) {
        outcomes[index] = refusal(error);
      }
  }
  const settle = ({ index, row }: ReadRow, outcome: RowOutcome, surprises: readonly string[]) => {
    const isConflicted = outcome instanceof DomainError && surprises.includes(outcome.code);
    if (isConflicted && looks < MOST_LOOKS) conflicted.push({ index, row });
    else outcomes[index] = outcome;
  };
  const created = await createUsers(
    directory,
    tenant,
    fresh.map(({ input }) => input),
    context,
  );
  if ('rows' in created)
    for (const [position, result] of created.rows.entries())
      settle(fresh[position]!, result.done ? 'created' : refusal(result.error), TAKEN_SINCE);
  await inParallel(stale, COMMANDS_AT_ONCE, async (each) =>
    settle(each, await change(decisionContext, each), CHANGED_SINCE),
  );
  if (conflicted.length > 0)
    await importRead(decisionContext, conflicted, outcomes, { isRepeated, looks: looks + 1 });
  if (later.length > 0) await importRead(decisionContext, later, outcomes, { isRepeated: true });
}

/** What nobody had when it was looked up. */
const TAKEN_SINCE = ['email_taken', 'external_id_taken'];
const CHANGED_SINCE = ['version_mismatch', 'user_not_found'];

export function seenBefore(): (...names: string[]) => boolean {
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
): { index: number; row: Row }[] {
  return values.flatMap((each, index) => {
    try {
      return [{ index, row: read(each) }];
    } catch (error) {
      outcomes[index] = refusal(error);
      return [];
    }
  });
}

/** @throws errors other than refusals: the part must then be executed again */
export function refusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

function requireManageable({ mayManageOwners }: ImportContext, row: UserRow): UserRow {
  if (row.role === 'owner' && !mayManageOwners) throw ownerNeeded();
  return row;
}

function ownerNeeded(): DomainError {
  return new DomainError('owner_needed', 'Only an owner or an operator may import or change an owner.');
}

function newUser({ email, name, ...row }: UserRow): NewUser {
  if (!email || !name) throw invalidRow('A new user needs an email and a name.');
  return { email, name, ...row };
}

export async function findUsers(
  { directory: { table }, tenant: { accountId } }: ImportContext,
  rows: readonly Pick<UserRow, 'email' | 'externalId'>[],
) {
  const claims = await table.batchGet(
    rows.flatMap(({ email, externalId }) => [
      externalIdClaimEntity.at({ accountId, kind: 'user', externalId: externalId ?? NOBODYS }),
      emailClaimEntity.at({ accountId, email: email ? fold(email) : NOBODYS }),
    ]),
    { consistent: true },
  );
  const ids = rows.map((_, position) => {
    const byExternalId = claims[2 * position] as { ownerId: UserId } | undefined;
    const byEmail = claims[2 * position + 1] as { userId: UserId } | undefined;
    return byExternalId?.ownerId ?? byEmail?.userId;
  });
  const heads = await table.batchGet(
    ids.map((userId) => userEntity.at({ accountId, userId: userId ?? (NOBODYS as UserId) })),
    { consistent: true },
  );
  return heads.map((head, position) => {
    if (!head || head.status === 'removed') return undefined;
    const { email, externalId } = rows[position]!;
    // They may since have given up the value by which they were found.
    const isNamed =
      (externalId && externalId === head.externalId) || (email && fold(email) === fold(head.email));
    return isNamed ? { user: existingUser(userState(head)), head } : undefined;
  });
}

/** If something is already as the import wants it, this import did it before it was killed, or nothing has to be done. */
export function cameFrom(
  { version, lastEvents }: { version: number; lastEvents: { correlationId: string }[] },
  correlationId: string,
): RowOutcome {
  if (lastEvents[0]?.correlationId !== correlationId) return 'unchanged';
  return version === lastEvents.length ? 'created' : 'changed';
}

/** No claim or id can have this value: it keeps the places of a batch. */
const NOBODYS = '-';

async function change(
  { directory, tenant, context, mayManageOwners }: ImportContext,
  { row, user }: { row: UserRow; user: User },
): Promise<RowOutcome> {
  if (user.role === 'owner' && !mayManageOwners) return ownerNeeded();
  try {
    const command = { type: 'change_user', ...row } as const;
    const checked = { ...context, expectedVersion: user.version };
    const { events } = await commandUser(directory, tenant, user.userId, command, checked);
    return events.length > 0 ? 'changed' : 'unchanged';
  } catch (error) {
    return refusal(error);
  }
}
