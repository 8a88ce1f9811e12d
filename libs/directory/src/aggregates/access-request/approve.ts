import {
  approveAccessRequest as decideApproval,
  existingAccessRequest,
  type AccessRequestId,
  type Approval,
} from '#libs/domain';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { changeUser } from '../user/changes.js';
import { accessRolesToGive } from '../user/memberships/access-roles-to-give.js';
import { requireOneInstant } from '../user/torn-reads.js';
import { requireOfGroup, type Decision } from './access-requests.js';
import { changeAccessRequest } from './changes.js';
import { loadRequestWithSides } from './load.js';
import { viewAfter, type AccessRequestView } from './views.js';

/** An approval may give less than was requested. */
export type ApprovalInput = Decision & Pick<Approval, 'expiresAt' | 'lengthSeconds'>;

/**
 * The request, the user and the membership change in one transaction, on the condition that both heads are as they were read:
 * of several decisions one is made, and the others find it made. The service group is read without holding it, as for any new
 * member: see `settleMembers`.
 */
export async function approveAccessRequest(
  { directory, accountId }: Tenant,
  accessRequestId: AccessRequestId,
  { serviceGroupId, ...input }: ApprovalInput,
  context: CommandContext,
): Promise<Outcome<AccessRequestView>> {
  return execute(directory, context, {
    accountId,
    aggregateId: accessRequestId,
    attempt: async (provenance) => {
      const loaded = await loadRequestWithSides(directory, accountId, accessRequestId);
      const { before: request, account, user, serviceGroup, key, words } = loaded;
      requireOfGroup(request, serviceGroupId);
      requireVersion(request, context);
      if (user.status !== 'none') requireOneInstant(user);
      const accessRoles = await accessRolesToGive(directory, accountId, [request], []);
      const approval = { ...input, user, serviceGroup, accessRoles, reason: words.reason };
      const newEvents = decideApproval(request, approval, { account, now: directory.steadyNow() });
      const { userId } = request;
      const given = changeUser(userId, user, newEvents.user, provenance, key);
      const change = changeAccessRequest(accessRequestId, request, newEvents.request, provenance, key);
      return {
        state: viewAfter(existingAccessRequest(change.state), change.events, loaded, words),
        changes: [change, given],
        account,
        aboutUser: { userId, key },
      };
    },
  });
}
