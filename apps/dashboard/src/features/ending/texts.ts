import { counted } from '../../components/data/numbers.js';

const access = (count: number) => counted(count, 'membership', 'memberships');

export const TEXTS = {
  subtitle: 'Access that ends by itself, soonest first.',
  within: 'Within',
  spans: { week: 'This week', month: '30 days', all: 'At any time' },
  columns: {
    person: 'Person',
    group: 'Service group',
    ends: 'Ends',
    given: 'Given by, and why',
    actions: 'Actions',
  },
  emptyTitle: {
    week: 'Nothing ends this week',
    month: 'Nothing ends within 30 days',
    all: 'Nothing ends by itself',
  },
  empty:
    'Access that is given until a day is listed here before it ends. The clock beside a member gives it one.',
  showAll: 'Show all that ends',
  selectAll: 'Select all that is shown',
  select: (person: string, group: string) => `Select the access of ${person} to ${group}`,
  selected: (count: number) => `${access(count)} selected`,
  clear: 'Clear selection',
  change: (person: string, group: string) => `Change the end of ${person}’s access to ${group}`,
  changeEnd: 'Change end',
  noEnd: 'No end',
  cancel: 'Cancel',
  changeTitle: (count: number) => `When should ${access(count)} end?`,
  dayOfAll: 'The same day for all of them.',
  needsDay: 'Choose a day.',
  save: 'Save',
  noEndTitle: (count: number) => `Take the end of ${access(count)} away?`,
  noEndWhat: 'They go on until somebody ends them. A service group whose rules ask for an end refuses.',
  changed: (count: number) =>
    count === 1 ? 'The end of 1 membership was changed.' : `The ends of ${access(count)} were changed.`,
  refused: (count: number) =>
    `${access(count)} ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}`,
  of: (person: string, group: string) => `${person}, ${group}`,
};
