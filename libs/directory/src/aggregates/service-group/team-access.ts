import {
  decideTeamAccess,
  existingServiceGroup,
  existingTeam,
  isHeld,
  type AccessRoleReference,
  type MembershipTerms,
  type ServiceGroup,
  type ServiceGroupId,
  type Team,
  type TeamAccess,
  type TeamId,
} from '#libs/domain';
import { command } from '../../core/command.js';
import { TornReadError, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesAt } from '../../table/items/access-roles.js';
import { accountEntity } from '../../table/items/accounts.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamAccessEntity, teamEntity } from '../../table/items/teams.js';
import { accessRolesState } from '../access-roles/access-roles.js';
import { accountState } from '../account/state.js';
import { accessGivenTo, accessIsGiven, requireRoom, type AccessGiven } from '../team/access-given.js';
import { namedPaths, type NamedPath } from '../team/named-paths.js';
import { teamState } from '../team/state.js';
import { changeServiceGroup } from './changes.js';
import { serviceGroupState } from './state.js';

/** For how long a team has access, why, and with which access role. */
export type TeamTerms = Pick<MembershipTerms, 'expiresAt' | 'reason' | 'accessRole'>;

/** The access of a team to a service group, with both as they are known. */
export interface TeamAccessView extends Omit<TeamAccess, 'noticeAt'> {
  teamName: string;
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
  accessRole?: AccessRoleReference;
}

export interface AddedTeam extends TeamAccessView {
  /** False if it had access already. */
  isNew: boolean;
}

export function viewOfTeamAccess(
  { serviceGroupId, name: serviceGroupName }: Pick<ServiceGroup, 'serviceGroupId' | 'name'>,
  { teamId, name: teamName }: Pick<Team, 'teamId' | 'name'>,
  { noticeAt: _notice, ...access }: TeamAccess,
): TeamAccessView {
  return { ...access, teamId, teamName, serviceGroupId, serviceGroupName };
}

/**
 * Nothing changes if it has access already. The transaction checks that the team is still there, and that others have not been given the
 * last of its room at the same time.
 * @throws those of `decideTeamAccess`; DomainError `too_many_service_groups`
 */
export async function addTeam(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  teamId: TeamId,
  terms: TeamTerms,
  context: CommandContext,
): Promise<Outcome<AddedTeam>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    ...onAccess(tenant, serviceGroupId, teamId, terms),
    load: async () => {
      const { item, ...loaded } = await loadTeamAccess(tenant, serviceGroupId, teamId, terms);
      // The head of another account's team is not read: what is counted is always one's own.
      const given: AccessGiven = item
        ? await accessGivenTo(directory, item, { besides: serviceGroupId })
        : { seen: undefined, groups: 0 };
      return { ...loaded, given };
    },
    decide: ({ before, team, account, accessRoles, given }, { now }) => {
      const groupCommand = { ...terms, type: 'add_team', team, accessRoles } as const;
      const newEvents = decideTeamAccess(before, groupCommand, { account, now });
      if (newEvents.length > 0) requireRoom(given);
      return newEvents;
    },
    view: ({ state, events }, { team, given }) => {
      const isNew = events.length > 0;
      return {
        state: { ...accessIn(existingServiceGroup(state), existingTeam(team)), isNew },
        guards: isNew ? [accessIsGiven(accountId, teamId, given)] : [],
      };
    },
  });
}

/** Sets, moves or takes away its end, or changes its access role or its reason. @throws those of `decideTeamAccess` */
export async function changeTeamAccess(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  teamId: TeamId,
  terms: TeamTerms,
  context: CommandContext,
): Promise<Outcome<TeamAccessView>> {
  return command(tenant, context, {
    ...onAccess(tenant, serviceGroupId, teamId, terms),
    decide: ({ before, team, account, accessRoles }, { now }) => {
      const groupCommand = { ...terms, type: 'change_team_access', team, accessRoles } as const;
      return decideTeamAccess(before, groupCommand, { account, now });
    },
    view: ({ state }, { team }) => ({
      state: accessIn(existingServiceGroup(state), existingTeam(team)),
    }),
  });
}

/**
 * @param says which other teams still may enter, in one call more: who of the team is in one of them, or is a member, is not read
 * @throws those of `decideTeamAccess`
 */
export async function removeTeamAccess(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  teamId: TeamId,
  context: CommandContext,
  says = false,
): Promise<Outcome<readonly NamedPath[] | undefined>> {
  return command(tenant, context, {
    ...onAccess(tenant, serviceGroupId, teamId, {}),
    decide: ({ before, team, account }, { now }) =>
      decideTeamAccess(before, { type: 'remove_team_access', team }, { account, now }),
    view: async ({ state }) => {
      if (!says) return { state: undefined };
      const { teams = [] } = existingServiceGroup(state);
      const now = tenant.directory.steadyNow();
      return {
        state: await namedPaths(
          tenant,
          teams.filter((team) => isHeld(team, now)),
        ),
      };
    },
  });
}

function accessIn(group: ServiceGroup, team: Team): TeamAccessView {
  return viewOfTeamAccess(group, team, group.teamAccess![team.teamId]!);
}

/** What commands on the access of one team have in common. */
function onAccess(tenant: Tenant, serviceGroupId: ServiceGroupId, teamId: TeamId, terms: TeamTerms) {
  return {
    aggregateId: serviceGroupId,
    load: () => loadTeamAccess(tenant, serviceGroupId, teamId, terms),
    change: (
      { before }: Pick<Awaited<ReturnType<typeof loadTeamAccess>>, 'before'>,
      newEvents: Parameters<typeof changeServiceGroup>[2],
      by: Parameters<typeof changeServiceGroup>[3],
    ) => changeServiceGroup(serviceGroupId, before, newEvents, by),
  };
}

/** The account, the service group, the team and its access, in one strongly consistent call: with the access roles, if terms name one. */
export async function loadTeamAccess(
  { directory: { table }, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  teamId: TeamId,
  { accessRole }: TeamTerms = {},
) {
  const withRoles = accessRole !== undefined && accessRole !== null;
  const [account, group, team, access, roles] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      teamEntity.at({ accountId, teamId }),
      teamAccessEntity.at({ teamId, serviceGroupId }),
      ...(withRoles ? [accessRolesAt(accountId)] : []),
    ] as const,
    { consistent: true },
  );
  const before = serviceGroupState(group, access?.accountId === accountId ? [access] : []);
  if (before.status !== 'none') requireSameAccess(before, teamId);
  return {
    ...{ account: accountState(account), before, team: teamState(team), item: team },
    accessRoles: withRoles ? accessRolesState(roles) : undefined,
  };
}

/** @throws TornReadError if the head contradicts the access that it was read with */
export function requireSameAccess({ status, teams = [], teamAccess }: ServiceGroup, teamId: TeamId): void {
  // The access to a removed service group has ended, however much of it a job has still to move.
  if (status === 'removed') return;
  const [named, access] = [teams.find((team) => team.teamId === teamId), teamAccess?.[teamId]];
  if ((named === undefined) !== (access === undefined) || named?.expiresAt !== access?.expiresAt)
    throw new TornReadError();
}
