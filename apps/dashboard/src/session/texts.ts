export const TEXTS = {
  endedTitle: 'Your session has ended',
  ended:
    'Sign in again to go on where you were. Nothing that you have not saved is lost: it stays in this page.',
  tooOldTitle: 'Confirm that it is you',
  tooOld:
    'What you are about to do needs a sign-in within the last five minutes. The page stays as it is: sign in again, then repeat it.',
  signInAgain: 'Sign in again',
  back: 'I am signed in: go on',
  notBack: 'You are not signed in yet.',
  signIn: 'Sign in',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  signInTo: 'Sign in to Rollbook',
  signInWhy: 'People and access of your accounts, in one place.',
  signedInAgain: 'You are signed in again. You can close this window.',
  failed: 'You could not be signed in',
};
