import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../components/controls/button.js';
import { Banner } from '../components/feedback/banner.js';
import { CentredPage } from '../components/layout/centred-page.js';
import { useProviders } from './providers.js';
import { SIGNED_IN_CHANNEL, signInUrl } from './session.js';

import { TEXTS } from './texts.js';

const route = getRouteApi('/login');

export function LoginPage() {
  const { returnTo, error, done } = route.useSearch();
  useEffect(() => {
    if (!done) return;
    const channel = new BroadcastChannel(SIGNED_IN_CHANNEL);
    channel.postMessage('signed in');
    channel.close();
    window.close();
  }, [done]);
  return (
    <CentredPage
      tab={TEXTS.signIn}
      title={TEXTS.signInTo}
      text={done ? TEXTS.signedInAgain : TEXTS.signInWhy}
    >
      {error && (
        <Banner tone="bad" title={TEXTS.failed}>
          {error}
        </Banner>
      )}
      {!done && <SignInLinks returnTo={returnTo ?? '/'} />}
    </CentredPage>
  );
}

/** A link to sign in, or one for each identity provider if there are several. */
function SignInLinks({ returnTo }: { returnTo: string }) {
  const providers = useProviders() ?? [];
  const className = `${buttonClass('primary')} h-9`;
  if (providers.length < 2)
    return (
      <a href={signInUrl(returnTo)} className={className}>
        {TEXTS.signIn}
      </a>
    );
  return (
    <ul className="grid gap-2">
      {providers.map(({ name, title }) => (
        <li key={name} className="grid">
          <a href={signInUrl(returnTo, { provider: name })} className={className}>
            {TEXTS.signInWith(title)}
          </a>
        </li>
      ))}
    </ul>
  );
}
