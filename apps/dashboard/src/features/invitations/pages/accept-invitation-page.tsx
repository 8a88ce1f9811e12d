import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRollbookError, type Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { Button, buttonClass } from '../../../components/controls/button.js';
import { Problem } from '../../../components/feedback/problem.js';
import { CentredPage } from '../../../components/layout/centred-page.js';
import { useProviders, type Provider } from '../../../session/providers.js';
import { signInUrl } from '../../../session/session.js';
import { TEXTS } from '../texts.js';

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
  // What it is for is known before the click, and before signing in.
  const inspected = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post('/v1/invitations/inspect', { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Infinity,
  });
  const { data: accepted } = accept;
  if (accepted)
    return (
      <CentredPage tab={TEXTS.acceptTitle} title={TEXTS.accepted} text={TEXTS.acceptedWhat}>
        <SignIn returnTo={`/a/${accepted.accountId}`} />
      </CentredPage>
    );
  const { data: invitation, error: refused } = inspected;
  if (isRollbookError(refused, 'invitation_accepted'))
    return (
      <CentredPage tab={TEXTS.acceptTitle} title={TEXTS.usedTitle} text={TEXTS.used}>
        <SignIn returnTo="/" />
      </CentredPage>
    );
  if (!token || isRollbookError(refused, 'invitation_not_found'))
    return (
      <CentredPage
        tab={TEXTS.acceptTitle}
        title={TEXTS.brokenTitle}
        text={`${TEXTS.broken} ${TEXTS.askAgain}`}
      />
    );
  if (!invitation)
    return (
      <CentredPage tab={TEXTS.acceptTitle} title={TEXTS.acceptTitle} text={refused ? '' : TEXTS.checking}>
        {refused && <Problem error={refused} retry={() => void inspected.refetch()} />}
      </CentredPage>
    );
  if (invitation.status === 'expired')
    return (
      <CentredPage tab={TEXTS.acceptTitle} title={TEXTS.expiredTitle} text={TEXTS.askAgain}>
        <Terms invitation={invitation} />
      </CentredPage>
    );
  return (
    <CentredPage
      tab={TEXTS.acceptTitle}
      title={TEXTS.invitedTo(invitation.accountName)}
      text={TEXTS.invitedBy(whoOf(invitation), TEXTS.asRole[invitation.role])}
    >
      <Terms invitation={invitation} />
      {error && (
        <>
          <Problem error={error} />
          <p className="text-sm text-muted">{TEXTS.askAgain}</p>
        </>
      )}
      {providers && (
        <Accept
          providers={providers}
          busy={accept.isPending || bySignIn.isPending || bySignIn.isSuccess}
          onAccept={(provider) => (provider ? bySignIn.mutate({ token, provider }) : accept.mutate(token))}
        />
      )}
    </CentredPage>
  );
}

interface AcceptProps {
  providers: readonly Provider[];
  busy: boolean;
  /** Without a provider, they accept first and sign in afterwards. */
  onAccept: (provider?: string) => void;
}

function Accept({ providers, busy, onAccept }: AcceptProps) {
  return (
    <div className="grid gap-2">
      {providers.length === 0 && (
        <Button kind="primary" className="h-9" busy={busy} onClick={() => onAccept()}>
          {TEXTS.accept}
        </Button>
      )}
      {providers.map(({ name, title }) => (
        <Button key={name} kind="primary" className="h-9" busy={busy} onClick={() => onAccept(name)}>
          {providers.length === 1 ? TEXTS.acceptAndSignIn : TEXTS.acceptWith(title)}
        </Button>
      ))}
    </div>
  );
}

function SignIn({ returnTo }: { returnTo: string }) {
  return (
    <a href={signInUrl(returnTo)} className={`${buttonClass('primary')} h-9`}>
      {TEXTS.signIn}
    </a>
  );
}

function Terms({ invitation }: { invitation: Schemas['InspectedInvitation'] }) {
  const { email, serviceGroups } = invitation;
  return (
    <div className="grid gap-3 text-sm">
      {serviceGroups.length > 0 && (
        <div>
          <h2 className="text-muted">{TEXTS.mayEnter}</h2>
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {serviceGroups.map((name) => (
              <li key={name} className="max-w-full rounded-md border border-line px-2 py-0.5 break-words">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="break-words text-muted">{TEXTS.forAddress(email)}</p>
    </div>
  );
}

/** Operators and API keys have no name that people know. */
const whoOf = ({ invitedByName, invitedByKind }: Schemas['InspectedInvitation']) =>
  invitedByName ?? TEXTS.invitedByKind[invitedByKind];
