export const TEXTS = {
  title: (name: string) => `See as ${name}?`,
  what: 'For 15 minutes you read what they read, and can change nothing. It is recorded in the activity of the account.',
  reason: 'Reason',
  reasonHint: 'For example a ticket. They can read it.',
  action: 'See as this user',
  seeing: (name: string) => `You are seeing as ${name}`,
  readOnly: 'You can only read. Ends at',
  ended: 'Seeing as a user has ended',
  endedWhat: 'Its time is over, or the user or your role has changed.',
  end: 'End',
  goOn: 'Go on as yourself',
};
