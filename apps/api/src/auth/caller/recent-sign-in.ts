import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import type { Caller } from './caller.js';

export const RECENT_SIGN_IN = 'rollbook:recent-sign-in';
/** Seconds: a person must have proved who they are within this time. */
const RECENT_SECONDS = 300;

/** How far the clock of an identity provider may be from ours, either way. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Declares what a person may do only when they have just signed in: what cannot be undone, or makes credentials. */
export function RecentSignIn(): MethodDecorator {
  return applyDecorators(SetMetadata(RECENT_SIGN_IN, true), ApiProblems('recent_sign_in_needed'));
}

/** Also true for callers who need none: keys, and tokens of issuers without the setting. */
export function hasRecentSignIn(caller: Caller): boolean {
  const authTime = caller.kind === 'api-key' ? undefined : caller.authTime;
  if (authTime === undefined) return true;
  const ago = Date.now() / 1_000 - authTime;
  return ago >= -CLOCK_TOLERANCE_SECONDS && ago <= RECENT_SECONDS;
}

/** @throws Problem `recent_sign_in_needed` with the challenge of RFC 9470 */
export function requireRecentSignIn(caller: Caller): void {
  if (hasRecentSignIn(caller)) return;
  const detail = `This asks for a sign-in within the last ${RECENT_SECONDS / 60} minutes: /auth/login?maxAge=${RECENT_SECONDS}.`;
  const challenge = `Bearer realm="rollbook", error="insufficient_user_authentication", error_description="A more recent authentication is needed", max_age=${RECENT_SECONDS}`;
  throw new Problem('recent_sign_in_needed', detail, { headers: { 'www-authenticate': challenge } });
}
