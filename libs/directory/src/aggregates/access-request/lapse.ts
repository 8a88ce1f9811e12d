import { lapseAccessRequest, type AccessRequestId } from '#libs/domain';
import { command } from '../../core/command.js';
import type { CommandContext } from '../../core/execute.js';
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
  tenant: Tenant,
  accessRequestId: AccessRequestId,
  context: CommandContext,
): Promise<string | undefined> {
  const { directory, accountId } = tenant;
  const { state } = await command(tenant, context, {
    aggregateId: accessRequestId,
    load: async () => {
      const before = await readAccessRequest(directory, accountId, accessRequestId);
      if (before.status !== 'requested') return { before };
      const { userId } = before;
      const head = await directory.table.get(userEntity, { accountId, userId }, { consistent: true });
      return { before, head, key: await openUserKey(directory.keyRing, userId, head?.userKey) };
    },
    decide: ({ before, head }) =>
      before.status === 'requested' ? lapseAccessRequest(before, userState(head), directory.steadyNow()) : [],
    change: ({ before, key }, newEvents, by) =>
      changeAccessRequest(accessRequestId, before, newEvents, by, key),
    view: ({ state }) => ({ state: state.status === 'requested' ? state.lapsesAt : undefined }),
  });
  return state;
}
