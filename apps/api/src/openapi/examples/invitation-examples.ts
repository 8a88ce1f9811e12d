import { ROLES } from '#libs/domain';

const ACCOUNT_ID = 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';
const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';

const person = { name: 'Grace Hopper', email: 'grace@example.com', role: 'admin' };
const invitation = {
  id: USER_ID,
  accountId: ACCOUNT_ID,
  ...person,
  status: 'pending',
  invitedBy: 'operator:local-operator',
  sentCount: 1,
  sentAt: '2026-03-02T10:30:00.000Z',
  expiresAt: '2026-03-09T10:30:00.000Z',
};
const done = { index: 0, outcome: 'done', userId: USER_ID, problem: null, invitation };
const refused = {
  index: 1,
  outcome: 'refused',
  userId: null,
  problem: { status: 409, code: 'email_taken', detail: 'Another user of the account has this email.' },
  invitation: null,
};
/** One member. */
export const ROLE_FACET = Object.fromEntries(ROLES.map((role) => [role, role === 'member' ? 1 : 0]));

export const INVITATION_EXAMPLES: Readonly<Record<string, unknown>> = {
  CreateInvitationDto: person,
  CreateInvitationsDto: { invitations: [person] },
  InvitationDto: invitation,
  InvitationFacetsDto: { role: ROLE_FACET },
  InvitationListDto: { data: [invitation], nextCursor: null },
  InvitationRowResultDto: refused,
  InvitationBatchResultDto: { done: 1, unchanged: 0, refused: 1, results: [done, refused] },
  AcceptInvitationDto: { token: `rbi_${ACCOUNT_ID.slice(5)}${USER_ID.slice(5)}${'x'.repeat(43)}` },
  InspectedInvitationDto: {
    accountId: ACCOUNT_ID,
    accountName: 'Acme',
    userId: USER_ID,
    ...person,
    status: 'pending',
    invitedByName: 'Ada Lovelace',
    invitedByKind: 'user',
    serviceGroups: ['dev', 'prod'],
    expiresAt: invitation.expiresAt,
  },
  AcceptedInvitationDto: { accountId: ACCOUNT_ID, userId: USER_ID },
};
