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
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { listOfAccount, readAccount } from '../account/read-account.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { jobItems, withJob, type Removal } from '../../core/jobs.js';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import type { OrderedPageRequest, Page, PageRequest } from '../../core/pages.js';
import { accountState } from '../account/state.js';
import { serviceGroupState } from './state.js';
import type { Tenant } from '../../core/tenant.js';
import { serviceGroupView, withMemberCount, type ServiceGroupView } from './views.js';

export async function createServiceGroup(
  tenant: Tenant,
  input: { name: string } & ServiceGroupSettingsInput,
  context: CommandContext,
): Promise<Outcome<ServiceGroupView>> {
  const { directory, accountId } = tenant;
  const serviceGroupId = directory.newId('service-group');
  const groupCommand = { ...input, type: 'create_service_group', serviceGroupId } as const;
  return command(tenant, context, {
    load: async () => ({ before: initialServiceGroup, account: await readAccount(directory, accountId) }),
    decide: ({ before, account }) => decideServiceGroup(before, groupCommand, { account }),
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: ({ state }) => ({ state: withMemberCount(existingServiceGroup(state)) }),
  });
}

export async function updateServiceGroup(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  input: { name?: string } & ServiceGroupSettingsInput,
  context: CommandContext,
): Promise<Outcome<ServiceGroupView>> {
  const groupCommand = { ...input, type: 'change_service_group' } as const;
  return command(tenant, context, {
    aggregateId: serviceGroupId,
    load: () => loadServiceGroup(tenant, serviceGroupId),
    decide: ({ before, account }) => decideServiceGroup(before, groupCommand, { account }),
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: ({ state }, { item }) => ({ state: withMemberCount(existingServiceGroup(state), item) }),
  });
}

/** At once for every reader; a job of the same commit then ends the memberships, each with an event of its user. */
export async function removeServiceGroup(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  const type = 'remove-service-group-memberships';
  return command(tenant, context, {
    aggregateId: serviceGroupId,
    load: () => loadServiceGroup(tenant, serviceGroupId),
    decide: ({ before, account }) =>
      decideServiceGroup(before, { type: 'remove_service_group' }, { account }),
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: ({ events }, { fences, item }, by) => {
      const more = item?.teams === undefined ? {} : { hasTeams: true as const };
      return withJob(jobItems(tenant.directory, type, serviceGroupId, fences, events, by, more));
    },
  });
}

async function loadServiceGroup({ directory: { table }, accountId }: Tenant, serviceGroupId: ServiceGroupId) {
  const [account, item, fences] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      fencesEntity.at({ accountId }),
    ],
    { consistent: true },
  );
  return { account: accountState(account), item, before: serviceGroupState(item), fences };
}

/** Access pattern 7, read with the account in the same call: everything in a closed account is absent. */
export async function getServiceGroup(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
): Promise<ServiceGroupView> {
  const { account, item } = await loadServiceGroup(tenant, serviceGroupId);
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
