import {
  fold,
  foldName,
  isActiveOwner,
  type Membership,
  type AccountState,
  type ServiceGroupState,
  type User,
} from '#libs/domain';
import { lastCommitOf } from '../../table/items/last-commit.js';
import { dueItemOf } from '../../table/items/due.js';
import { membershipAttributes, presentAttributes, userItem } from '../../aggregates/user/state.js';
import { externalIdOf, type AccountHistory, type ServiceGroupHistory } from './folded-history.js';
import { accessOfTeams, placesInTeams } from './items-of-teams.js';
import { emailOf, sideOf, type UserHistory } from './folded-user.js';
import { derivedItem, type DerivedItem, copiesOf, externalIdClaims } from './derived-item.js';

/** Nothing, if the account was never created. */
export function itemsOfAccount(history: AccountHistory): DerivedItem[] {
  const { state, lastCommit, externalIdSince } = history;
  if (state.status === 'none') return [];
  const { updatedBy: _by, ...kept } = state;
  const head = derivedItem('account', { ...kept, lastEvents: lastCommitOf(lastCommit) });
  const rules = rulesOf(state);
  const externalId = externalIdOf(state);
  if (externalId === undefined) return [head, ...rules];
  const times = { createdAt: externalIdSince, updatedAt: externalIdSince };
  const { accountId } = state;
  return [head, ...rules, derivedItem('account-external-id-claim', { accountId, externalId, ...times })];
}

function rulesOf(state: AccountState): DerivedItem[] {
  if (state.status === 'none' || state.status === 'closed') return [];
  const { accountId, signInRules = [], signInRulesSince = '' } = state;
  const times = { createdAt: signInRulesSince, updatedAt: signInRulesSince };
  const items: DerivedItem[] = [];
  for (const { issuer, domains, externalIdClaim } of signInRules) {
    const rule = { accountId, issuer, ...times };
    for (const value of domains) items.push(derivedItem('sign-in-rule', { ...rule, by: 'domain', value }));
    if (externalIdClaim !== undefined)
      items.push(derivedItem('sign-in-rule', { ...rule, by: 'external-id', value: externalIdClaim }));
  }
  return items;
}

/** A rewritten tombstone never expires by itself: its events do not show that nothing is left below it. */
export function itemsOfServiceGroup(history: ServiceGroupHistory): DerivedItem[] {
  const { state, lastCommit, nameSince } = history;
  if (state.status === 'none') return [];
  const { accountId, serviceGroupId } = state;
  const { updatedBy: _by, teamAccess: _access, ...kept } = state;
  const items = [derivedItem('service-group', { ...kept, lastEvents: lastCommitOf(lastCommit) })];
  const name = nameOf(state);
  if (name !== undefined) {
    const times = { createdAt: nameSince, updatedAt: nameSince };
    items.push(derivedItem('service-group-name-claim', { accountId, name, serviceGroupId, ...times }));
  }
  return [
    ...items,
    ...managedServiceGroups(history),
    ...accessOfTeams(history, { accountId, serviceGroupId }),
    ...externalIdClaims('service-group', serviceGroupId, history),
  ];
}

/** One for each manager, among what is the manager's own. */
function managedServiceGroups({ state, managers, nameSince }: ServiceGroupHistory): DerivedItem[] {
  if (state.status !== 'active') return [];
  const { accountId, serviceGroupId, name: serviceGroupName } = state;
  return Array.from(managers, ([userId, { since, addedBy }]) =>
    derivedItem('managed-service-group', {
      accountId,
      userId,
      serviceGroupId,
      serviceGroupName,
      addedBy,
      createdAt: since,
      updatedAt: since > nameSince ? since : nameSince,
    }),
  );
}

export function nameOf(state: ServiceGroupState): string | undefined {
  return state.status === 'active' ? foldName(state.name) : undefined;
}

/** The form of a name that it has had since names were compared with invisible characters. */
export function formerNameOf(state: ServiceGroupState): string | undefined {
  return state.status === 'active' ? fold(state.name) : undefined;
}

export interface HeadExtras {
  userKey?: string | undefined;
  /** For a tombstone with nothing left below it. */
  expiresAt?: number | undefined;
}

/**
 * @param groupNames the present names of the account's service groups, to be copied to memberships. Without an entry, the
 * name in the membership's event
 */
export function itemsOfUser(
  history: UserHistory,
  groupNames: ReadonlyMap<string, { version: number; name: string }> = new Map(),
  { userKey, expiresAt }: HeadExtras = {},
): DerivedItem[] {
  const { state, lastCommit, emailSince, ownerSince } = history;
  if (state.status === 'none') return [];
  const { accountId, userId } = state;
  const head = userItem(state, lastCommitOf(lastCommit), userKey);
  const items = [derivedItem('user', expiresAt === undefined ? head : { ...head, expiresAt })];
  const email = emailOf(state);
  if (email !== undefined) {
    const times = { createdAt: emailSince, updatedAt: emailSince };
    items.push(derivedItem('email-claim', { accountId, email, userId, ...times }));
  }
  items.push(...externalIdClaims('user', userId, history));
  for (const { issuer, subject, linkedAt } of state.identities ?? []) {
    const times = { createdAt: linkedAt, updatedAt: linkedAt };
    items.push(derivedItem('identity', { accountId, issuer, subject, userId, ...times }));
  }
  if (isActiveOwner(state)) {
    const times = { createdAt: ownerSince, updatedAt: ownerSince };
    items.push(derivedItem('owner', { accountId, userId, ...times }));
  }
  return [
    ...items,
    ...presentMemberships(history, state, groupNames),
    ...pastMemberships(history, state),
    ...placesInTeams(history, state),
    ...dueOf(state, [...history.memberships.values()]),
  ];
}

/** By what the worker finds the memberships that end by themselves. */
export function dueOf(
  { accountId, userId }: Pick<User, 'accountId' | 'userId'>,
  memberships: readonly Membership[],
): DerivedItem[] {
  return memberships.flatMap((membership) => {
    const due = dueItemOf(accountId, userId, membership);
    return due ? [derivedItem('due', due)] : [];
  });
}

function presentMemberships(
  { memberships }: UserHistory,
  user: User,
  groupNames: ReadonlyMap<string, { version: number; name: string }>,
): DerivedItem[] {
  const { accountId } = user;
  const copies = copiesOf(user.userId, sideOf(user));
  return Array.from(memberships.values(), (membership) => {
    const { serviceGroupId, since } = membership;
    const name = groupNames.get(serviceGroupId);
    const newer = name && name.version > membership.serviceGroupVersion;
    return derivedItem('membership', {
      accountId,
      ...copies,
      ...presentAttributes(membership),
      ...(newer && { serviceGroupName: name.name, serviceGroupVersion: name.version }),
      createdAt: since,
      updatedAt: user.updatedAt,
    });
  });
}

function pastMemberships({ ended }: UserHistory, { accountId, userId }: User): DerivedItem[] {
  return ended.map(({ side, endedAt, until, removedBy, ...membership }) =>
    derivedItem('past-membership', {
      accountId,
      ...copiesOf(userId, side),
      ...membershipAttributes(membership),
      ...{ until, removedBy },
      createdAt: membership.since,
      updatedAt: endedAt,
    }),
  );
}
