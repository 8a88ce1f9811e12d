// aggregates/user: commands on users, what their changes write (`changes.ts`), their state and views; below it their memberships.
// Imports core, table, and the aggregates account and service-group.

import {
  decideUser,
  existingAccount,
  existingUser,
  fold,
  initialUser,
  isActiveOwner,
  type AccountState,
  type NewUser,
  type NewUserEvent,
  type PresentUserStatus,
  type Role,
  type User,
  type UserCommand,
  type UserId,
  type UserState,
} from '#libs/domain';
import { changeUser } from './changes.js';
import type { Provenance } from '../../core/changes.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { Directory } from '../../core/directory.js';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { listOfAccount, readAccount } from '../account/read-account.js';
import { emailClaimEntity, ownerEntity, userEntity } from '../../table/items/users.js';
import { command } from '../../core/command.js';
import { TornReadError, type CommandContext, type Outcome } from '../../core/execute.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import { matchesWords } from '../../search-index/search-text.js';
import { newUserKey, openUserKey, type UserKey } from '../../core/user-keys.js';
import { accountState } from '../account/state.js';
import { userState } from './state.js';
import type { Tenant } from '../../core/tenant.js';

/** A command on a user that can be combined with others of its kind: it touches no memberships. */
export type HeadCommand = Extract<
  UserCommand,
  {
    type: 'change_user' | 'activate_user' | 'suspend_user' | 'reactivate_user' | 'unlink_identity';
  }
>;

/** With commands on them in the same commit: nobody sees the user without these. */
export async function createUser(
  tenant: Tenant,
  input: NewUser,
  context: CommandContext,
  commands: readonly HeadCommand[] = [],
): Promise<Outcome<User>> {
  const { directory, accountId } = tenant;
  const userId = directory.newId('user');
  const key = await newUserKey(directory.keyRing, userId);
  return command(tenant, context, {
    ...ofUsers(tenant),
    load: async () => ({
      userId,
      before: initialUser,
      key,
      account: await readAccount(directory, accountId),
    }),
    decide: (loaded, by) =>
      decideInTurn(directory, loaded, [{ ...input, type: 'create_user', userId }, ...commands], by),
  });
}

export async function commandUser(
  tenant: Tenant,
  userId: UserId,
  userCommand: Extract<
    UserCommand,
    {
      type: 'change_user' | 'activate_user' | 'suspend_user' | 'reactivate_user' | 'link_identity';
    }
  >,
  context: CommandContext,
): Promise<Outcome<User>> {
  return command(tenant, context, {
    ...ofUsers(tenant),
    aggregateId: userId,
    load: () => loadUser(tenant, userId),
    decide: (loaded, by) => decideInTurn(tenant.directory, loaded, [userCommand], by),
  });
}

/** All of them or none, planned on the user as they are when it is committed: a plan may depend on what it reads. */
export async function changeUserAsPlanned(
  tenant: Tenant,
  userId: UserId,
  plan: (user: User) => HeadCommand[],
  context: CommandContext,
): Promise<Outcome<User>> {
  return command(tenant, context, {
    ...ofUsers(tenant),
    aggregateId: userId,
    load: () => loadUser(tenant, userId),
    decide: (loaded, by) => {
      existingAccount(loaded.account);
      return decideInTurn(tenant.directory, loaded, plan(existingUser(loaded.before)), by);
    },
  });
}

/** What a command on one user has loaded. */
export interface LoadedUser {
  userId: UserId;
  account: AccountState;
  before: UserState;
  key: UserKey | undefined;
  /** Absent: another owner does not matter to the command. */
  otherOwner?: UserId | undefined;
}

/** What a command on one user writes and shows, unless it says otherwise. */
export function ofUsers({ accountId }: Pick<Tenant, 'accountId'>) {
  return {
    change: ({ userId, before, key }: LoadedUser, newEvents: NewUserEvent[], by: Provenance) =>
      changeUser(userId, before, newEvents, by, key),
    view: ({ state }: { state: UserState }, { userId, before, key, otherOwner }: LoadedUser) => ({
      state: existingUser(state),
      guards: ownerGuards(accountId, before, state, otherOwner),
      aboutUser: { userId, key },
    }),
  };
}

/** Each command is decided on the result of the ones before it. */
export function decideInTurn(
  directory: Directory,
  loaded: LoadedUser,
  commands: readonly UserCommand[],
  provenance: Provenance,
): NewUserEvent[] {
  const { userId, account, before, key } = loaded;
  const anotherOwner = !('otherOwner' in loaded) || loaded.otherOwner !== undefined;
  const context = { account, anotherOwner, now: directory.steadyNow() };
  const newEvents: NewUserEvent[] = [];
  for (const each of commands) {
    const { state } = changeUser(userId, before, newEvents, provenance, key);
    newEvents.push(...decideUser(state, each, context));
  }
  return newEvents;
}

/** In one round of strongly consistent reads. @throws TornReadError if the user became an owner between the reads */
export async function loadUser(
  { directory: { table, keyRing }, accountId }: Pick<Tenant, 'directory' | 'accountId'>,
  userId: UserId,
) {
  const heads = [
    accountEntity.at({ accountId }),
    userEntity.at({ accountId, userId }),
    fencesEntity.at({ accountId }),
  ] as const;
  const [[account, user, fences], owners] = await Promise.all([
    table.batchGet(heads, { consistent: true }),
    table.query(ownerEntity, { accountId }, { limit: 2, consistent: true }),
  ]);
  const before = userState(user);
  if (isActiveOwner(before) && owners.items.length === 0) throw new TornReadError();
  return {
    userId,
    account: accountState(account),
    before,
    key: await openUserKey(keyRing, userId, user?.userKey),
    otherOwner: owners.items.find((owner) => owner.userId !== userId)?.userId,
    fences,
  };
}

/** Another owner must remain: otherwise two owners who remove each other at once would leave none. */
export function ownerGuards(
  accountId: string,
  before: UserState,
  after: UserState,
  otherOwner: UserId | undefined,
): TransactItem[] {
  if (!isActiveOwner(before) || isActiveOwner(after) || otherOwner === undefined) return [];
  const other = { accountId, userId: otherOwner };
  return [{ operation: ownerEntity.check(other, { condition: (c) => c.exists('userId') }) }];
}

/** Access pattern 3, read with the account in the same call: everything in a closed account is absent. */
export async function getUser({ directory, accountId }: Tenant, userId: UserId): Promise<User> {
  const [account, user] = await directory.table.batchGet(
    [accountEntity.at({ accountId }), userEntity.at({ accountId, userId })],
    { consistent: true },
  );
  existingAccount(accountState(account));
  return existingUser(userState(user));
}

/**
 * Undefined for each that is not in the account, or has been removed.
 * @param isWanted which of those whose head is there, for others than those that exist
 * @throws DomainError `account_not_found`
 */
export async function findUsers(
  { directory: { table }, accountId }: Tenant,
  userIds: readonly UserId[],
  isWanted: (user: User) => boolean = ({ status }) => status !== 'removed',
): Promise<(User | undefined)[]> {
  const heads = userIds.map((userId) => userEntity.at({ accountId, userId }));
  const [account, ...users] = await table.batchGet([accountEntity.at({ accountId }), ...heads] as const, {
    consistent: true,
  });
  existingAccount(accountState(account));
  return users.map((item) => {
    const state = userState(item);
    return state.status === 'none' || !isWanted(state) ? undefined : state;
  });
}

/** Whose name is still known: from their removal until they are erased, or their tombstone expires. */
export function isRemovedAndNamed({ status, erased }: User): boolean {
  return status === 'removed' && erased !== true;
}

/**
 * Access pattern 4 for removed people, by the words of their names and emails. Searches do not know them, so these are compared
 * afterwards: a page may be short, and is empty only if few of many match.
 * @throws DomainError `account_not_found`
 */
export async function listRemovedUsers(
  tenant: Tenant,
  {
    q,
    role,
    order = 'descending',
    ...request
  }: OrderedPageRequest & { q?: string | undefined; role?: Role | undefined },
): Promise<Page<User>> {
  const { directory, accountId } = tenant;
  const matches = q === undefined ? () => true : matchesWords(q);
  let page: Page<User> = { items: [], cursor: request.cursor };
  for (let calls = 0; calls < MAX_CALLS_FOR_WORDS; calls += 1) {
    const { cursor } = page;
    const found = await listOfAccount(tenant, () =>
      directory.table.query(
        userEntity,
        { accountId },
        {
          ...request,
          cursor,
          order,
          consistent: true,
          filter: (c) =>
            c.and(c.eq('status', 'removed'), c.notExists('erased'), ...(role ? [c.eq('role', role)] : [])),
        },
      ),
    );
    const items = found.items
      .map((item) => userState(item))
      .filter((state) => state.status !== 'none')
      .filter(({ userId, name, email, externalId = '' }) =>
        matches([name, email, externalId, userId].join(' ')),
      );
    page = { items, cursor: found.cursor };
    if (items.length > 0 || page.cursor === undefined) break;
  }
  return page;
}

const MAX_CALLS_FOR_WORDS = 10;

/** Access pattern 4, oldest or newest first. @throws DomainError `account_not_found` */
export async function listUsers(
  tenant: Tenant,
  request: OrderedPageRequest & {
    status?: PresentUserStatus | undefined;
    role?: Role | undefined;
  },
): Promise<Page<User>> {
  const { status, role, limit, cursor: from, order = 'ascending' } = request;
  const { directory, accountId } = tenant;
  const { items, cursor } = await listOfAccount(tenant, () =>
    directory.table.query(
      userEntity,
      { accountId },
      {
        limit,
        cursor: from,
        order,
        consistent: true,
        filter: (c) =>
          c.and(
            status ? c.eq('status', status) : c.ne('status', 'removed'),
            ...(role ? [c.eq('role', role)] : []),
          ),
      },
    ),
  );
  return { items: items.map((item) => existingUser(userState(item))), cursor };
}

/** Access pattern 5: the claim, read with the account, then the user it names. @throws DomainError `account_not_found` */
export async function findUserByEmail(
  { directory: { table }, accountId }: Tenant,
  email: string,
): Promise<User | undefined> {
  const [account, claim] = await table.batchGet(
    [accountEntity.at({ accountId }), emailClaimEntity.at({ accountId, email: fold(email.trim()) })],
    { consistent: true },
  );
  existingAccount(accountState(account));
  if (!claim) return undefined;
  const { userId } = claim;
  const state = userState(await table.get(userEntity, { accountId, userId }, { consistent: true }));
  // They may have been removed between the two reads, or have another email by now.
  const isNamed = state.status !== 'none' && state.status !== 'removed' && hasEmail(state, email);
  return isNamed ? state : undefined;
}

function hasEmail(user: User, email: string): boolean {
  return fold(user.email) === fold(email.trim());
}
