import type { CreatedTeam } from '../../api/resources/team-commands.js';
import { counted } from '../../components/data/numbers.js';
import { listed } from '../groups/teams/texts.js';

const groups = (count: number) => counted(count, 'service group', 'service groups');

export const TEXTS = {
  subtitle: 'People who may enter the same service groups.',
  search: 'Search teams',
  create: 'Create team',
  createTitle: 'Create team',
  name: 'Name',
  nameHint: 'For example “Platform” or “Support”.',
  created: (name: string, { notUnderstoodBy: keys = [] }: Pick<CreatedTeam, 'notUnderstoodBy'>) =>
    keys.length === 0
      ? `The team ${name} was created.`
      : `The team ${name} was created. What reads the feed with ${counted(keys.length, 'API key', 'API keys')} ` +
        `refuses to go on, now that there is a team: update it. See ${listed(keys.map((key) => key.name))}.`,
  emptyTitle: 'No teams yet',
  empty:
    'A team is given access to service groups, and everybody in it may enter them. Create one, then add people and service groups.',
  noneTitle: 'No team matches',
  none: 'Try another name.',
  clear: 'Clear the search',
  columns: { name: 'Name', externalId: 'External ID', created: 'Created', actions: 'Actions' },
  tabs: { people: 'People', groups: 'Service groups', history: 'History', settings: 'Settings' },
  since: 'Since',
  ends: 'Ends',
  addPeople: 'Add people',
  addTo: (team: string) => `Add people: ${team}`,
  isIn: 'In the team',
  added: (person: string, team: string) => `${person} is in the team ${team}.`,
  opensCount: (count: number) => (count === 0 ? 'Opens no service group yet' : `Opens ${groups(count)}`),
  opens: (team: string, names: readonly string[]) =>
    `${team} opens ${groups(names.length)}: ${listed(names)}.`,
  opensNone: (team: string) => `${team} opens no service group yet.`,
  noPeopleTitle: 'Nobody is in it yet',
  noPeople: (team: string) => `Add the people who may enter what ${team} opens.`,
  noGroupsTitle: 'It opens no service group yet',
  noGroups: (team: string) => `Open a service group, and all people of ${team} may enter it.`,
  change: (person: string, team: string) => `Change the place of ${person} in the team ${team}`,
  changed: (person: string, team: string) => `The place of ${person} in the team ${team} was changed.`,
  remove: (person: string, team: string) => `Remove ${person} from the team ${team}`,
  removeTitle: (person: string, team: string) => `Remove ${person} from the team ${team}?`,
  removeDo: 'Remove from the team',
  removed: (person: string, team: string) => `${person} is no longer in the team ${team}.`,
  closes: (names: readonly string[]) => `They may no longer enter ${listed(names)}.`,
  closesNothing: 'The team opens no service group: what they may enter stays the same.',
  stillEnters: (ways: readonly string[]) => `They still may enter ${new Intl.ListFormat('en').format(ways)}.`,
  byMembership: (names: readonly string[]) => `${listed(names)} by a membership of their own`,
  throughTeam: (names: readonly string[], team: string) => `${listed(names)} through the team ${team}`,
  addToTeam: 'Add to a team',
  addToTeamTitle: (person: string) => `Add ${person} to a team`,
  inAllTeams: 'They are in all teams already.',
  team: 'Team',
  chooseTeam: 'Choose a team',
  ofUser: 'Teams',
  addedBy: 'Added by',
  inNoTeam: (person: string) => `${person} is in no team.`,
  save: 'Save',
  rename: 'Rename',
  renamed: (name: string) => `The team is now called ${name}.`,
  conflictTitle: 'Somebody else has changed this team in the meantime',
  id: 'Team ID',
  externalId: 'External ID',
  createdAt: 'Created',
  details: 'Details',
  danger: 'Danger zone',
  dangerWhat: 'Removing a team ends what its people may enter by it alone.',
  removeTeam: 'Remove team',
  removeTeamTitle: (name: string) => `Remove the team ${name}?`,
  removeTeamWhat: (names: readonly string[]) =>
    names.length === 0
      ? 'It opens no service group. Its history stays.'
      : `At once it no longer opens ${listed(names)}. Its history stays.`,
  removeTeamKeeps:
    'Still may enter: those who have a membership of their own, or another team that opens the same.',
  teamRemoved: (name: string) => `The team ${name} was removed.`,
};
