import { addTeam, changeTeamAccess, removeTeamAccess } from '../aggregates/service-group/team-access.js';
import {
  createTeam,
  findTeams,
  getTeam,
  listTeams,
  removeTeam,
  updateTeam,
} from '../aggregates/team/teams.js';
import { addToTeam, changeTeamPlace, removeFromTeam } from '../aggregates/user/places/places.js';
import { grantTenant, type Tenant } from '../core/tenant.js';
import { findTeamByExternalId } from '../reads/look-ups/external-ids.js';
import { checkAccess } from '../reads/memberships/check-access.js';
import { listTeamsOfGroupAsOf } from '../reads/teams/teams-as-of.js';
import {
  listGroupsOfTeam,
  listTeamMembers,
  listTeamsOfGroup,
  listTeamsOfUser,
} from '../reads/teams/teams.js';
import { pattern } from './reads.js';
import { at, context, expiresAt } from './samples/sample.js';
import {
  accountWithTeams,
  closedGroupId,
  openedGroupId,
  outsideUserId,
  teamId,
  teamUserId,
} from './samples/teams-sample.js';

const page = { limit: 25 };
const userId = teamUserId;
const serviceGroupId = openedGroupId;

/** As the other patterns, in the account that has teams. */
function inTeams<const Input>(
  question: string,
  example: Input,
  ask: (tenant: Tenant, input: Input) => Promise<unknown>,
  more: { note?: string } = {},
) {
  const run = ({ directory }: Tenant, input: Input) => ask(grantTenant(directory, accountWithTeams), input);
  return pattern(question, example, run, more);
}

const reads = {
  getTeam: inTeams('a team', { teamId }, (tenant, input) => getTeam(tenant, input.teamId)),
  findTeams: inTeams('many teams by their ids', { teamIds: [teamId] } as const, (tenant, { teamIds }) =>
    findTeams(tenant, teamIds),
  ),
  listTeams: inTeams('the teams of an account', page, (tenant, request) => listTeams(tenant, request)),
  findTeamByExternalId: inTeams(
    "a team by another system's id",
    { externalId: 'idp-7' },
    (tenant, { externalId }) => findTeamByExternalId(tenant, externalId),
    { note: 'The claim and the account, then the team that the claim names.' },
  ),
  listTeamMembers: inTeams('the users of a team', { teamId }, (tenant, input) =>
    listTeamMembers(tenant, input.teamId, page),
  ),
  listTeamsOfUser: inTeams(
    'the teams of a user',
    { userId },
    (tenant, input) => listTeamsOfUser(tenant, input.userId),
    { note: 'Their head names them, at most 40: without one, it is all that is read.' },
  ),
  listTeamsOfGroup: inTeams(
    'the teams of a service group',
    { serviceGroupId },
    (tenant, input) => listTeamsOfGroup(tenant, input.serviceGroupId),
    { note: 'Its head names them, at most 40: without one, it is all that is read.' },
  ),
  listGroupsOfTeam: inTeams('the service groups of a team', { teamId }, (tenant, input) =>
    listGroupsOfTeam(tenant, input.teamId, page),
  ),
  listTeamsOfGroupAsOf: inTeams(
    'the teams of a service group at a time; of a user likewise',
    { serviceGroupId, asOf: at },
    (tenant, input) => listTeamsOfGroupAsOf(tenant, input.serviceGroupId, input.asOf),
    { note: 'The events up to then, and those of each team.' },
  ),
  checkAccessByTeam: inTeams(
    'may this user enter this service group, by a team of both?',
    { userId, serviceGroupId },
    (tenant, input) => checkAccess(tenant, input.userId, input.serviceGroupId, 'enter'),
    { note: 'Pattern 11, then the heads of the teams that both have.' },
  ),
};

const commands = {
  createTeam: inTeams(
    'create a team',
    { name: 'Support' },
    (tenant, input) => createTeam(tenant, input, context),
    {
      note: 'The shape says whether the table takes them. After the first team of an account the API keys are read, too: their readers may not know teams.',
    },
  ),
  updateTeam: inTeams('rename a team', { teamId, name: 'Core' }, (tenant, { name }) =>
    updateTeam(tenant, teamId, { name }, context),
  ),
  removeTeam: inTeams('remove a team', { teamId }, (tenant, input) =>
    removeTeam(tenant, input.teamId, context),
  ),
  addToTeam: inTeams(
    'add a user to a team',
    { teamId, userId: outsideUserId },
    (tenant, input) => addToTeam(tenant, input.teamId, input.userId, {}, context),
    {
      note: 'The answer says which service groups this opens. The transaction checks that the team is there.',
    },
  ),
  changeTeamPlace: inTeams(
    "set, move or take away the end of a user's place in a team",
    { teamId, userId, expiresAt },
    (tenant, input) => changeTeamPlace(tenant, teamId, userId, { expiresAt: input.expiresAt }, context),
  ),
  removeFromTeam: inTeams('remove a user from a team', { teamId, userId }, (tenant, input) =>
    removeFromTeam(tenant, input.teamId, input.userId, context),
  ),
  removeFromTeamSaying: inTeams(
    'remove a user from a team, and say what this closes',
    { teamId, userId },
    (tenant, input) => removeFromTeam(tenant, input.teamId, input.userId, context, true),
    {
      note: 'An item of the service group, and one of the membership, for each that the team opens: at most 500 of both.',
    },
  ),
  addTeam: inTeams(
    'let a team enter a service group',
    { serviceGroupId: closedGroupId, teamId },
    (tenant, input) => addTeam(tenant, input.serviceGroupId, input.teamId, {}, context),
    {
      note: 'The service groups of the team are counted, at most 500. The transaction checks that the team is there.',
    },
  ),
  changeTeamAccess: inTeams(
    "set, move or take away the end of a team's access",
    { serviceGroupId, teamId, expiresAt },
    (tenant, input) =>
      changeTeamAccess(tenant, serviceGroupId, teamId, { expiresAt: input.expiresAt }, context),
  ),
  removeTeamAccess: inTeams("end a team's access", { serviceGroupId, teamId }, (tenant, input) =>
    removeTeamAccess(tenant, input.serviceGroupId, input.teamId, context),
  ),
};

export const teamRoutes = { ...reads, ...commands };
