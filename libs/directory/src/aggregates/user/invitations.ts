import { timingSafeEqual } from 'node:crypto';
import {
  decideUser,
  DomainError,
  existingAccount,
  existingUser,
  idOf,
  initialUser,
  type DomainEvent,
  type Identity,
  type MembershipTerms,
  type NewUser,
  type ServiceGroupId,
  type User,
  type UserCommand,
  type UserId,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { changeUser } from './changes.js';
import type { Directory } from '../../core/directory.js';
import { isHeldNow } from './memberships/held.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { accountEntity } from '../../table/items/accounts.js';
import { listOfAccount } from '../account/read-account.js';
import { eventEntity } from '../../table/items/events.js';
import { invitationEntity } from '../../table/items/invitations.js';
import { userEntity } from '../../table/items/users.js';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Page, PageRequest } from '../../core/pages.js';
import { accountState } from '../account/state.js';
import { existingGroupAt, serviceGroupState } from '../service-group/state.js';
import { userState } from './state.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { Tenant } from '../../core/tenant.js';
import { loadUser } from './users.js';
import { newUserKey } from '../../core/user-keys.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';

type Invitation = Item<typeof invitationEntity>;

export interface InvitationView extends Pick<Invitation, 'invitedBy' | 'validUntil' | 'sentCount'> {
  user: User;
  sentAt: string;
}

export interface InvitationTerms {
  /** @param eventId of the `user.invited` for which the token is sent */
  tokenHashOf: (accountId: string, eventId: string) => string;
}

/** Whom to invite, and which service groups they may enter from the start. */
export interface NewInvitation extends Omit<NewUser, 'status'> {
  serviceGroupIds?: readonly ServiceGroupId[];
  /** For how long they may enter these, and why. */
  membershipTerms?: MembershipTerms;
}

/** They may sign in once somebody accepts with the token. @throws DomainError `service_group_not_found` */
export async function inviteUser(
  { directory, accountId }: Tenant,
  { serviceGroupIds = [], membershipTerms, ...input }: NewInvitation,
  terms: InvitationTerms,
  context: CommandContext,
): Promise<Outcome<User>> {
  const userId = directory.newId('user');
  const key = await newUserKey(directory.keyRing, userId);
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const [item, ...groups] = await directory.table.batchGet(
        [
          accountEntity.at({ accountId }),
          ...serviceGroupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
        ] as const,
        { consistent: true },
      );
      const account = accountState(item);
      const context = { account, anotherOwner: true, now: directory.steadyNow() };
      const command = {
        ...input,
        type: 'create_user',
        userId,
        status: 'invited',
        hasInvitation: true,
      } as const;
      const invited = decideUser(initialUser, command, context);
      const { state: user } = changeUser(userId, initialUser, invited, provenance, key);
      const found = groups.map((group, index) => existingGroupAt(serviceGroupState(group), index));
      const added = found.flatMap((serviceGroup) =>
        decideUser(user, { ...membershipTerms, type: 'add_member', serviceGroup }, context),
      );
      const change = changeUser(userId, initialUser, [...invited, ...added], provenance, key);
      const guards = [invitationItem(change.events[0]!, terms, 1)];
      const state = existingUser(change.state);
      return { state, changes: [change], guards, account, aboutUser: { userId, key } };
    },
  });
}

/** Sends an invitation again, with another token: the previous one becomes invalid. */
export async function inviteAgain(
  { directory, accountId }: Tenant,
  userId: UserId,
  terms: InvitationTerms,
  context: CommandContext,
): Promise<Outcome<User>> {
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const [{ account, user, key }, before] = await Promise.all([
        loadUser(directory, accountId, userId),
        findInvitation(directory, accountId, userId),
      ]);
      requireVersion(user, context);
      const newEvents = decideUser(
        user,
        { type: 'invite_user_again' },
        { account, anotherOwner: true, now: directory.steadyNow() },
      );
      if (before) requireMayBeSent(before, directory.now());
      const change = changeUser(userId, user, newEvents, provenance, key);
      const guards = [invitationItem(change.events[0]!, terms, (before?.sentCount ?? 0) + 1, before)];
      return { state: existingUser(change.state), changes: [change], guards, aboutUser: { userId, key } };
    },
  });
}

/** An invitation is sent so often as its sender likes, and then once an hour: nobody is to be flooded. */
const SENT_FREELY = 5;
export const INVITATION_EVERY_SECONDS = 60 * 60;

/** @throws DomainError `rate_limited` */
export function requireMayBeSent({ sentCount, updatedAt: sentAt }: Invitation, now: number): void {
  if (sentCount < SENT_FREELY || now - Date.parse(sentAt) >= INVITATION_EVERY_SECONDS * 1_000) return;
  throw new DomainError(
    'rate_limited',
    `The invitation has been sent ${sentCount} times: it can be sent again an hour after the last time.`,
  );
}

function findInvitation({ table }: Directory, accountId: string, userId: UserId) {
  return table.get(invitationEntity, { accountId, userId }, { consistent: true });
}

export const INVITATION_VALID_FOR_MS = 7 * 24 * 60 * 60 * 1000;

export function invitationItem(
  { accountId, aggregateId, eventId, at, actor: invitedBy }: DomainEvent,
  { tokenHashOf }: Partial<InvitationTerms>,
  sentCount: number,
  before?: Invitation,
): TransactItem {
  const validUntil = new Date(Date.parse(at) + INVITATION_VALID_FOR_MS).toISOString();
  const proof = tokenHashOf ? { tokenHash: tokenHashOf(accountId, eventId) } : { eventId };
  const times = { createdAt: at, updatedAt: at };
  return {
    operation: invitationEntity.put(
      { accountId, userId: idOf('user', aggregateId), ...proof, invitedBy, validUntil, sentCount, ...times },
      // The user was read at another instant: this must be the invitation that this one follows.
      { condition: (c) => (before ? c.eq('sentCount', before.sentCount) : c.notExists('sentCount')) },
    ),
  };
}

function tokenHashOfInvitation(
  { accountId, tokenHash, eventId = '' }: Invitation,
  terms: InvitationTerms,
): string {
  return tokenHash ?? terms.tokenHashOf(accountId, eventId);
}

export interface AcceptanceContext extends Pick<CommandContext, 'correlationId'> {
  identity?: Identity | undefined;
}

/**
 * Accepts an invitation and activates its user. Part of authentication: it takes no tenant, because the token proves the
 * caller.
 * @throws DomainError `invitation_not_found` for a token that is unknown, revoked, replaced or expired, without saying
 * which; `identity_taken`; `invitation_accepted` for the one with which the user was activated, until it would have expired
 */
export async function acceptInvitation(
  directory: Directory,
  { accountId, userId, tokenHash }: { accountId: string; userId: UserId; tokenHash: string },
  terms: InvitationTerms,
  { identity, ...context }: AcceptanceContext,
): Promise<User> {
  const { state } = await execute(
    directory,
    { ...context, actor: `user:${userId}` },
    {
      accountId,
      aggregateId: userId,
      attempt: async (provenance) => {
        // In this order: changes to the invitation also change the user's version, so that the commit is refused and retried.
        const { account, user, key } = await loadUser(directory, accountId, userId);
        const invitation = await findInvitation(directory, accountId, userId);
        const isGood =
          invitation &&
          user.status === 'invited' &&
          isSame(tokenHashOfInvitation(invitation, terms), tokenHash) &&
          invitation.validUntil > new Date(directory.now()).toISOString();
        if (!isGood || account.status === 'none' || account.status === 'closed') {
          // Read in any case: the cost must not tell a stranger whether there is such a user.
          const accepted = await acceptedHash(directory, { accountId, userId }, terms);
          // Also while invited: the user was read before somebody else had accepted.
          const exists = ['invited', 'active', 'suspended'].includes(user.status);
          if (exists && account.status === 'active' && isSame(accepted, tokenHash))
            throw new DomainError(
              'invitation_accepted',
              'The invitation has already been accepted: sign in.',
            );
          throw new DomainError('invitation_not_found', 'The invitation is unknown or no longer valid.');
        }
        const commands: UserCommand[] = [{ type: 'activate_user' }];
        if (identity) {
          const { issuer, subject } = identity;
          commands.push({ type: 'link_identity', method: 'invitation', issuer, subject });
        }
        const decision = { account, anotherOwner: true, now: directory.steadyNow() };
        const newEvents = commands.flatMap((command) => decideUser(user, command, decision));
        const change = changeUser(userId, user, newEvents, provenance, key);
        return { state: existingUser(change.state), changes: [change] };
      },
    },
  );
  return state;
}

export interface InspectedInvitation {
  accountName: string;
  user: User;
  status: 'pending' | 'expired';
  validUntil: string;
  invitedBy: string;
  /** Null if it was not a user of the account. */
  inviterName: string | null;
  serviceGroupNames: string[];
}

const MAX_NAMES = 100;

/** @throws DomainError as {@link acceptInvitation}, but for one that has merely expired */
export async function inspectInvitation(
  directory: Directory,
  { accountId, userId, tokenHash }: { accountId: string; userId: UserId; tokenHash: string },
  terms: InvitationTerms,
): Promise<InspectedInvitation> {
  const { table, now } = directory;
  const [[account, head, invitation], memberships] = await Promise.all([
    table.batchGet(
      [
        accountEntity.at({ accountId }),
        userEntity.at({ accountId, userId }),
        invitationEntity.at({ accountId, userId }),
      ],
      { consistent: true },
    ),
    table.query(membershipEntity, { userId }, { limit: MAX_NAMES, consistent: true }),
  ]);
  const user = userState(head);
  const isProved = invitation && isSame(tokenHashOfInvitation(invitation, terms), tokenHash);
  if (account?.status !== 'active' || user.status !== 'invited' || !isProved) {
    const accepted = await acceptedHash(directory, { accountId, userId }, terms);
    if (head && account?.status === 'active' && isSame(accepted, tokenHash))
      throw new DomainError('invitation_accepted', 'The invitation has already been accepted: sign in.');
    throw new DomainError('invitation_not_found', 'The invitation is unknown or no longer valid.');
  }
  const { validUntil, invitedBy } = invitation;
  const inviterId = invitedBy.startsWith('user:') ? idOf('user', invitedBy.slice('user:'.length)) : undefined;
  const inviter =
    inviterId && (await table.get(userEntity, { accountId, userId: inviterId }, { consistent: true }));
  return {
    accountName: account.name,
    user,
    status: validUntil > new Date(now()).toISOString() ? 'pending' : 'expired',
    validUntil,
    invitedBy,
    inviterName: (inviter && inviter.status !== 'removed' && inviter.name) || null,
    serviceGroupNames: memberships.items
      .filter((item) => item.accountId === accountId && isHeldNow(directory, item))
      .map(({ serviceGroupName }) => serviceGroupName),
  };
}

/** Events of a user among which its acceptance is looked for: groups may be assigned to an invited user. */
const EVENTS_BEFORE_ACCEPTANCE = 100;

/** The item that contained it is gone: computed again from the event. Undefined once it would have expired. */
async function acceptedHash(
  { table, now }: Directory,
  { accountId, userId }: { accountId: string; userId: UserId },
  { tokenHashOf }: InvitationTerms,
): Promise<string> {
  const range = { limit: EVENTS_BEFORE_ACCEPTANCE, consistent: true };
  const { items } = await table.query(eventEntity, { aggregateId: userId }, range);
  const accepted = items.findLastIndex(
    ({ type, actor }) => type === 'user.activated' && actor === `user:${userId}`,
  );
  const sent = items.slice(0, Math.max(accepted, 0)).findLast(({ type }) => type === 'user.invited');
  const isOld = !sent || Date.parse(sent.at) + INVITATION_VALID_FOR_MS <= now();
  return isOld ? '' : tokenHashOf(accountId, sent.eventId);
}

function isSame(hash: string, other: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** @throws DomainError `invitation_not_found` */
export async function getInvitation(
  { directory: { table }, accountId }: Tenant,
  userId: UserId,
): Promise<InvitationView> {
  const [account, user, invitation] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      invitationEntity.at({ accountId, userId }),
    ],
    { consistent: true },
  );
  existingAccount(accountState(account));
  const state = userState(user);
  if (!invitation || state.status !== 'invited')
    throw new DomainError('invitation_not_found', 'There is no such invitation.');
  return invitationView(invitation, state);
}

export async function listInvitations(
  tenant: Tenant,
  { limit, cursor: from }: PageRequest,
): Promise<Page<InvitationView>> {
  const { accountId } = tenant;
  const { table } = tenant.directory;
  const { items, cursor } = await listOfAccount(tenant, () =>
    table.query(invitationEntity, { accountId }, { limit, cursor: from, consistent: true }),
  );
  const references = items.map(({ userId }) => userEntity.at({ accountId, userId }));
  const users = await table.batchGet(references, { consistent: true });
  const views = items.flatMap((invitation, index) => {
    const user = userState(users[index]);
    return user.status === 'invited' ? [invitationView(invitation, user)] : [];
  });
  return { items: views, cursor };
}

export function invitationView(
  { invitedBy, validUntil, sentCount, updatedAt }: Invitation,
  user: User,
): InvitationView {
  return { user, invitedBy, validUntil, sentCount, sentAt: updatedAt };
}
