import {
  activeAccount,
  decideUser,
  DomainError,
  existingServiceGroup,
  existingUser,
  fold,
  initialUser,
  orRefusal,
  type MembershipTerms,
  type NewUser,
  type RoleContext,
  type ServiceGroupId,
  type ServiceGroupState,
  type User,
  type UserCommand,
  type UserId,
} from '#libs/domain';
import { changeUser } from '../changes.js';
import type { Directory } from '../../../core/directory.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { userEntity } from '../../../table/items/users.js';
import { executeBatch, type BatchOutcome, type RowDecision } from '../../../core/execute-batch.js';
import { accessRolesToGive, roleContextOf } from './access-roles-to-give.js';
import { loadCells } from './load-cells.js';
import { derivedUserId } from '../../../table/ids.js';
import type { CommandContext } from '../../../core/execute.js';
import { newUserKey } from '../../../core/user-keys.js';
import { accountState } from '../../account/state.js';
import type { Tenant } from '../../../core/tenant.js';

/** The maximum number of rows of a batch command. */
export const MAX_BATCH_ROWS = 1_000;

export interface MemberRow {
  operation: 'add' | 'remove';
  userId: UserId;
  /** On which it is added. */
  terms?: MembershipTerms;
}

/** Up to 1,000 rows. Existing members need no change. Duplicate rows have the same result. */
export async function changeMembers(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  rows: readonly MemberRow[],
  context: CommandContext,
): Promise<BatchOutcome<MemberRow>> {
  const distinct = [...new Map(rows.map((row) => [`${row.operation} ${row.userId}`, row])).values()];
  const outcome = await executeBatch(directory, accountId, context, {
    rows: distinct,
    async decide(toDecide, provenance, again) {
      const cells = toDecide.map(({ userId }) => ({ userId, cells: [{ serviceGroupId }] }));
      const loaded = await loadCells(directory, accountId, cells, again, [serviceGroupId]);
      const account = activeAccount(loaded.account);
      const serviceGroup = existingServiceGroup(loaded.groups.get(serviceGroupId) ?? { status: 'none' });
      const terms = toDecide.map((row) => row.terms);
      const accessRoles = await accessRolesToGive(directory, accountId, terms, [serviceGroup]);
      const roleContext = roleContextOf(context, accessRoles);
      const decisions = toDecide.map((row, index): RowDecision<MemberRow> => {
        const { user, key, lastEvents } = loaded.users[index]!;
        if (lastEvents.causationId === provenance.causationId) return { state: row, doneBefore: true };
        return orRefusal(() => {
          const newEvents = decideUser(user, commandOf(row, serviceGroup, serviceGroupId, roleContext), {
            account,
            anotherOwner: true,
            now: directory.steadyNow(),
          });
          return { state: row, change: changeUser(row.userId, user, newEvents, provenance, key) };
        });
      });
      return { decisions, account };
    },
  });
  if ('answeredBefore' in outcome) return outcome;
  const results = new Map(
    distinct.map((row, index) => [`${row.operation} ${row.userId}`, outcome.rows[index]!]),
  );
  return { rows: rows.map((row) => results.get(`${row.operation} ${row.userId}`)!) };
}

function commandOf(
  { operation, terms }: MemberRow,
  serviceGroup: ServiceGroupState,
  serviceGroupId: ServiceGroupId,
  roleContext: RoleContext,
): UserCommand {
  return operation === 'add'
    ? { ...terms, ...roleContext, type: 'add_member', serviceGroup }
    : { type: 'remove_member', serviceGroupId };
}

/** Creates up to 1,000 users. Of two rows with the same email or external id the first wins. */
export async function createUsers(
  { directory, accountId }: Tenant,
  inputs: readonly NewUser[],
  context: CommandContext,
): Promise<BatchOutcome<User>> {
  const earlier = earlierRows(inputs);
  return executeBatch(directory, accountId, context, {
    rows: [...inputs.entries()],
    async decide(rows, provenance, again) {
      const userIds = rows.map(([row]) => derivedUserId(provenance.causationId, row));
      const keys = await Promise.all(userIds.map((userId) => newUserKey(directory.keyRing, userId)));
      const [[item], heads] = await Promise.all([
        directory.table.batchGet([accountEntity.at({ accountId })], { consistent: true }),
        again ? loadHeads(directory, accountId, userIds) : [],
      ]);
      const account = activeAccount(accountState(item));
      const decisions = rows.map(([row, input], index): RowDecision<User> => {
        const head = heads[index];
        if (head) return { state: { ...head, memberships: {} }, doneBefore: true };
        return orRefusal(() => {
          const userId = userIds[index]!;
          const command = { type: 'create_user', userId, ...input } as const;
          const newEvents = decideUser(initialUser, command, {
            account,
            anotherOwner: true,
            now: directory.steadyNow(),
          });
          const taken = earlier.get(row);
          if (taken) throw taken;
          const change = changeUser(userId, initialUser, newEvents, provenance, keys[index]);
          return { state: existingUser(change.state), change };
        });
      });
      return { decisions, account };
    },
  });
}

function loadHeads({ table }: Directory, accountId: string, userIds: UserId[]) {
  return table.batchGet(
    userIds.map((userId) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
}

/** The rows whose email or external id an earlier row has: they would meet in one transaction. */
function earlierRows(inputs: readonly NewUser[]): Map<number, DomainError> {
  const [emails, externalIds, taken] = [new Set<string>(), new Set<string>(), new Map<number, DomainError>()];
  for (const [row, { email, externalId }] of inputs.entries()) {
    const key = fold(email.trim());
    if (emails.has(key))
      taken.set(row, new DomainError('email_taken', 'An earlier row of the batch has this email.', 'email'));
    else if (externalId && externalIds.has(externalId))
      taken.set(
        row,
        new DomainError(
          'external_id_taken',
          'An earlier row of the batch has this external id.',
          'externalId',
        ),
      );
    emails.add(key);
    if (externalId) externalIds.add(externalId);
  }
  return taken;
}
