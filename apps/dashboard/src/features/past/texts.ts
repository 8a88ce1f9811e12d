import { formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  asOf: 'As of',
  now: 'Back to now',
  past: (day: string) => `This is how it was at the end of ${day}.`,
  same: 'Nothing of it has changed since.',
  since: (came: number, went: number) =>
    `Since then ${[
      came > 0 && `${formatNumber(came)} ${came === 1 ? 'has' : 'have'} come`,
      went > 0 && `${formatNumber(went)} ${went === 1 ? 'has' : 'have'} gone`,
    ]
      .filter(Boolean)
      .join(' and ')}.`,
  came: 'Came since',
  went: 'Gone since',
  nobodyThere: (day: string) => `Nobody was in the account at the end of ${day}.`,
  nobodyTitle: 'Nobody',
  nobody: (group: string, day: string) => `Nobody could enter ${group} at the end of ${day}.`,
  nothingTitle: 'No access',
  nothing: (name: string, day: string) => `${name} was in no service group at the end of ${day}.`,
  cut: (most: string) => `Of the first ${most}.`,
};
