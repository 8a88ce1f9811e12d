import { isManager, managersGive, type UserId } from '#libs/domain';
import type { Principal, Session } from '#libs/directory';
import { Problem } from '../../problems/problem.js';
import type { Caller, UserCaller } from './caller.js';

/** A user with their present role. @throws Problem with status 403 if they have lost access */
export function userCaller(
  accountId: string,
  userId: UserId,
  { account, user, serviceGroup }: Principal,
): UserCaller {
  if (!account || !user || user.status === 'removed')
    throw new Problem('user_removed', 'The calling user is not in the account.');
  if (account.status === 'suspended') throw new Problem('account_suspended', 'The account is suspended.');
  if (user.status === 'suspended') throw new Problem('user_suspended', 'The calling user is suspended.');
  if (user.status === 'invited')
    throw new Problem('user_invited', 'The calling user has been invited and is not active yet.');
  const { role, name, email } = user;
  return {
    kind: 'user',
    id: userId,
    accountId,
    role,
    name,
    email,
    accountName: account.name,
    accountPlan: account.plan,
    ...(serviceGroup.status === 'active' &&
      isManager(serviceGroup, userId) && {
        manages: true,
        gives: managersGive(serviceGroup.membershipRules),
      }),
  };
}

export function callerOfSession(session: Session, principal: Principal | undefined): Caller | undefined {
  const { kind, operatorId, accountId, userId, authTime } = session;
  if (kind === 'operator') return operatorId === undefined ? undefined : { kind, id: operatorId, authTime };
  if (accountId === undefined || userId === undefined || !principal) return undefined;
  return { ...userCaller(accountId, userId, principal), authTime };
}
