export const TEXTS = {
  offline:
    'You are offline, or Rollbook does not answer. What you see may be out of date, and nothing can be changed until it answers.',
  unavailable:
    'Rollbook is temporarily unavailable. What you see may be out of date, and nothing can be changed until it answers.',
  again: 'Try again',
  noAnswer: 'Rollbook did not answer',
  noAnswerDetail: 'Check your connection, then try again.',
  unexpected: 'Something went wrong in this page',
  requestId: 'Request',
  writesOff: 'Not possible until Rollbook answers again',
  againIn: (seconds: number) => `Try again in ${seconds} s`,
  needed: {
    not_permitted: 'This needs the role of an owner or admin of the account.',
    owner_needed: 'This needs the role of an owner of the account.',
    operator_needed: 'Only operators of the platform may do this.',
  } as Record<string, string>,
  whoMay: (names: string) => `Ask ${names}.`,
};
