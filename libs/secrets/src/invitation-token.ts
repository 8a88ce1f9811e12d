import { createHash, createHmac } from 'node:crypto';
import type { UserId } from '#libs/domain';

/** `rbi_`, the ULIDs of account and user, and an HMAC-SHA-256 in base64url. By the ids a lookup is one read by key. */
const PREFIX = 'rbi_';
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const WHOLE = new RegExp(`^${PREFIX}(${ULID})(${ULID})[A-Za-z0-9_-]{43}$`);

export interface PresentedInvitation {
  accountId: string;
  userId: UserId;
  tokenHash: string;
}

/** A separate one, or one derived from the API's other secret. @throws Error if the environment has neither */
export function invitationSecretOf(environment: NodeJS.ProcessEnv): string {
  const { ROLLBOOK_INVITATION_SECRET: own, ROLLBOOK_CURSOR_SECRET: shared } = environment;
  if (own) return own;
  if (shared) return createHmac('sha256', shared).update('invitations').digest('base64url');
  throw new Error('ROLLBOOK_INVITATION_SECRET is not set.');
}

/**
 * The token that belongs to one event `user.invited`: always the same, and a different one each time an invitation is sent.
 * @param secret of the platform: at least 32 characters
 * @param eventId `user_….n`
 */
export function invitationToken(secret: string, accountId: string, eventId: string): string {
  const userId = eventId.slice(0, eventId.lastIndexOf('.'));
  const proof = createHmac('sha256', secret).update(`invitation:${accountId}:${eventId}`).digest('base64url');
  return PREFIX + ulidOf(accountId) + ulidOf(userId) + proof;
}

/** @returns undefined for a text that is not a token */
export function readInvitationToken(token: string): PresentedInvitation | undefined {
  const [, account, user] = WHOLE.exec(token) ?? [];
  if (account === undefined || user === undefined) return undefined;
  return { accountId: `acct_${account}`, userId: `user_${user}`, tokenHash: hashOf(token) };
}

/** The stored form of a token. One round of SHA-256: there is nothing to guess in 256 bits that would have to be slowed down. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
