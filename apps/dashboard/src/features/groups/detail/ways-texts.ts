import { formatNumber } from '../../../components/data/numbers.js';

/** Apart from those of service groups, which the first pages load. */
export const TEXTS = {
  everybody: 'Everybody who may enter',
  ways: 'By',
  own: 'Member',
  team: (team: string) => `team ${team}`,
  more: (more: number) => `+${formatNumber(more)}`,
  openTeam: (person: string, team: string) => `${person} may enter by the team ${team}: open the team`,
  onlyByTeam: (person: string, team: string) =>
    `${person} may enter by the team ${team}, which admins change`,
};
