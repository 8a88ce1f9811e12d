import { exampleOf, serviceGroupFields, teamFields, userFields } from '#libs/domain';

const USER_ID = userFields.id.example;
const SERVICE_GROUP_ID = serviceGroupFields.id.example;
export const TEAM_ID = teamFields.id.example;

const since = '2026-03-02T10:30:00.000Z';
const until = '2030-12-31T18:00:00.000Z';
const team = exampleOf(teamFields);
const reference = { id: TEAM_ID, name: 'Platform' };
const accessRole = { id: 'role_01JZ3YW6S8V0X2Z4B6D8F0H2J4', key: 'log-reader' };

const member = {
  id: `${TEAM_ID}.${USER_ID}`,
  userId: USER_ID,
  teamId: TEAM_ID,
  user: {
    id: USER_ID,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'admin',
    status: 'active',
  },
  team: reference,
  since,
  addedBy: 'operator:local-operator',
};
const opened = { serviceGroupId: SERVICE_GROUP_ID, accessRole };
const access = {
  id: `${SERVICE_GROUP_ID}.${TEAM_ID}`,
  teamId: TEAM_ID,
  serviceGroupId: SERVICE_GROUP_ID,
  team: reference,
  serviceGroup: { id: SERVICE_GROUP_ID, name: 'prod' },
  since,
  addedBy: 'operator:local-operator',
  accessRole,
};
const apiKey = { id: 'akey_01JZ3YT8Q9S1V3X5Z7B9D1F3G5', name: 'Sync' };
const closed = { serviceGroup: { id: SERVICE_GROUP_ID, name: 'prod' } };
const remaining = { teamId: TEAM_ID, teamName: 'Platform', expiresAt: until };
const stillOpen = { ...closed, via: [remaining] };
const listOf = (item: unknown) => ({ data: [item], nextCursor: null });

export const TEAM_EXAMPLES = {
  CreateTeamDto: { name: 'Platform' },
  ChangeTeamDto: { name: 'Infrastructure' },
  TeamDto: team,
  ApiKeyReferenceDto: apiKey,
  CreatedTeamDto: { ...team, notUnderstoodBy: [apiKey] },
  TeamListDto: listOf(team),
  TeamMemberTermsDto: { expiresAt: until, reason: 'On call' },
  TeamMemberChangeDto: { expiresAt: until },
  TeamReferenceDto: reference,
  TeamMemberDto: member,
  OpenedServiceGroupDto: opened,
  AddedTeamMemberDto: { ...member, opens: [opened] },
  ClosedServiceGroupDto: closed,
  StillOpenServiceGroupDto: stillOpen,
  LeftTeamDto: { closes: [closed], staysOpen: [stillOpen] },
  RemainingPathDto: remaining,
  RemainingPathsDto: { remaining: [remaining] },
  TeamMemberListDto: listOf(member),
  TeamsOfUserDto: listOf(member),
  TeamAccessDto: access,
  TeamAccessListDto: listOf(access),
  TeamsOfServiceGroupDto: listOf(access),
};
