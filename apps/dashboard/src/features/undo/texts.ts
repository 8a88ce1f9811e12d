import { formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  undo: 'Undo',
  undone: 'Undone',
  title: 'Undo this change?',
  checking: 'Checking what would be undone …',
  would: (count: number) =>
    count === 1 ? 'One change would follow:' : `${formatNumber(count)} changes would follow, all or none:`,
  nothing: 'There is nothing left to undo.',
  again: 'An undo is a change too, and can itself be undone.',
};
