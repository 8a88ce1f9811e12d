import type { IncomingMessage } from 'node:http';
import type { Guard } from '#libs/guard';

/** 200, or why not: no user, may not, or the copy is too old to say. */
export type Verdict = 200 | 401 | 403 | 404 | 503;

const PATH = /^\/forward-auth\/(?:(acct_[^/]+)\/)?([^/]+)\/([^/]+)$/;

/**
 * The question of a proxy before it lets a request through: may the user in the header do this in the group in the requested path?
 * The route's configuration names both, such as `/forward-auth/prod/enter`: the external id or the id of a group, and `enter` or a permission of
 * an access role. `/forward-auth/acct_…/prod/enter` says whose, as a guard of all accounts must be told. A query means nothing: some proxies put
 * the client's request there.
 */
export async function verdictOf(
  guard: Guard,
  userHeader: string,
  request: IncomingMessage,
): Promise<Verdict> {
  const [path = ''] = (request.url ?? '').split('?');
  const [, account, group, permission] = PATH.exec(path) ?? [];
  if (group === undefined || permission === undefined) return 404;
  const users = request.headersDistinct[userHeader] ?? [];
  // Two are one of the proxy's and one of somebody else's.
  const user = users.length === 1 ? users[0] : undefined;
  return verdictAbout(guard, { user, group: decoded(group), permission: decoded(permission), account });
}

export interface Question {
  /** External ids or ids. */
  user: string | undefined;
  group: string;
  permission: string;
  account: string | undefined;
}

export async function verdictAbout(
  guard: Guard,
  { user, group, permission, account }: Question,
): Promise<200 | 401 | 403 | 503> {
  if (!user) return 401;
  const of = account === undefined ? {} : { accountId: account };
  if (await guard.mayDo(nameOf(user, 'user_'), nameOf(group, 'sgrp_'), permission, of)) return 200;
  return guard.status().isReady ? 403 : 503;
}

/** An id, or `external:` and an external id, as the guard takes it; what is neither is an external id. */
function nameOf(value: string, prefix: string): string {
  return value.startsWith(prefix) || value.startsWith('external:') ? value : `external:${value}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
