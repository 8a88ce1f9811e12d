/** What is kept secret: the master key, in AWS KMS or a file, and the tokens of invitations, computed from a secret. */
export { fileKey, fileLogKey, fileLogMark, type FileKey } from './file-log-key.js';
export { fileMasterKey } from './file-master-key.js';
export { hashOf, invitationSecretOf, invitationToken, readInvitationToken } from './invitation-token.js';
export { noticeToken, readNoticeToken } from './notice-token.js';
export { kmsMasterKey } from './kms-master-key.js';
export { kmsLogKey, objectLogMark } from './kms-log-key.js';
export { logSigning } from './log-signing.js';
export { masterKeyOf } from './master-key-of.js';
