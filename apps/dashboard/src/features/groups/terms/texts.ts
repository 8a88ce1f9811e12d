export const TEXTS = {
  until: 'Last day',
  permanent: 'Without a day, it does not end by itself.',
  defaultLength: (length: string) => `Without a day, it ends after ${length}.`,
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  giveReason: 'This service group asks for a reason.',
  change: (person: string) => `Change the end of ${person}’s access`,
  changeTitle: (person: string, group: string) => `How long may ${person} enter ${group}?`,
  save: 'Save',
  permanently: 'No end',
  changed: (person: string, group: string) => `The access of ${person} to ${group} was changed.`,
};
