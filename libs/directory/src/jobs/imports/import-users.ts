import { asRefusal, fold, type NewUser, type UserId } from '#libs/domain';
import { createUsers } from '../../aggregates/user/memberships/batches.js';
import { emailClaimEntity, userEntity } from '../../table/items/users.js';
import { commandUser } from '../../aggregates/user/users.js';
import { requireManageable } from '../manageable.js';
import { holdersOf, NOBODYS } from './claimed.js';
import { importRows, type ImportContext } from './import-rows.js';
import { invalidRow, userRow, type RowValues, type UserRow } from './rows.js';
import type { RowOutcome } from '../rows-job.js';

/** Existing users are found by external id or else by email. */
export function importUsers(
  importContext: ImportContext,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const { tenant, context, manages } = importContext;
  return importRows(importContext, values, {
    read(each) {
      const row = userRow(each);
      requireManageable(manages, row.role);
      return row;
    },
    find: (rows) => findUsers(importContext, rows),
    namesOf: ({ email, externalId }, found) => [
      ...(email ? [`email ${fold(email)}`] : []),
      ...(externalId ? [`external id ${externalId}`] : []),
      ...(found ? [found.userId] : []),
    ],
    newOf: newUser,
    async create(inputs) {
      const created = await createUsers(tenant, inputs, context);
      if (!('rows' in created)) return [];
      return created.rows.map((result) => (result.done ? 'created' : asRefusal(result.error)));
    },
    async change(found, row) {
      requireManageable(manages, found.role);
      const command = { type: 'change_user', ...row } as const;
      return commandUser(tenant, found.userId, command, { ...context, expectedVersion: found.version });
    },
    changesAtOnce: 4,
  });
}

function newUser({ email, name, ...row }: UserRow): NewUser {
  if (!email || !name) throw invalidRow('A new user needs an email and a name.');
  return { email, name, ...row };
}

export async function findUsers(
  { tenant }: ImportContext,
  rows: readonly Pick<UserRow, 'email' | 'externalId'>[],
) {
  const { directory, accountId } = tenant;
  const emails = rows.map(({ email }) =>
    emailClaimEntity.at({ accountId, email: email ? fold(email) : NOBODYS }),
  );
  const ids = await holdersOf<UserId>(tenant, 'user', rows, emails);
  const heads = await directory.table.batchGet(
    ids.map((userId) => userEntity.at({ accountId, userId: userId ?? (NOBODYS as UserId) })),
    { consistent: true },
  );
  return heads.map((head, position) => {
    if (!head || head.status === 'removed') return undefined;
    const { email, externalId } = rows[position]!;
    // They may since have given up the value by which they were found.
    const isNamed =
      (externalId && externalId === head.externalId) || (email && fold(email) === fold(head.email));
    return isNamed ? head : undefined;
  });
}
