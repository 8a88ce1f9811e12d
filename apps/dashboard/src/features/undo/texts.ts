import { counted, formatNumber } from '../../components/data/numbers.js';

const parts = (count: number) => counted(count, 'person or service group', 'people and service groups');

export const TEXTS = {
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  undone: 'Undone',
  cancel: 'Cancel',
  close: 'Close',
  title: 'Undo this change?',
  checking: 'Checking what would be undone …',
  noneOfYours: 'None of the latest changes of this account is yours.',
  unread: 'The latest changes could not be read.',
  would: (count: number) =>
    count === 1 ? 'One change will follow:' : `${formatNumber(count)} changes will follow, all or none:`,
  again: 'An undo is a change too, and can itself be undone.',
  byJob: (rows: number) =>
    `The change is about ${parts(rows)}. They are undone one at a time: each will be as before the change, unless somebody has changed the same since.`,
  wouldParts: (done: number) => `${formatNumber(done)} will be undone.`,
  triedOnly: (tried: number) => `This was worked out for the last ${formatNumber(tried)} only.`,
  wouldBeRefused: (count: number) => `${parts(count)} will stay as they are`,
  moreRefused: (count: number) => `and ${formatNumber(count)} more`,
  progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} undone`,
  goesOn: 'This continues if you close this dialog, and is listed under Jobs.',
  done: (count: number) => `Undone for ${parts(count)}.`,
  refused: (count: number) => `${parts(count)} stayed as they are`,
  doneInAll: (done: number) => `${formatNumber(done)} were undone.`,
  superseded: 'somebody has changed the same again,',
  allRefused: 'Download all refused rows',
};
