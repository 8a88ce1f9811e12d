import { lapseAccessRequest, type AccessRequestId } from '#libs/domain';
import { execute, type CommandContext } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { openUserKey } from '../../core/user-keys.js';
import { userEntity } from '../../table/items/users.js';
import { userState } from '../user/state.js';
import { changeAccessRequest } from './changes.js';
import { readAccessRequest } from './load.js';

/**
 * Commits that a request has lapsed. Nothing happens if somebody has decided on it, or if it has not lapsed yet.
 * @returns when it lapses, if it is still open
 */
export async function lapseDueRequest(
  { directory, accountId }: Tenant,
  accessRequestId: AccessRequestId,
  context: CommandContext,
): Promise<string | undefined> {
  const { state } = await execute(directory, context, {
    accountId,
    aggregateId: accessRequestId,
    attempt: async (provenance) => {
      const request = await readAccessRequest(directory, accountId, accessRequestId);
      if (request.status !== 'requested') return { state: undefined, changes: [] };
      const { userId, lapsesAt } = request;
      const head = await directory.table.get(userEntity, { accountId, userId }, { consistent: true });
      const key = await openUserKey(directory.keyRing, userId, head?.userKey);
      const newEvents = lapseAccessRequest(request, userState(head), directory.steadyNow());
      const change = changeAccessRequest(accessRequestId, request, newEvents, provenance, key);
      return { state: newEvents.length > 0 ? undefined : lapsesAt, changes: [change] };
    },
  });
  return state;
}
