import { createClient, type Schemas } from '#libs/client';

/** What an invitation is for, as the API answers with its token. */
export type InvitationTerms = Pick<
  Schemas['InspectedInvitation'],
  'accountName' | 'invitedByName' | 'invitedByKind' | 'role' | 'serviceGroups'
>;

export type ReadTerms = (token: string) => Promise<InvitationTerms | undefined>;

const PATIENCE_MS = 5_000;

/**
 * The event has no names but the invited user's own: the inviter's would be stored under another person's key, and outlive their
 * erasure. Undefined if the API does not say: a mail without names is better than none.
 */
export function termsFromApi(apiUrl: string): ReadTerms {
  const client = createClient({ baseUrl: apiUrl });
  return (token) =>
    client
      .post('/v1/invitations/inspect', { body: { token }, signal: AbortSignal.timeout(PATIENCE_MS) })
      .catch(() => undefined);
}

/** Where the API is if the environment does not say: with the dashboard, whose page accepts invitations. */
export function apiUrlOf({ ROLLBOOK_API_URL: own }: NodeJS.ProcessEnv, acceptUrl: string): string {
  return own ? own : new URL(acceptUrl).origin;
}
