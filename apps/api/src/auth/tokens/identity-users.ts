import {
  findUserOfIdentity,
  findUsersOfIdentity,
  grantTenant,
  loadPrincipal,
  type Directory,
  type Principal,
  type PrincipalIds,
} from '#libs/directory';
import { sameIdentity, type ServiceGroupId, type UserId } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import type { TokenIdentity } from './token-verifier.js';

type Person = TokenIdentity & { kind: 'identity' };

export interface UserOfToken {
  accountId: string;
  userId: UserId;
  principal: Principal;
}

interface NamedInPath {
  accountId?: string | undefined;
  serviceGroupId?: ServiceGroupId | undefined;
}

const REMEMBERED = 10_000;

/** Remembered: the user's head, which is read for each request, says whether the identity is still theirs. */
export class IdentityUsers {
  private readonly remembered = new Map<string, UserId>();

  /**
   * One table call when the person has been here before, two otherwise.
   *
   * @param named what the path names
   * @throws Problem `account_not_found`, `account_not_chosen`, `no_user_for_identity`
   */
  async find(
    directory: Directory,
    person: Person,
    { accountId: wanted, serviceGroupId }: NamedInPath,
  ): Promise<UserOfToken> {
    const accountId = wanted ?? person.accountId ?? (await this.onlyAccount(directory, person));
    if (person.accounts && !person.accounts.includes(accountId)) throw notTheirs(wanted);
    const key = JSON.stringify([person.issuer, person.subject, accountId]);
    const known = this.remembered.get(key);
    const found = known && (await userOf(directory, person, { accountId, userId: known, serviceGroupId }));
    if (found) return found;
    const userId = await findUserOfIdentity(grantTenant(directory, accountId), person);
    const user = userId && (await userOf(directory, person, { accountId, userId, serviceGroupId }));
    if (!user) throw notTheirs(wanted);
    this.remember(key, user.userId);
    return user;
  }

  private async onlyAccount(directory: Directory, person: Person): Promise<string> {
    const [first, ...others] = await findUsersOfIdentity(directory, person);
    if (!first) throw notTheirs(undefined);
    if (others.length === 0) return first.accountId;
    throw new Problem('account_not_chosen', 'The person has several accounts, and the token names none.');
  }

  private remember(key: string, userId: UserId): void {
    this.remembered.delete(key);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size >= REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    this.remembered.set(key, userId);
  }
}

async function userOf(
  directory: Directory,
  person: Person,
  ids: PrincipalIds,
): Promise<UserOfToken | undefined> {
  const principal = await loadPrincipal(directory, ids);
  const { accountId, userId } = ids;
  const isTheirs = principal.user?.identities?.some((identity) => sameIdentity(identity, person));
  return isTheirs ? { accountId, userId, principal } : undefined;
}

/** Of an account that the path names, in the words used for one that does not exist. */
function notTheirs(wanted: string | undefined): Problem {
  if (wanted !== undefined) return new Problem('account_not_found', 'There is no such account.');
  return new Problem('no_user_for_identity', 'No account has a user with the identity of the token.');
}
