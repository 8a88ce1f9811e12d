export {
  hashOf,
  invitationSecretOf,
  invitationToken,
  readInvitationToken,
  type PresentedInvitation,
} from './invitation-token.js';
