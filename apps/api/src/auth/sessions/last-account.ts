import type { FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '#libs/domain';
import { ACCOUNT_ID } from '../../http/input/ids.js';
import { cookieName, cookieOf, setCookie } from './cookies.js';

const COOKIE = 'rollbook_account';
const REMEMBERED_FOR = 365 * DAY_SECONDS;

/** Lax, because it is read when the provider redirects the browser back. It grants nothing: it only chooses among own accounts. */
export function rememberAccount(accountId: string, secure: boolean): string {
  return setCookie(COOKIE, accountId, { secure, maxAge: REMEMBERED_FOR, sameSite: 'Lax' });
}

export function lastAccount(request: FastifyRequest, secure: boolean): string | undefined {
  const value = cookieOf(request, cookieName(COOKIE, secure));
  return value !== undefined && ACCOUNT_ID.test(value) ? value : undefined;
}
