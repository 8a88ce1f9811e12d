import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookieName, cookieOf, cookiesOf, setCookie } from '../sessions/cookies.js';
import { openSecret, sealSecret } from '../../configuration/sealed-secret.js';

/** A sign-in started in this browser and no other: its cookie contains the values that the answer must match. */
export interface PendingSignIn {
  provider: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
  maxAge?: number | undefined;
  /** The token of the invitation that is accepted by the person who signs in. */
  invitation?: string | undefined;
  /** The browser's session when it began: the answer comes from another site, without its cookie. */
  replaces?: string | undefined;
  /** Completed: who goes back to the answer is sent on. */
  isDone?: true;
  /** Milliseconds since the epoch. */
  until: number;
}

const COOKIE = 'rollbook_sign_in_';
export const PENDING_FOR_SECONDS = 600;
/** Longer, so that people who return late get an answer that says so. */
const REMEMBERED_FOR_SECONDS = 3_600;
/** For tabs that sign in at the same time. The oldest ones are dropped, because headers have a limit. */
const MAX_AT_ONCE = 5;

export function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/**
 * Lax, because it must be sent when the provider redirects the browser back; everything after that is Strict.
 * @returns cookies to set
 */
export function rememberSignIn(
  request: FastifyRequest,
  pending: PendingSignIn,
  { secure, secret }: { secure: boolean; secret: string },
): string[] {
  const others = cookiesOf(request, cookieName(COOKIE, secure)).map(({ name }) => name);
  const givenUp = others.slice(0, Math.max(0, others.length - MAX_AT_ONCE + 1));
  const value = sealSecret(JSON.stringify(pending), COOKIE, secret);
  const options = { secure, maxAge: REMEMBERED_FOR_SECONDS, sameSite: 'Lax' } as const;
  return [setCookie(nameOf(pending.state), value, options), ...givenUp.map((name) => forget(name, secure))];
}

/** It may be too late for it. @returns undefined unless this browser started the sign-in that is being answered */
export function pendingSignIn(
  request: FastifyRequest,
  state: string,
  { secure, secret }: { secure: boolean; secret: string },
): PendingSignIn | undefined {
  const value = cookieOf(request, cookieName(nameOf(state), secure));
  const opened = value === undefined ? undefined : openSecret(value, COOKIE, secret);
  if (opened === undefined) return undefined;
  const pending = JSON.parse(opened) as PendingSignIn;
  return pending.state === state ? pending : undefined;
}

/** Keeps where it led to, for people who go back. */
export function settleSignIn(
  { provider, state, returnTo, until }: PendingSignIn,
  { secure, secret }: { secure: boolean; secret: string },
): string {
  const done = { provider, state, returnTo, until, isDone: true };
  const maxAge = Math.max(0, Math.floor((until - Date.now()) / 1_000));
  return setCookie(nameOf(state), sealSecret(JSON.stringify(done), COOKIE, secret), {
    secure,
    maxAge,
    sameSite: 'Lax',
  });
}

function forget(fullName: string, secure: boolean): string {
  return setCookie(fullName.replace(/^__Host-/, ''), '', { secure, maxAge: 0, sameSite: 'Lax' });
}

function nameOf(state: string): string {
  return COOKIE + stateHashOf(state).slice(0, 8);
}
