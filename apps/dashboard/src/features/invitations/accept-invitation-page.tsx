import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { Button, buttonClass } from '../../components/controls/button.js';
import { Banner } from '../../components/feedback/banner.js';
import { Problem } from '../../components/feedback/problem.js';
import { Logo } from '../../components/layout/logo.js';
import { useProviders } from '../../session/providers.js';
import { signInUrl } from '../../session/session.js';
import { TEXTS } from './texts.js';

/** The token is in the fragment or the query of the emailed link. It is removed from the address bar. */
function takeToken(): string | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token') ?? new URLSearchParams(location.search).get('token') ?? undefined;
  if (token) history.replaceState(null, '', location.pathname);
  return token;
}

export function AcceptInvitationPage() {
  const [token] = useState(takeToken);
  const accept = useMutation({
    mutationFn: (given: string) => api.post('/invitations/v1/accept', { body: { token: given } }),
  });
  const bySignIn = useMutation({
    mutationFn: (body: { token: string; provider: string }) => api.post('/auth/accept-invitation', { body }),
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  });
  const providers = useProviders();
  const error = accept.error ?? bySignIn.error;
  useEffect(() => {
    document.title = `${TEXTS.acceptTitle} · Rollbook`;
  }, []);
  const { data: accepted } = accept;
  if (accepted)
    return (
      <Panel title={TEXTS.accepted} text={TEXTS.acceptedWhat}>
        <a href={signInUrl(`/a/${accepted.accountId}`)} className={`${buttonClass('primary')} h-9`}>
          {TEXTS.signIn}
        </a>
      </Panel>
    );
  return (
    <Panel title={TEXTS.acceptTitle} text={TEXTS.acceptWhat}>
      {!token && <Banner tone="warn">{TEXTS.noToken}</Banner>}
      {error && (
        <>
          <Problem error={error} />
          <p className="text-sm text-muted">{TEXTS.askAgain}</p>
        </>
      )}
      {token && providers && (
        <div className="grid gap-2">
          {providers.length === 0 && (
            <Button
              kind="primary"
              className="h-9"
              busy={accept.isPending}
              onClick={() => accept.mutate(token)}
            >
              {TEXTS.accept}
            </Button>
          )}
          {providers.map(({ name, title }) => (
            <Button
              key={name}
              kind="primary"
              className="h-9"
              busy={bySignIn.isPending || bySignIn.isSuccess}
              onClick={() => bySignIn.mutate({ token, provider: name })}
            >
              {providers.length === 1 ? TEXTS.acceptAndSignIn : TEXTS.acceptWith(title)}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}

function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="enter grid w-full max-w-96 gap-6 rounded-xl border border-line bg-surface p-8 shadow-md">
        <Logo />
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 text-sm text-muted">{text}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
