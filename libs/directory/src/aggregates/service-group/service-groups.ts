// aggregates/service-group: commands on service groups, what their changes write (`changes.ts`), their state and views.
// Imports core, table and aggregates/account.

import {
  decideServiceGroup,
  existingAccount,
  existingServiceGroup,
  initialServiceGroup,
  type ServiceGroupId,
  type ServiceGroupSettingsInput,
} from '#libs/domain';
import { changeServiceGroup } from './changes.js';
import type { Directory } from '../../core/directory.js';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { listOfAccount, readAccount } from '../account/read-account.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { jobItems, type Removal } from '../../core/jobs.js';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../../core/execute.js';
import type { OrderedPageRequest, Page, PageRequest } from '../../core/pages.js';
import { accountState } from '../account/state.js';
import { serviceGroupState } from './state.js';
import type { Tenant } from '../../core/tenant.js';
import { serviceGroupView, withMemberCount, type ServiceGroupView } from './views.js';

export async function createServiceGroup(
  { directory, accountId }: Tenant,
  input: { name: string } & ServiceGroupSettingsInput,
  context: CommandContext,
): Promise<Outcome<ServiceGroupView>> {
  const serviceGroupId = directory.newId('service-group');
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const account = await readAccount(directory, accountId);
      const command = { ...input, type: 'create_service_group', serviceGroupId } as const;
      const newEvents = decideServiceGroup(initialServiceGroup, command, { account });
      const change = changeServiceGroup(serviceGroupId, initialServiceGroup, newEvents, provenance);
      return { state: withMemberCount(existingServiceGroup(change.state)), changes: [change], account };
    },
  });
}

export async function updateServiceGroup(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  input: { name?: string } & ServiceGroupSettingsInput,
  context: CommandContext,
): Promise<Outcome<ServiceGroupView>> {
  return execute(directory, context, {
    accountId,
    aggregateId: serviceGroupId,
    attempt: async (provenance) => {
      const { account, serviceGroup, item } = await loadServiceGroup(directory, accountId, serviceGroupId);
      requireVersion(serviceGroup, context);
      const command = { ...input, type: 'change_service_group' } as const;
      const newEvents = decideServiceGroup(serviceGroup, command, { account });
      const change = changeServiceGroup(serviceGroupId, serviceGroup, newEvents, provenance);
      return { state: withMemberCount(existingServiceGroup(change.state), item), changes: [change] };
    },
  });
}

/** At once for every reader; a job of the same commit then ends the memberships, each with an event of its user. */
export async function removeServiceGroup(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  return execute(directory, context, {
    accountId,
    aggregateId: serviceGroupId,
    attempt: async (provenance): Promise<Decision<Removal>> => {
      const { account, serviceGroup, fences } = await loadServiceGroup(directory, accountId, serviceGroupId);
      requireVersion(serviceGroup, context);
      const newEvents = decideServiceGroup(serviceGroup, { type: 'remove_service_group' }, { account });
      const change = changeServiceGroup(serviceGroupId, serviceGroup, newEvents, provenance);
      const type = 'remove-service-group-memberships';
      const job = jobItems(directory, type, serviceGroupId, fences, change.events, provenance);
      return { state: { jobId: job.jobId }, changes: [change], guards: job.transactItems, account };
    },
  });
}

async function loadServiceGroup({ table }: Directory, accountId: string, serviceGroupId: ServiceGroupId) {
  const [account, item, fences] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      fencesEntity.at({ accountId }),
    ],
    { consistent: true },
  );
  return { account: accountState(account), item, serviceGroup: serviceGroupState(item), fences };
}

/** Access pattern 7, read with the account in the same call: everything in a closed account is absent. */
export async function getServiceGroup(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
): Promise<ServiceGroupView> {
  const { account, item } = await loadServiceGroup(directory, accountId, serviceGroupId);
  existingAccount(account);
  return serviceGroupView(item);
}

/** Undefined for each that is not in the account, or has been removed. @throws DomainError `account_not_found` */
export async function findServiceGroups(
  { directory: { table }, accountId }: Tenant,
  serviceGroupIds: readonly ServiceGroupId[],
): Promise<(ServiceGroupView | undefined)[]> {
  const heads = serviceGroupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId }));
  const [account, ...items] = await table.batchGet([accountEntity.at({ accountId }), ...heads] as const, {
    consistent: true,
  });
  existingAccount(accountState(account));
  return items.map((item) => (item?.status === 'active' ? serviceGroupView(item) : undefined));
}

/** Those whose rules let members ask for them, oldest first. @throws DomainError `account_not_found` */
export async function listRequestableServiceGroups(
  tenant: Tenant,
  { limit, cursor: from }: PageRequest,
): Promise<Page<ServiceGroupView>> {
  const { directory, accountId } = tenant;
  const { items, cursor } = await listOfAccount(tenant, () =>
    directory.table.query(
      serviceGroupEntity,
      { accountId },
      {
        limit,
        cursor: from,
        consistent: true,
        filter: (c) => c.and(c.ne('status', 'removed'), c.exists('membershipRules.membersMayAsk')),
      },
    ),
  );
  return { items: items.map(serviceGroupView), cursor };
}

/** Access pattern 8, oldest or newest first. @throws DomainError `account_not_found` */
export async function listServiceGroups(
  tenant: Tenant,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<ServiceGroupView>> {
  const { directory, accountId } = tenant;
  const { items, cursor } = await listOfAccount(tenant, () =>
    directory.table.query(
      serviceGroupEntity,
      { accountId },
      { limit, cursor: from, order, consistent: true, filter: (c) => c.ne('status', 'removed') },
    ),
  );
  return { items: items.map(serviceGroupView), cursor };
}
