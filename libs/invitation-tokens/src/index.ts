export { hashOf, invitationSecretOf, invitationToken, readInvitationToken } from './invitation-token.js';
