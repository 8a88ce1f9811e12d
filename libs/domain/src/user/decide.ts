import type { UserId } from '../values/ids.js';
import { activeAccount, type AccountState } from '../account/account.js';
import { linkMethodOf, type PersonSigningIn } from '../account/sign-in-rules.js';
import { DomainError } from '../values/errors.js';
import { parseEmail } from '../values/email.js';
import { parseName, parseReason, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import { changeSettings, newSettings, settingsOf } from '../values/settings.js';
import { addMember, changeMembership, removeMember, type MembershipCommand } from './decide-membership.js';
import type { LinkMethod, NewUserEvent, UserIdentity } from './events.js';
import { userSettings, type UserSettingsInput } from './fields.js';
import type { Role } from '../permissions/roles.js';
import { MAX_IDENTITIES, parseIdentity, sameIdentity, type Identity } from '../values/identities.js';
import { existingUser, isActiveOwner, type User, type UserState } from './user.js';

export interface NewUser extends UserSettingsInput {
  name: string;
  email: string;
  /** Member by default. */
  role?: Role | undefined;
  /** Active by default. */
  status?: 'active' | 'invited';
}

export interface UserChange extends UserSettingsInput {
  name?: string;
  email?: string;
  role?: Role;
}

export type UserCommand =
  /** Without an invitation, a user who is created as invited has to be activated. */
  | ({ type: 'create_user'; userId: UserId; hasInvitation?: boolean } & NewUser)
  | ({ type: 'change_user' } & UserChange)
  /** Repeats the invitation of an invited user. */
  | { type: 'invite_user_again' }
  | { type: 'activate_user' }
  | { type: 'suspend_user' }
  | { type: 'reactivate_user' }
  | { type: 'remove_user' }
  | { type: 'see_as'; reason: string; until: string }
  | ({ type: 'link_identity'; method: LinkMethod } & Identity)
  /** Links the identity of a person whom the account's rules take for this user. */
  | { type: 'link_at_sign_in'; person: PersonSigningIn }
  | ({ type: 'unlink_identity' } & Identity)
  | MembershipCommand;

export interface UserContext {
  account: AccountState;
  /** True if the account has another active owner. */
  anotherOwner: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Decides what a command does to a user. Returns nothing if there is nothing to change. The caller must ensure in the
 * same transaction that the email is free in the account, and that the context still holds.
 * @throws DomainError
 */
export function decideUser(state: UserState, command: UserCommand, context: UserContext): NewUserEvent[] {
  activeAccount(context.account);
  if (command.type === 'create_user') {
    if (state.status !== 'none') throw new DomainError('user_exists', 'This user already exists.');
    const { userId, role = 'member', status } = command;
    const { name, email, settings } = parseAll({
      name: () => parseName(command.name),
      email: () => parseEmail(command.email),
      settings: () => newSettings(userSettings, command),
    });
    const data = { userId, name, email, role, ...settings };
    if (status !== 'invited') return [{ type: 'user.created', data }];
    return [{ type: 'user.invited', data: command.hasInvitation ? data : { ...data, invitation: 'none' } }];
  }
  const user = existingUser(state);
  switch (command.type) {
    case 'change_user':
      return changeUser(user, command, context);
    case 'invite_user_again':
      return [{ type: 'user.invited', data: invitationOf(requireInvited(user)) }];
    case 'activate_user':
      if (user.status === 'active') return [];
      if (user.status === 'suspended')
        throw new DomainError('user_suspended', 'The user is suspended and must be reactivated first.');
      return [{ type: 'user.activated', data: { ...identity(user), role: user.role } }];
    case 'suspend_user':
      if (user.status === 'suspended') return [];
      requireActivated(user);
      keepAnOwner(user, context);
      return [{ type: 'user.suspended', data: { ...identity(user), role: user.role } }];
    case 'reactivate_user':
      if (user.status === 'active') return [];
      requireActivated(user);
      return [{ type: 'user.reactivated', data: { ...identity(user), role: user.role } }];
    case 'remove_user':
      keepAnOwner(user, context);
      return [{ type: 'user.removed', data: { ...identity(user), role: user.role } }];
    case 'see_as':
      return seeAs(user, command);
    case 'link_identity':
      return linkIdentity(user, command);
    case 'link_at_sign_in':
      return linkAtSignIn(user, command.person, context);
    case 'unlink_identity':
      return unlinkIdentity(user, command);
    case 'add_member':
      return addMember(user, command, context);
    case 'change_membership':
      return changeMembership(user, command, context);
    case 'remove_member':
      return removeMember(user, command.serviceGroupId, context);
    default:
      return command satisfies never;
  }
}

/** What closing its account does to any user. */
export function removeUserWithAccount(state: UserState): NewUserEvent[] {
  if (state.status === 'none' || state.status === 'removed') return [];
  return [{ type: 'user.removed', data: { ...identity(state), role: state.role } }];
}

/**
 * What erasing their personal data does to a removed user. Nothing else is required: people have a right to erasure
 * even if the account is suspended or closed.
 * @throws DomainError `user_not_found`, `user_not_removed`
 */
export function eraseUser(state: UserState): NewUserEvent[] {
  if (state.status === 'none') throw new DomainError('user_not_found', 'There is no such user.');
  if (state.status !== 'removed')
    throw new DomainError('user_not_removed', 'Only a removed user can be erased: remove the user first.');
  return state.erased ? [] : [{ type: 'user.erased', data: { userId: state.userId } }];
}

function changeUser(user: User, change: UserChange, context: UserContext): NewUserEvent[] {
  const newEvents: NewUserEvent[] = [];
  const after = { ...identity(user) };
  const { name, email, settings } = parseAll({
    name: () => parseUnlessKept(change.name, user.name, parseName),
    email: () => parseUnlessKept(change.email, user.email, parseEmail),
    settings: () => changeSettings(userSettings, user, change),
  });
  if (name !== user.name) {
    after.name = name;
    newEvents.push({ type: 'user.profile_changed', data: { ...after, previousName: user.name } });
  }
  if (email !== user.email) {
    after.email = email;
    newEvents.push({ type: 'user.email_changed', data: { ...after, previousEmail: user.email } });
  }
  const role = change.role ?? user.role;
  if (role !== user.role) {
    keepAnOwner(user, context);
    newEvents.push({ type: 'user.role_changed', data: { ...after, role, previousRole: user.role } });
  }
  if (settings) newEvents.push({ type: 'user.settings_changed', data: { ...after, ...settings } });
  return newEvents;
}

function seeAs(user: User, { reason, until }: { reason: string; until: string }): NewUserEvent[] {
  requireActivated(user);
  if (user.status === 'suspended')
    throw new DomainError('user_suspended', 'The user is suspended, so there is nothing to see.');
  return [{ type: 'user.seen_as', data: { ...identity(user), reason: parseReason(reason), until } }];
}

function linkIdentity(user: User, { method, ...given }: { method: LinkMethod } & Identity): NewUserEvent[] {
  const { issuer, subject } = parseIdentity(given);
  const linked = user.identities ?? [];
  if (linked.some((one) => sameIdentity(one, { issuer, subject }))) return [];
  if (linked.length >= MAX_IDENTITIES)
    throw new DomainError(
      'too_many_identities',
      `A user can have at most ${MAX_IDENTITIES} identities: unlink one first.`,
    );
  return [{ type: 'user.identity_linked', data: { ...identity(user), issuer, subject, method } }];
}

/** A provider gives an address that is free again to somebody else: of one provider only the first identity is linked so. */
function linkAtSignIn(user: User, person: PersonSigningIn, { account }: UserContext): NewUserEvent[] {
  const { issuer, subject } = person;
  const method = linkMethodOf(activeAccount(account).signInRules, user, person);
  const isTaken = user.identities?.some((one) => one.issuer === issuer);
  if (!method || user.status !== 'active' || isTaken) return [];
  return linkIdentity(user, { issuer, subject, method });
}

function unlinkIdentity(user: User, { issuer, subject }: Identity): NewUserEvent[] {
  if (!user.identities?.some((one) => sameIdentity(one, { issuer, subject })))
    throw new DomainError('identity_not_found', 'The user has no such identity.');
  return [{ type: 'user.identity_unlinked', data: { ...identity(user), issuer, subject } }];
}

function invitationOf(user: User) {
  return { ...identity(user), role: user.role, ...settingsOf(userSettings, user) };
}

/** @throws DomainError `user_not_invited` */
function requireInvited(user: User): User {
  if (user.status === 'invited') return user;
  throw new DomainError('user_not_invited', 'The user is no longer invited, so there is nothing to accept.');
}

function requireActivated({ status }: User): void {
  if (status === 'invited')
    throw new DomainError('user_invited', 'The user has been invited and must be activated or removed.');
}

function keepAnOwner(user: User, { anotherOwner }: UserContext): void {
  if (isActiveOwner(user) && !anotherOwner)
    throw new DomainError(
      'last_owner',
      'An account must keep at least one active owner, and this is the last one.',
    );
}

function identity({ userId, name, email }: User): UserIdentity {
  return { userId, name, email };
}
