import { counted } from '../../components/data/numbers.js';

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
  empty: 'Access that has an end is listed here before it ends. The clock next to a member sets one.',
  showAll: 'Show all that ends',
  /** Before an access role. */
  as: 'as',
  selectAll: 'Select all that is shown',
  select: (person: string, group: string) => `Select the access of ${person} to ${group}`,
  selected: (count: number) => `${counted(count, 'membership', 'memberships')} selected`,
  clear: 'Clear selection',
  change: (person: string, group: string) => `Change the end of ${person}’s access to ${group}`,
  changeEnd: 'Change end',
};
