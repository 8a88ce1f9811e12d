export const TEXTS = {
  offline: 'You are offline, or Rollbook does not answer. What you see may be out of date.',
  unavailable: 'Rollbook cannot serve at the moment. What you see may be out of date.',
  again: 'Try again',
  noAnswer: 'Rollbook did not answer',
  noAnswerDetail: 'Check your connection, then try again.',
  unexpected: 'Something went wrong in this page',
  requestId: 'Request',
  whoMay: (role: string) => `Ask ${role} of this account.`,
};
