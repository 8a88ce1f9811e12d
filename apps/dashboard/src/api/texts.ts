export const TEXTS = {
  offline:
    'You are offline, or Rollbook is not responding. What you see may be out of date, and nothing can be changed until it responds.',
  unavailable:
    'Rollbook is temporarily unavailable. What you see may be out of date, and nothing can be changed until it is back.',
  again: 'Try again',
  noAnswer: 'Rollbook did not respond',
  noAnswerDetail: 'Check your connection, then try again.',
  unexpected: 'Something went wrong on this page',
  notFound: 'There is nothing here',
  notFoundDetail: 'The address is wrong, or what was here has been removed.',
  home: 'Go to the start page',
  loading: 'Loading',
  added: (count: string) => `${count} new`,
  changed: (count: string) => (count === '1' ? '1 change' : `${count} changes`),
  requestId: 'Request',
  typeFirst: 'Type the text above first',
  nameFirst: 'Enter a name first',
  unchanged: 'Nothing has been changed yet',
  writesOff: 'Not possible until Rollbook is back',
  againIn: (seconds: number) => `Try again in ${seconds} s`,
  needed: {
    not_permitted: 'Only owners and admins of the account may do this.',
    owner_needed: 'Only owners of the account may do this.',
    operator_needed: 'Only operators of the platform may do this.',
  } as Record<string, string>,
  whoMay: (names: string) => `Ask ${names}.`,
};
