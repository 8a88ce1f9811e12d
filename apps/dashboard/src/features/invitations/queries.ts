import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { listOptions, type ListPage } from '../../api/lists.js';
import { queryClient } from '../../api/query-client.js';
import { addMember } from '../groups/commands.js';
import type { Address } from './invite/parse-addresses.js';

export type Invitation = Schemas['InvitationDto'];
export type Role = Invitation['role'];

export const invitationsQuery = (accountId: string) =>
  listOptions(['invitations', accountId], async (cursor, signal): Promise<ListPage<Invitation>> =>
    api.get('/v1/accounts/{accountId}/invitations', {
      path: { accountId },
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    }),
  );

export interface Invite {
  addresses: readonly Address[];
  role: Role;
  groupIds: readonly string[];
}

export interface InviteResult {
  sent: number;
  refused: { email: string; detail: string }[];
}

/** Invites all, and gives those who were invited their access. */
export async function invitePeople(
  accountId: string,
  { addresses, role, groupIds }: Invite,
): Promise<InviteResult> {
  const { results } = await api.post('/v1/accounts/{accountId}/invitations/batch', {
    path: { accountId },
    body: { invitations: addresses.map((address) => ({ ...address, role })) },
  });
  const refused: InviteResult['refused'] = [];
  const invited: string[] = [];
  for (const { index, problem, userId } of results)
    if (problem) refused.push({ email: addresses[index]?.email ?? '', detail: problem.detail });
    else if (userId) invited.push(userId);
  for (const groupId of groupIds)
    await Promise.all(invited.map((userId) => addMember(accountId, groupId, userId)));
  forgetInvitations(accountId);
  return { sent: invited.length, refused };
}

export async function resendInvitation({ accountId, id: userId }: Invitation): Promise<void> {
  await api.post('/v1/accounts/{accountId}/invitations/{userId}/resend', { path: { accountId, userId } });
  forgetInvitations(accountId);
}

export async function revokeInvitation({ accountId, id: userId }: Invitation): Promise<void> {
  await api.delete('/v1/accounts/{accountId}/invitations/{userId}', { path: { accountId, userId } });
  forgetInvitations(accountId);
}

function forgetInvitations(accountId: string): void {
  for (const name of ['invitations', 'users', 'events', 'account'])
    void queryClient.invalidateQueries({ queryKey: [name, accountId] });
}
