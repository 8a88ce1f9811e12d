import { counted, formatNumber } from '../../../components/data/numbers.js';

const memberships = (count: number) => counted(count, 'membership', 'memberships');

export const TEXTS = {
  ends: 'Access ends',
  usual: (length: string | undefined) => (length ? `After ${length}` : 'As each group has it'),
  noEnd: 'No end',
  presets: {
    hour: '1 hour',
    today: 'Today 18:00',
    friday: 'Friday 18:00',
    nextFriday: 'Next Friday 18:00',
  },
  at: 'Date and time',
  date: 'Date',
  time: 'Time',
  endsAt: (when: string) => `Ends ${when}.`,
  withRole: (group: string, role: string) => `${group} with ${role}`,
  longest: (group: string, length: string) => `${group}: at most ${length}.`,
  asksReason: (group: string) => `${group}: a reason is required.`,
  noSuchTime: 'Choose a date and a time.',
  isOver: 'Choose a time in the future.',
  chooseEnd: 'Choose when it ends.',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  giveReason: (group: string) => `${group} requires a reason.`,
  change: (person: string) => `Change the end of ${person}’s access`,
  ownRole: 'Managers give no access role to themselves.',
  changeIn: (group: string) => `Change the end of access to ${group}`,
  giveTitle: (person: string, group: string) => `Give ${person} access to ${group}?`,
  changeTitle: (person: string, group: string) => `How long may ${person} enter ${group}?`,
  changeTitleWithRole: (person: string, group: string) => `Change the access of ${person} to ${group}`,
  changeTitleOfWithRoles: (count: number) => `Change ${memberships(count)}`,
  changeTitleOf: (count: number) => `When should ${memberships(count)} end?`,
  save: 'Save',
  changed: (person: string, group: string) => `The access of ${person} to ${group} was changed.`,
  changedSome: (count: number) =>
    count === 1 ? 'The end of 1 membership was changed.' : `The ends of ${memberships(count)} were changed.`,
  changedRoles: (count: number) =>
    count === 1 ? '1 membership was changed.' : `${memberships(count)} were changed.`,
  already: (count: number, endless: number) =>
    `${formatNumber(count)} already ${count === 1 ? 'has' : 'have'} access, ${endless === 0 ? 'all until a time' : `${formatNumber(endless)} without an end`}.`,
  sameEnd: 'Give them the same end',
  sameEndFor: (person: string) => `Give ${person} the same end`,
  same: 'Same end',
  sameWithRole: 'Same end and role',
  sameEndAndRole: 'Give them the same end and access role',
  sameEndAndRoleFor: (person: string) => `Give ${person} the same end and access role`,
  until: 'until',
  since: 'Since',
  givenBy: 'Given by',
  refused: (count: number) =>
    `${memberships(count)} ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}`,
  of: (person: string, group: string) => `${person}, ${group}`,
};
