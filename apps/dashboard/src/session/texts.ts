export const TEXTS = {
  endedTitle: 'Your session has ended',
  ended:
    'Sign in again to continue where you were. Nothing you have not saved is lost: it stays on this page.',
  tooOldTitle: 'Confirm that it is you',
  tooOld:
    'What you are about to do needs a sign-in within the last five minutes. The page stays as it is: sign in again, then try again.',
  signInAgain: 'Sign in again',
  back: 'I have signed in: continue',
  resumed: 'You are signed in again',
  notBack: 'You are not signed in yet.',
  signIn: 'Sign in',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  signInTo: 'Sign in to Rollbook',
  signInWhy: 'The people in your accounts and what they may enter, in one place.',
  signedInAgain: 'You are signed in again. You can close this window.',
  failed: 'You could not be signed in',
};
