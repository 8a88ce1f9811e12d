export const TEXTS = {
  own: 'Where you are signed in',
  ofUser: 'Where they are signed in',
  none: 'Not signed in anywhere.',
  thisSession: 'This browser',
  end: 'Sign out',
  ended: 'That browser was signed out.',
  lastUsed: 'Last used',
};
