import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { pagesQuery, forget, changedBy } from '../../api/queries.js';
import type { Address } from './parse-addresses.js';

export type Invitation = Schemas['Invitation'];
export type Role = Invitation['role'];

changedBy({ invitations: /^user\./ });

export const invitationsQuery = (accountId: string) =>
  pagesQuery(['invitations', accountId], '/v1/accounts/{accountId}/invitations', { path: { accountId } });

export interface Invite {
  addresses: readonly Address[];
  role: Role;
  groupIds: readonly string[];
  /** The key of an access role; empty for none, undefined for the default of each service group. */
  accessRole?: string | undefined;
}

export interface InviteResult {
  sent: number;
  refused: (Address & { detail: string })[];
}

/** The API takes this many at once. */
const BATCH = 100;

/** Invites all of them, and gives them access to these service groups from the start. */
export async function invitePeople(
  accountId: string,
  { addresses, role, groupIds, accessRole }: Invite,
): Promise<InviteResult> {
  const terms = {
    role,
    ...(groupIds.length > 0 && { serviceGroupIds: [...groupIds] }),
    ...(groupIds.length > 0 && accessRole !== undefined && { accessRole: accessRole || null }),
  };
  const refused: InviteResult['refused'] = [];
  let sent = 0;
  try {
    for (let at = 0; at < addresses.length; at += BATCH) {
      const part = addresses.slice(at, at + BATCH);
      const { results } = await api.post('/v1/accounts/{accountId}/invitations/batch', {
        path: { accountId },
        body: { invitations: part.map((address) => ({ ...address, ...terms })) },
      });
      for (const { index, problem } of results)
        if (!problem) sent += 1;
        else if (part[index]) refused.push({ ...part[index], detail: problem.detail });
    }
  } finally {
    forgetInvitations(accountId);
  }
  return { sent, refused };
}

export async function resendInvitation({ accountId, id: userId }: Invitation): Promise<void> {
  await api.post('/v1/accounts/{accountId}/invitations/{userId}/resend', { path: { accountId, userId } });
  forgetInvitations(accountId);
}

export async function revokeInvitation({ accountId, id: userId }: Invitation): Promise<void> {
  await api.delete('/v1/accounts/{accountId}/invitations/{userId}', { path: { accountId, userId } });
  forgetInvitations(accountId);
}

const forgetInvitations = (accountId: string) =>
  forget(accountId, 'invitations', 'users', 'events', 'account', 'groups', 'members', 'matrix');
