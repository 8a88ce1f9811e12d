// aggregates/team: commands on teams, what their changes write (`changes.ts`), and their state. Who is in a team is the user's, and what it
// may enter the service group's. Imports core, table, aggregates/account and aggregates/api-key.

import {
  decideTeam,
  existingAccount,
  existingTeam,
  initialTeam,
  type ApiKey,
  type Team,
  type TeamId,
  type TeamSettingsInput,
} from '#libs/domain';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { jobItems, withJob, type Removal } from '../../core/jobs.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { teamEntity } from '../../table/items/teams.js';
import { shapeAt, takesTeams } from '../../table/shape/stored-shape.js';
import { listOfAccount } from '../account/read-account.js';
import { accountState } from '../account/state.js';
import { listKeysWithout } from '../api-key/api-keys.js';
import { changeTeam } from './changes.js';
import { requireTeamsEnabled, teamState } from './state.js';

export type CreatedTeam = Team & {
  /** Only of an account's first team: the API keys whose last reader of a feed, or a snapshot, does not know teams and will stop. */
  notUnderstoodBy?: readonly Pick<ApiKey, 'apiKeyId' | 'name'>[];
};

/**
 * Whether it is the first is one query more, of one item; a query of the API keys follows only if it is.
 * @throws DomainError `teams_not_enabled`, `team_name_taken`, `external_id_taken`
 */
export async function createTeam(
  tenant: Tenant,
  input: { name: string } & TeamSettingsInput,
  context: CommandContext,
): Promise<Outcome<CreatedTeam>> {
  const { directory, accountId } = tenant;
  const teamId = directory.newId('team');
  return command(tenant, context, {
    load: async () => {
      const { table } = directory;
      const consistent = { consistent: true };
      const [[account, shape], { items }] = await Promise.all([
        table.batchGet([accountEntity.at({ accountId }), shapeAt()], consistent),
        // Also one that was removed: readers have met it.
        table.query(teamEntity, { accountId }, { ...consistent, limit: 1, select: ['teamId'] }),
      ]);
      const isFirst = items.length === 0;
      return { before: initialTeam, account: accountState(account), isEnabled: takesTeams(shape), isFirst };
    },
    decide: ({ before, account, isEnabled }) => {
      const newEvents = decideTeam(before, { ...input, type: 'create_team', teamId }, { account });
      requireTeamsEnabled(isEnabled);
      return newEvents;
    },
    change: ({ before }, newEvents, by) => changeTeam(teamId, before, newEvents, by),
    view: async ({ state }, { isFirst }) => {
      const keys = isFirst ? await listKeysWithout(tenant, 'teams') : [];
      return { state: { ...existingTeam(state), ...(keys.length > 0 && { notUnderstoodBy: keys }) } };
    },
  });
}

export async function updateTeam(
  tenant: Tenant,
  teamId: TeamId,
  input: { name?: string } & TeamSettingsInput,
  context: CommandContext,
): Promise<Outcome<Team>> {
  return command(tenant, context, {
    aggregateId: teamId,
    load: () => loadTeam(tenant, teamId),
    decide: ({ before, account }) => decideTeam(before, { ...input, type: 'change_team' }, { account }),
    change: ({ before }, newEvents, by) => changeTeam(teamId, before, newEvents, by),
    view: ({ state }) => ({ state: existingTeam(state) }),
  });
}

/** At once for every reader; a job of the same commit then ends its users' places and its access, each with an event. */
export async function removeTeam(
  tenant: Tenant,
  teamId: TeamId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  return command(tenant, context, {
    aggregateId: teamId,
    load: () => loadTeam(tenant, teamId),
    decide: ({ before, account }) => decideTeam(before, { type: 'remove_team' }, { account }),
    change: ({ before }, newEvents, by) => changeTeam(teamId, before, newEvents, by),
    view: ({ events }, { fences }, by) =>
      withJob(jobItems(tenant.directory, 'remove-team', teamId, fences, events, by)),
  });
}

async function loadTeam({ directory: { table }, accountId }: Tenant, teamId: TeamId) {
  const [account, item, fences] = await table.batchGet(
    [accountEntity.at({ accountId }), teamEntity.at({ accountId, teamId }), fencesEntity.at({ accountId })],
    { consistent: true },
  );
  return { account: accountState(account), before: teamState(item), fences };
}

/** Read with the account in the same call: everything in a closed account is absent. @throws DomainError `team_not_found` */
export async function getTeam(tenant: Tenant, teamId: TeamId): Promise<Team> {
  const { account, before } = await loadTeam(tenant, teamId);
  existingAccount(account);
  return existingTeam(before);
}

/** Undefined for each that is not in the account, or has been removed. @throws DomainError `account_not_found` */
export async function findTeams(
  { directory: { table }, accountId }: Tenant,
  teamIds: readonly TeamId[],
): Promise<(Team | undefined)[]> {
  const heads = teamIds.map((teamId) => teamEntity.at({ accountId, teamId }));
  const [account, ...items] = await table.batchGet([accountEntity.at({ accountId }), ...heads] as const, {
    consistent: true,
  });
  existingAccount(accountState(account));
  return items.map((item) => {
    const state = teamState(item);
    return state.status === 'active' ? state : undefined;
  });
}

/** Oldest or newest first. Strongly consistent. @throws DomainError `account_not_found` */
export async function listTeams(
  tenant: Tenant,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<Team>> {
  const { directory, accountId } = tenant;
  const { items, cursor } = await listOfAccount(tenant, () =>
    directory.table.query(
      teamEntity,
      { accountId },
      { limit, cursor: from, order, consistent: true, filter: (c) => c.ne('status', 'removed') },
    ),
  );
  return { items: items.map((item) => existingTeam(teamState(item))), cursor };
}
