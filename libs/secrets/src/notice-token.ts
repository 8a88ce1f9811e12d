import { createHmac, timingSafeEqual } from 'node:crypto';

/** `rbn_`, the account's ULID, the event's id, and an HMAC-SHA-256 in base64url. */
const WHOLE =
  /^rbn_([0-7][0-9A-HJKMNP-TV-Z]{25})\.([a-z]{4}_[0-7][0-9A-HJKMNP-TV-Z]{25}\.[1-9][0-9]{0,11})\.([A-Za-z0-9_-]{43})$/;

/** With which the mailer asks whom an event is to be mailed to. Only programs with the secret can compute it. */
export function noticeToken(secret: string, accountId: string, eventId: string): string {
  const account = accountId.slice(accountId.indexOf('_') + 1);
  return `rbn_${account}.${eventId}.${proofOf(secret, accountId, eventId)}`;
}

/** @returns undefined for a text that is not a token, or whose proof is another secret's */
export function readNoticeToken(
  secret: string,
  token: string,
): { accountId: string; eventId: string } | undefined {
  const [, account, eventId, proof] = WHOLE.exec(token) ?? [];
  if (account === undefined || eventId === undefined || proof === undefined) return undefined;
  const accountId = `acct_${account}`;
  const expected = proofOf(secret, accountId, eventId);
  return timingSafeEqual(Buffer.from(proof), Buffer.from(expected)) ? { accountId, eventId } : undefined;
}

function proofOf(secret: string, accountId: string, eventId: string): string {
  return createHmac('sha256', secret).update(`notice:${accountId}:${eventId}`).digest('base64url');
}
