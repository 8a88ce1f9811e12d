import { connection, isSignInNeeded } from '../api/connection.js';
import { useStore } from '../api/store.js';
import { lazily } from '../components/lazily.js';

const SignInDialog = lazily(async () => (await import('./sign-in-dialog.js')).SignInDialog);

/** Over the page, which stays as it is: drafts are not lost when a session ends or its sign-in is too old for an action. */
export function SignInAgain() {
  const state = useStore(connection);
  return isSignInNeeded(state) ? <SignInDialog state={state} /> : null;
}
