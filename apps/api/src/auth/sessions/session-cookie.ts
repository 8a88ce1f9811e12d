import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { idOf, type UserId } from '#libs/domain';

/** The contents of a session's cookie, with a verified signature: whether the session exists has not been checked. */
export interface PresentedSession {
  sessionId: string;
  /** The principal, which can be read together with the session. */
  user: { accountId: string; userId: UserId } | undefined;
}

const WHOLE = /^(rbs_[\w-]{43})\.(?:(acct_\w{26})\.(user_\w{26}))?\.([\w-]{43})$/;
/** The secret part of a session's cookie, anywhere in a text. */
export const SESSION_PATTERN = /rbs_[\w-]{43}/;
const SECRET_BYTES = 32;
/** Crockford's base 32, as in all other ids. */
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_CHARACTERS = 26;

/** 256 bits that nobody can guess. */
export function newSessionSecret(): string {
  return `rbs_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The id of a session is the SHA-256 of its secret: nothing in the table could be sent as a cookie. */
export function sessionIdOf(secret: string): string {
  const digest = createHash('sha256').update(secret).digest();
  const characters = Array.from(digest.subarray(0, ID_CHARACTERS), (byte) => BASE_32[byte % 32]);
  return `sess_${characters.join('')}`;
}

/** Creates and reads the values of session cookies. They are signed, so that an invented one costs no table call. */
export class SessionCookies {
  private readonly key: KeyObject;

  constructor(masterSecret: string) {
    const key = hkdfSync('sha256', masterSecret, '', 'rollbook: session cookies', 32);
    this.key = createSecretKey(new Uint8Array(key));
  }

  valueOf(secret: string, user: PresentedSession['user']): string {
    const signed = `${secret}.${user ? `${user.accountId}.${user.userId}` : ''}`;
    return `${signed}.${this.sign(signed)}`;
  }

  read(value: string): (PresentedSession & { secret: string }) | undefined {
    const [, secret, accountId, userId, signature] = WHOLE.exec(value) ?? [];
    if (secret === undefined || signature === undefined) return undefined;
    const signed = value.slice(0, value.lastIndexOf('.'));
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(signed)))) return undefined;
    const user = accountId && userId ? { accountId, userId: idOf('user', userId) } : undefined;
    return { secret, sessionId: sessionIdOf(secret), user };
  }

  private sign(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}
