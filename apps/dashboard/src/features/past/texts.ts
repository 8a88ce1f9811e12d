import { counted, formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  asOf: 'As of',
  now: 'Back to now',
  noDate: (at: string) => `“${at}” is not a date.`,
  notYet: 'Has yet to come',
  pastDay: (day: string) => `This is how it was at the end of ${day}.`,
  past: (time: string) => `This is how it was on ${time}.`,
  noPast: (page: string) => `“${page}” has no past: this is how it is now.`,
  readOnly: 'Nothing can be changed here. Press Esc to return to now.',
  same: 'No access has been given or lost since.',
  since: (added: number, removed: number, atLeast: boolean) =>
    `Since then: ${atLeast ? 'at least ' : ''}+${formatNumber(added)} −${formatNumber(removed)}`,
  title: 'Since then',
  more: (count: number) => `The first ${counted(count, 'change', 'changes')}.`,
  csv: 'Download CSV',
  given: 'given',
  ended: 'ended',
  by: 'by',
  byItself: 'by itself',
};
