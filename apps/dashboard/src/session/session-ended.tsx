import { useEffect, useState } from 'react';
import { connection } from '../api/connection.js';
import { useStore } from '../api/store.js';
import { Button } from '../components/controls/button.js';
import { Dialog } from '../components/overlays/dialog.js';
import { resumeSession, signInUrl } from './session.js';
import { TEXTS } from './texts.js';

/** The window that signs in again tells the others by this name. */
export const SIGNED_IN_CHANNEL = 'rollbook-signed-in';

/** Over the page, which stays as it is: drafts are not lost when a session ends. */
export function SessionEnded() {
  const state = useStore(connection);
  return state === 'signed-out' ? <SignInAgain /> : null;
}

function SignInAgain() {
  const [failed, setFailed] = useState(false);
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
  return (
    <Dialog
      title={TEXTS.endedTitle}
      onClose={() => undefined}
      footer={
        <>
          <Button onClick={() => void resumeSession().then((resumed) => setFailed(!resumed))}>
            {TEXTS.back}
          </Button>
          <Button
            kind="primary"
            onClick={() =>
              window.open(signInUrl('/login?done=true'), 'rollbook-sign-in', 'popup,width=480,height=640')
            }
          >
            {TEXTS.signInAgain}
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">{TEXTS.ended}</p>
      {failed && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {TEXTS.notBack}
        </p>
      )}
    </Dialog>
  );
}
