import { useEffect, useState } from 'react';
import { connection, type Connection } from '../api/connection.js';
import { Button } from '../components/controls/button.js';
import { Dialog } from '../components/overlays/dialog.js';
import { resumeSession, SIGNED_IN_CHANNEL, signInUrl } from './session.js';
import { TEXTS } from './texts.js';

/** Goes on when somebody has signed in again, in this window or another. */
export function SignInDialog({ state }: { state: Connection }) {
  const [failed, setFailed] = useState(false);
  const isTooOld = state === 'sign-in-too-old';
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    const look = () => void resumeSession();
    channel.onmessage = look;
    window.addEventListener('focus', look);
    return () => {
      channel.close();
      window.removeEventListener('focus', look);
    };
  }, []);
  function signIn() {
    const popup = window.open(
      signInUrl('/login?done=true', { recent: isTooOld }),
      'rollbook-sign-in',
      'popup,width=480,height=640',
    );
    // If windows are blocked: sign in on this page, and come back. Drafts are kept for this tab.
    if (!popup) location.assign(signInUrl(location.pathname + location.search, { recent: isTooOld }));
  }
  return (
    <Dialog
      title={isTooOld ? TEXTS.tooOldTitle : TEXTS.endedTitle}
      onClose={() => isTooOld && connection.set('online')}
      footer={
        <Button kind="primary" onClick={signIn}>
          {TEXTS.signInAgain}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-muted">{isTooOld ? TEXTS.tooOld : TEXTS.ended}</p>
      <Button small kind="quiet" onClick={() => void resumeSession().then((resumed) => setFailed(!resumed))}>
        {TEXTS.back}
      </Button>
      {failed && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {TEXTS.notBack}
        </p>
      )}
    </Dialog>
  );
}
