// aggregates/access-request: commands on requests for access, what their changes write (`changes.ts`), and their lists.
// Imports core, table, and the aggregates account, service-group and user.

import {
  decideAccessRequest,
  DomainError,
  existingAccessRequest,
  initialAccessRequest,
  lapseAccessRequest,
  type AccessRequest,
  type AccessRequestCommand,
  type AccessRequestId,
  type Giver,
  type ServiceGroupId,
  type UserId,
  type Wish,
} from '#libs/domain';
import type { Provenance } from '../../core/changes.js';
import type { Directory } from '../../core/directory.js';
import { command } from '../../core/command.js';
import { execute, TornReadError, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesToGive } from '../user/memberships/access-roles-to-give.js';
import { alreadyOpen, changeAccessRequest, type RequestChange } from './changes.js';
import { loadRequestWithSides, loadSidesOfRequest, readAccessRequest } from './load.js';
import { viewAfter, type AccessRequestView } from './views.js';

export interface NewRequest extends Wish {
  userId: UserId;
  serviceGroupId: ServiceGroupId;
}

/** A request of theirs that has lapsed without anybody committing that lapses with this command. */
export async function requestAccess(
  { directory, accountId }: Tenant,
  { userId, serviceGroupId, ...wish }: NewRequest,
  context: CommandContext,
): Promise<Outcome<AccessRequestView>> {
  const accessRequestId = directory.newId('access-request');
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const sides = await loadSidesOfRequest(directory, accountId, { userId, serviceGroupId });
      const { account, user, serviceGroup, claim, key } = sides;
      const lapsed = claim && (await lapseHolder(directory, claim.accessRequestId, sides, provenance));
      const accessRoles = await accessRolesToGive(directory, accountId, [wish], []);
      const sought = { user, serviceGroup, accessRoles, ...wish };
      const command = { type: 'request_access', accessRequestId, ...sought } as const;
      const newEvents = decideAccessRequest(initialAccessRequest, command, {
        account,
        now: directory.steadyNow(),
      });
      const change = changeAccessRequest(
        accessRequestId,
        initialAccessRequest,
        newEvents,
        provenance,
        key,
        claim?.accessRequestId,
      );
      return {
        state: viewAfter(existingAccessRequest(change.state), change.events, sides),
        changes: [...(lapsed ? [lapsed] : []), change],
        aboutUser: { userId, key },
      };
    },
  });
}

/** @throws DomainError `access_request_open` */
async function lapseHolder(
  directory: Directory,
  id: AccessRequestId,
  { user, key }: Pick<Awaited<ReturnType<typeof loadSidesOfRequest>>, 'user' | 'key'>,
  provenance: Provenance,
): Promise<RequestChange> {
  const holder = await readAccessRequest(directory, provenance.accountId, id);
  // It was decided on between the two reads.
  if (holder.status !== 'requested') throw new TornReadError();
  const newEvents = lapseAccessRequest(holder, user, directory.steadyNow());
  if (newEvents.length === 0) throw alreadyOpen();
  return changeAccessRequest(id, holder, newEvents, provenance, key, id);
}

export interface Decision {
  decider: Giver;
  note?: string | undefined;
  /** The service group in the path: its managers may decide only on its requests. */
  serviceGroupId?: ServiceGroupId | undefined;
}

export async function refuseAccessRequest(
  tenant: Tenant,
  accessRequestId: AccessRequestId,
  { decider, note, serviceGroupId }: Decision,
  context: CommandContext,
): Promise<Outcome<AccessRequestView>> {
  return changeRequest(tenant, accessRequestId, context, ({ before, user, serviceGroup }) => {
    requireOfGroup(before, serviceGroupId);
    return { type: 'refuse_access_request', decider, note, user, serviceGroup };
  });
}

export async function withdrawAccessRequest(
  tenant: Tenant,
  accessRequestId: AccessRequestId,
  context: CommandContext,
): Promise<Outcome<AccessRequestView>> {
  const { actor } = context;
  return changeRequest(tenant, accessRequestId, context, ({ user, serviceGroup }) => {
    return { type: 'withdraw_access_request', actor, user, serviceGroup };
  });
}

function changeRequest(
  tenant: Tenant,
  accessRequestId: AccessRequestId,
  context: CommandContext,
  commandOn: (loaded: Awaited<ReturnType<typeof loadRequestWithSides>>) => AccessRequestCommand,
): Promise<Outcome<AccessRequestView>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    aggregateId: accessRequestId,
    load: () => loadRequestWithSides(directory, accountId, accessRequestId),
    decide: (loaded) => {
      const { before, account } = loaded;
      return decideAccessRequest(before, commandOn(loaded), { account, now: directory.steadyNow() });
    },
    change: ({ before, key }, newEvents, by) =>
      changeAccessRequest(accessRequestId, before, newEvents, by, key),
    view: ({ state, events }, loaded) => ({
      state: viewAfter(existingAccessRequest(state), events, loaded, loaded.words),
      aboutUser: { userId: loaded.before.userId, key: loaded.key },
    }),
  });
}

/** @throws DomainError `access_request_not_found` */
export function requireOfGroup(request: AccessRequest, serviceGroupId: ServiceGroupId | undefined): void {
  if (serviceGroupId !== undefined && request.serviceGroupId !== serviceGroupId)
    throw new DomainError('access_request_not_found', 'There is no such request for this service group.');
}
