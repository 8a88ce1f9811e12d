import { formatNumber } from '../../../components/data/numbers.js';

const LISTED = 5;
const list = new Intl.ListFormat('en');

/** "dev, prod, and 3 more" */
export function listed(names: readonly string[]): string {
  const rest = names.length - LISTED;
  return list.format(rest > 0 ? [...names.slice(0, LISTED), `${formatNumber(rest)} more`] : names);
}

const theTeams = (names: readonly string[]) =>
  `the ${names.length === 1 ? 'team' : 'teams'} ${listed(names)}`;

export const TEXTS = {
  title: 'Teams',
  add: 'Add team',
  addTitle: (group: string) => `Add a team to ${group}`,
  addWhat: (group: string) => `The people of the team may then enter ${group}, and all who join it later.`,
  emptyTitle: 'No teams yet',
  empty: (group: string) => `Add a team, and all of its people may enter ${group}.`,
  emptyThenTitle: 'No teams',
  open: 'Open service group',
  openTitle: (team: string) => `Open a service group to ${team}`,
  openWhat: (team: string) => `The people of ${team} may then enter it, and all who join later.`,
  openDo: 'Open',
  team: 'Team',
  group: 'Service group',
  chooseTeam: 'Choose a team',
  chooseGroup: 'Choose a service group',
  noTeamLeft: 'All teams have access already.',
  noGroupLeft: 'The team may enter all service groups already.',
  given: (team: string, group: string) => `The team ${team} may now enter ${group}.`,
  changeTitle: (team: string, group: string) => `Change the access of the team ${team} to ${group}`,
  save: 'Save',
  changed: (team: string, group: string) => `The access of the team ${team} to ${group} was changed.`,
  notAllowed: (group: string) =>
    `${group} requires an end or a reason of each membership: allow teams in its settings first.`,
  take: (team: string, group: string) => `End the access of the team ${team} to ${group}`,
  takeTitle: (team: string, group: string) => `End the access of the team ${team} to ${group}?`,
  takeDo: 'End access',
  takeWhat: (group: string) => `People who may enter ${group} by this team alone are refused at once.`,
  taken: (team: string, group: string) => `The team ${team} may no longer enter ${group}.`,
  stillMembers: (group: string) => `Members of ${group} themselves still may enter.`,
  stillTeams: (names: readonly string[], group: string) =>
    `Still may enter: members of ${group} themselves, and the people of ${theTeams(names)}.`,
  stillThrough: (names: readonly string[], until: string | undefined) =>
    `They still may enter through ${theTeams(names)}${until ? `, ${until}` : ''}.`,
  mayStillThrough: (names: readonly string[]) =>
    `If they are in it, they still may enter through ${theTeams(names)}.`,
  checking: 'Looking for other ways in …',
};
