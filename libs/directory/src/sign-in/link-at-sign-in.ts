import {
  DomainError,
  domainOf,
  fold,
  idOf,
  orRefusal,
  parseEmail,
  parseExternalId,
  sameIdentity,
  type PersonSigningIn,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { signInRuleEntity } from '../table/items/accounts.js';
import type { Directory } from '../core/directory.js';
import { command } from '../core/command.js';
import { externalIdClaimEntity } from '../table/items/external-ids.js';
import { emailClaimEntity } from '../table/items/users.js';
import type { UserOfIdentity } from '../aggregates/user/identities.js';
import { decideInTurn, loadUser, ofUsers } from '../aggregates/user/users.js';

/**
 * Links a person who signs in to the users whom they are according to the rules of the users' accounts: by an email that the
 * provider has verified, or by the external id. Part of authentication: it takes no tenant, because the rules lead to it.
 * @param known where the identity is linked already
 * @returns the users it is linked to now
 */
export async function linkAtSignIn(
  directory: Directory,
  person: PersonSigningIn,
  known: readonly UserOfIdentity[],
  context: { correlationId: string },
): Promise<UserOfIdentity[]> {
  const isKnown = new Set(known.map(({ accountId }) => accountId));
  const found = (await candidates(directory, person)).filter(({ accountId }) => !isKnown.has(accountId));
  const linked: UserOfIdentity[] = [];
  for (const user of found) if (await linkOne(directory, person, user, context)) linked.push(user);
  return linked;
}

/** Whom the person may be. The decision is made on the user and account themselves. */
async function candidates(
  { table }: Directory,
  { issuer, email, textOf }: PersonSigningIn,
): Promise<UserOfIdentity[]> {
  const folded = email !== undefined && isEmail(email) ? fold(email) : undefined;
  // However many accounts trust the provider: people who are left out could not sign in, and nobody would know why.
  const rulesBy = async (key: { by: 'domain'; value: string } | { by: 'external-id' }) => {
    const rules: Item<typeof signInRuleEntity>[] = [];
    for await (const rule of table.each(signInRuleEntity, { issuer, ...key }, { consistent: true }))
      rules.push(rule);
    return rules;
  };
  const [byDomain, byExternalId] = await Promise.all([
    folded === undefined ? [] : rulesBy({ by: 'domain', value: domainOf(folded) }),
    rulesBy({ by: 'external-id' }),
  ]);
  const emails = byDomain.map(({ accountId }) => emailClaimEntity.at({ accountId, email: folded ?? '' }));
  const externalIds = byExternalId.flatMap(({ accountId, value: claim }) => {
    const named = textOf(claim);
    const externalId = named === undefined ? undefined : orRefusal(() => parseExternalId(named));
    return typeof externalId === 'string'
      ? [externalIdClaimEntity.at({ accountId, kind: 'user', externalId })]
      : [];
  });
  const [ofExternalIds, ofEmails] = await Promise.all([
    table.batchGet(externalIds, { consistent: true }),
    table.batchGet(emails, { consistent: true }),
  ]);
  const users = [
    ...ofExternalIds.flatMap(
      (item) => item && [{ accountId: item.accountId, userId: idOf('user', item.ownerId) }],
    ),
    ...ofEmails.flatMap((item) => item && [{ accountId: item.accountId, userId: item.userId }]),
  ].filter((user) => user !== undefined);
  return [...new Map(users.map((user) => [user.accountId, user])).values()];
}

async function linkOne(
  directory: Directory,
  person: PersonSigningIn,
  { accountId, userId }: UserOfIdentity,
  context: { correlationId: string },
): Promise<boolean> {
  try {
    const tenant = { directory, accountId };
    const { state } = await command(
      tenant,
      { ...context, actor: `user:${userId}` },
      {
        ...ofUsers(tenant),
        aggregateId: userId,
        load: () => loadUser(tenant, userId),
        decide: (loaded, by) => decideInTurn(directory, loaded, [{ type: 'link_at_sign_in', person }], by),
      },
    );
    return state.identities?.some((one) => sameIdentity(one, person)) ?? false;
  } catch (error) {
    // The account or user has gone, or another sign-in was faster: nobody is signed in by this.
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function isEmail(email: string): boolean {
  try {
    return parseEmail(email) === email;
  } catch {
    return false;
  }
}
