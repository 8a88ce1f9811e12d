import {
  existingAccessRequest,
  type AccessRequestId,
  type AccessRequestState,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { openEvent } from '../../core/sealed-events.js';
import { plainState } from '../../core/states.js';
import { openUserKey } from '../../core/user-keys.js';
import { accessRequestEntity, openAccessRequestEntity } from '../../table/items/access-requests.js';
import { eventEntity } from '../../table/items/events.js';
import { accountEntity } from '../../table/items/accounts.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { accountState } from '../account/state.js';
import { serviceGroupState } from '../service-group/state.js';
import { userState } from '../user/state.js';
import { wordsIn } from './views.js';

/** The requester and the service group, with their membership and their open request, in one strongly consistent call. */
export async function loadSidesOfRequest(
  { table, keyRing }: Directory,
  accountId: string,
  { userId, serviceGroupId }: { userId: UserId; serviceGroupId: ServiceGroupId },
) {
  const [account, user, serviceGroup, membership, claim] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      membershipEntity.at({ userId, serviceGroupId }),
      openAccessRequestEntity.at({ accountId, serviceGroupId, userId }),
    ],
    { consistent: true },
  );
  return {
    account: accountState(account),
    user: userState(user, membership?.accountId === accountId ? [membership] : []),
    serviceGroup: serviceGroupState(serviceGroup),
    claim,
    key: await openUserKey(keyRing, userId, user?.userKey),
  };
}

/** The request first: it names the user and the service group. @throws DomainError `access_request_not_found` */
export async function loadRequestWithSides(
  directory: Directory,
  accountId: string,
  accessRequestId: AccessRequestId,
) {
  const before = existingAccessRequest(await readAccessRequest(directory, accountId, accessRequestId));
  const [sides, requestEvent] = await Promise.all([
    loadSidesOfRequest(directory, accountId, before),
    directory.table.get(eventEntity, { aggregateId: accessRequestId, version: 1 }, { consistent: true }),
  ]);
  return { before, ...sides, words: requestEvent ? wordsIn([openEvent(requestEvent, sides.key)]) : {} };
}

export async function readAccessRequest(
  { table }: Directory,
  accountId: string,
  accessRequestId: AccessRequestId,
): Promise<AccessRequestState> {
  const key = { accountId, accessRequestId };
  return plainState<'access-request'>(await table.get(accessRequestEntity, key, { consistent: true }));
}
