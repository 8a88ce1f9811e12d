export const TEXTS = {
  title: (name: string) => `See Rollbook as ${name}?`,
  what: 'For 15 minutes you see what they see, and cannot change anything. This is recorded in the activity of the account.',
  reasonFirst: 'Give a reason first',
  reason: 'Reason',
  reasonHint: 'For example, a ticket number. Owners and admins can read it.',
  action: 'See as this user',
  seeing: (name: string) => `You are seeing Rollbook as ${name}`,
  readOnly: 'You cannot change anything. This ends at',
  ended: 'You are no longer seeing Rollbook as another user',
  endedWhat: 'The 15 minutes are over, or the user or your role has changed.',
  end: 'End',
  goOn: 'Continue as yourself',
};
