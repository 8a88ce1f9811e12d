import {
  activeAccount,
  decideUser,
  DomainError,
  existingServiceGroup,
  existingUser,
  fold,
  initialUser,
  type NewUser,
  type ServiceGroupId,
  type ServiceGroupState,
  type User,
  type UserCommand,
  type UserId,
} from '#libs/domain';
import { changeUser } from '../kernel/changes.js';
import type { Directory } from '../directory.js';
import { accountEntity } from '../accounts/items.js';
import { membershipEntity } from '../memberships/items.js';
import { serviceGroupEntity } from '../service-groups/items.js';
import { userEntity } from '../users/items.js';
import type { BatchOutcome } from './results.js';
import { executeBatch, type RowDecision } from './execute-batch.js';
import { derivedUserId } from '../ids.js';
import type { CommandContext } from '../kernel/execute.js';
import { newUserKey, openUserKey } from '../personal-data/user-keys.js';
import { accountState, serviceGroupState, userState, type UserItem } from '../kernel/states.js';
import type { Tenant } from '../tenant.js';

/** The maximum number of rows of a batch command. */
export const MAX_BATCH_ROWS = 1_000;

export interface MemberRow {
  operation: 'add' | 'remove';
  userId: UserId;
}

/** Up to 1,000 rows. Existing members need no change. Duplicate rows have the same result. */
export async function changeMembers(
  directory: Directory,
  { accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  rows: readonly MemberRow[],
  context: CommandContext,
): Promise<BatchOutcome<MemberRow>> {
  const distinct = [...new Map(rows.map((row) => [`${row.operation} ${row.userId}`, row])).values()];
  const outcome = await executeBatch<MemberRow>(directory, accountId, context, {
    rows: distinct.length,
    async decide(positions, provenance, again) {
      const asked = positions.map((position) => distinct[position] as MemberRow);
      const ids = asked.map(({ userId }) => userId);
      const { account, serviceGroup, heads, users } = await loadMembers(
        directory,
        accountId,
        serviceGroupId,
        ids,
        again,
      );
      activeAccount(account);
      existingServiceGroup(serviceGroup);
      const decisions = asked.map((row, index): RowDecision<MemberRow> => {
        if (isLastChangeOf(heads[index], provenance.causationId)) return { state: row, doneBefore: true };
        const { user, key } = users[index]!;
        return refusedOr(() => {
          const facts = decideUser(user, commandOf(row, serviceGroup, serviceGroupId), {
            account,
            anotherOwner: true,
          });
          return { state: row, change: changeUser(row.userId, user, facts, provenance, key) };
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
  { operation }: MemberRow,
  serviceGroup: ServiceGroupState,
  serviceGroupId: ServiceGroupId,
): UserCommand {
  return operation === 'add'
    ? { type: 'add_member', serviceGroup }
    : { type: 'remove_member', serviceGroupId };
}

/** True if the last commit of an aggregate was part of this batch. */
function isLastChangeOf(head: UserItem | undefined, causationId: string): boolean {
  return head?.lastEvents[0]?.causationId === causationId;
}

async function loadMembers(
  { table, keyRing }: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  userIds: UserId[],
  again: boolean,
) {
  const membershipsRead = table.batchGet(
    userIds.map((userId) => membershipEntity.at({ userId, serviceGroupId })),
    { consistent: true },
  );
  // Another worker on the same batch may have done a row in the meantime: only a head that is read later shows it.
  if (again) await membershipsRead;
  const [[account, serviceGroup], heads, memberships] = await Promise.all([
    table.batchGet([accountEntity.at({ accountId }), serviceGroupEntity.at({ accountId, serviceGroupId })], {
      consistent: true,
    }),
    table.batchGet(
      userIds.map((userId) => userEntity.at({ accountId, userId })),
      { consistent: true },
    ),
    membershipsRead,
  ]);
  return {
    account: accountState(account),
    serviceGroup: serviceGroupState(serviceGroup),
    heads,
    users: await Promise.all(
      heads.map(async (head, row) => ({
        user: userState(head, memberships[row] ? [memberships[row]] : []),
        key: await openUserKey(keyRing, userIds[row]!, head?.userKey),
      })),
    ),
  };
}

/** Creates up to 1,000 users. Of two rows with the same email or external id the first wins. */
export async function createUsers(
  directory: Directory,
  { accountId }: Tenant,
  inputs: readonly NewUser[],
  context: CommandContext,
): Promise<BatchOutcome<User>> {
  const earlier = earlierRows(inputs);
  return executeBatch<User>(directory, accountId, context, {
    rows: inputs.length,
    async decide(rows, provenance, again) {
      const userIds = rows.map((row) => derivedUserId(provenance.causationId, row));
      const keys = await Promise.all(userIds.map((userId) => newUserKey(directory.keyRing, userId)));
      const [[item], heads] = await Promise.all([
        directory.table.batchGet([accountEntity.at({ accountId })], { consistent: true }),
        again ? loadHeads(directory, accountId, userIds) : [],
      ]);
      const account = activeAccount(accountState(item));
      const decisions = rows.map((row, index): RowDecision<User> => {
        const head = heads[index];
        if (head) return { state: { ...head, memberships: {} }, doneBefore: true };
        return refusedOr(() => {
          const userId = userIds[index]!;
          const command = { type: 'create_user', userId, ...inputs[row]! } as const;
          const facts = decideUser(initialUser, command, { account, anotherOwner: true });
          const taken = earlier.get(row);
          if (taken) throw taken;
          const change = changeUser(userId, initialUser, facts, provenance, keys[index]);
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

function refusedOr<State>(decide: () => RowDecision<State>): RowDecision<State> {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
