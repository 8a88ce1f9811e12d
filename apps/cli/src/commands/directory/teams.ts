import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { addApiCommand, addListCommand, addRoute, printOne, printRows } from '../../api/api.js';
import { termsOf, withEnd, withTerms, type TermsOptions } from './membership-terms.js';

type Member = Schemas['TeamMember'];
type Access = Schemas['TeamAccess'];

const TEAMS = '/v1/accounts/{accountId}/teams';
const TEAM = `${TEAMS}/{teamId}` as const;
const MEMBERS = `${TEAM}/members` as const;
const MEMBER = `${MEMBERS}/{userId}` as const;
const GROUPS = `${TEAM}/service-groups` as const;
const TEAMS_OF_USER = '/v1/accounts/{accountId}/users/{userId}/teams';
const ACCESS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}';

export function addTeamCommands(rollbook: Command): void {
  const teams = rollbook
    .command('teams')
    .description('Teams of an account: who is in one may enter the service groups that it opens.');
  addListCommand(teams, 'list', ['id', 'name', 'externalId', 'createdAt'], (api, query) =>
    api.client.each(TEAMS, { path: api.path(), query }),
  );
  addApiCommand(teams, 'create <name>', async (api, name = '') => {
    const team = await api.client.post(TEAMS, { path: api.path(), body: { name } });
    printOne(api, team);
    warnOf(team.notUnderstoodBy);
  }).description(
    'Creates a team. After the first one it names the API keys whose readers do not know teams.',
  );
  addRoute(teams, 'get <teamId>', 'get', TEAM);
  addRoute(teams, 'rename <teamId> <name>', 'patch', TEAM);
  addRoute(teams, 'remove <teamId>', 'delete', TEAM, { did: 'removed' });
  addPlaces(teams);
  addAccess(teams);
}

/** To the standard error: the answer is for scripts. */
function warnOf(keys: Schemas['CreatedTeam']['notUnderstoodBy'] = []): void {
  if (keys.length === 0) return;
  const names = keys.map(({ id, name }) => `${name} (${id})`).join(', ');
  console.error(`Warning: what reads the feed with these API keys refuses to go on: update it. ${names}`);
}

function addPlaces(teams: Command): void {
  addListCommand(
    teams,
    'users <teamId>',
    ['userId', 'email', 'name', 'since', 'expiresAt'],
    (api, query, teamId = '') => {
      const all = api.client.each(MEMBERS, { path: { ...api.path(), teamId }, query });
      return api.json ? (all as ReturnType<typeof people>) : people(all);
    },
  ).description('Lists the users of a team.');
  addApiCommand(teams, 'of <userId>', async (api, userId) => {
    const { data } = await api.client.get(TEAMS_OF_USER, { path: { ...api.path(), userId } });
    const rows = data.map((place) => (api.json ? place : ofUser(place)));
    await printRows(api, ['teamId', 'team', 'since', 'expiresAt'], rows as ReturnType<typeof ofUser>[]);
  }).description('Lists the teams of a user.');
  withEnd(
    addApiCommand(teams, 'add-user <teamId> <userId>', async (api, teamId, userId) => {
      const path = { ...api.path(), teamId, userId };
      const body = placeTermsOf(api.options<TermsOptions>());
      printOne(api, await api.client.put(MEMBER, { path, body }));
    }),
  )
    .description('Adds a user to a team, and says which service groups this opens to them.')
    .option('--reason <text>', 'why they are added');
  withEnd(
    addApiCommand(teams, 'change-user <teamId> <userId>', async (api, teamId, userId) => {
      const path = { ...api.path(), teamId, userId };
      const body = placeTermsOf(api.options<TermsOptions>());
      printOne(api, await api.client.patch(MEMBER, { path, body }));
    }),
  )
    .option('--reason <text>', 'why they are in it')
    .option('--permanent', 'without an end');
  addRoute(teams, 'remove-user <teamId> <userId>', 'delete', MEMBER, {
    did: 'removed',
    remains: true,
  }).description(
    'Removes a user from a team, and says which service groups this closes to them, and which stay open by another way.',
  );
}

function addAccess(teams: Command): void {
  addListCommand(
    teams,
    'groups <teamId>',
    ['serviceGroupId', 'name', 'since', 'expiresAt', 'accessRole'],
    (api, query, teamId = '') => {
      const all = api.client.each(GROUPS, { path: { ...api.path(), teamId }, query });
      return api.json ? (all as ReturnType<typeof groups>) : groups(all);
    },
  ).description('Lists the service groups that a team opens.');
  withTerms(
    addApiCommand(teams, 'open <serviceGroupId> <teamId>', async (api, serviceGroupId, teamId) => {
      const path = { ...api.path(), serviceGroupId, teamId };
      printOne(api, await api.client.put(ACCESS, { path, body: termsOf(api.options<TermsOptions>()) }));
    }),
  ).description('Lets the users of a team enter a service group.');
  withTerms(
    addApiCommand(teams, 'change <serviceGroupId> <teamId>', async (api, serviceGroupId, teamId) => {
      const path = { ...api.path(), serviceGroupId, teamId };
      printOne(api, await api.client.patch(ACCESS, { path, body: termsOf(api.options<TermsOptions>()) }));
    }),
  )
    .description(
      "Changes the end of a team's access to a service group, its access role or the reason for it.",
    )
    .option('--permanent', 'without an end')
    .option('--no-access-role', 'without an access role');
  addRoute(teams, 'close <serviceGroupId> <teamId>', 'delete', ACCESS, {
    did: 'closed',
    remains: true,
  }).description(
    "Takes a team's access to a service group away, and says which other teams still may enter.",
  );
}

/** A place in a team has no access role. */
function placeTermsOf(options: TermsOptions): Schemas['TeamMemberTerms'] {
  const { accessRole: _none, ...terms } = termsOf(options);
  return terms;
}

async function* people(members: AsyncIterable<Member>) {
  for await (const member of members) {
    const { user, expiresAt = '' } = member;
    yield { ...member, email: user.email, name: user.name, expiresAt };
  }
}

function ofUser(place: Member) {
  return { ...place, team: place.team.name, expiresAt: place.expiresAt ?? '' };
}

async function* groups(all: AsyncIterable<Access>) {
  for await (const access of all) {
    const { serviceGroup, expiresAt = '', accessRole } = access;
    yield { ...access, name: serviceGroup.name, expiresAt, accessRole: accessRole?.key ?? '' };
  }
}
