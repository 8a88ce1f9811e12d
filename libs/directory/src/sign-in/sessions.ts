// sign-in: who may act: sessions, principals, linking at sign-in, rates.
// Imports aggregates and what is below them.

import type { Identity, UserId } from '#libs/domain';
import { isSingleTableError, type Item, type WriteOperation } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { ifConditionHolds, transactThroughConflicts } from '../core/retries.js';
import type { Page, PageRequest } from '../core/pages.js';
import { sessionEntity, sessionLinkEntity, signInEntity } from '../table/items/sessions.js';

export type Session = Item<typeof sessionEntity>;

export type SessionPrincipal = Pick<
  Session,
  'kind' | 'principal' | 'accountId' | 'userId' | 'linkedAt' | 'name' | 'email' | 'operatorId'
>;

type UserOfSession = Required<Pick<Session, 'accountId' | 'userId' | 'linkedAt'>>;

export interface SignIn {
  session: Session;
  /** The sign-in that created it, which can be used once. */
  stateHash: string;
  /** The session at the provider, if it names one. */
  sid: string | undefined;
  idToken: string | undefined;
  /** The browser's previous session, which ends. */
  replaces: string | undefined;
}

/** The sign-in has already been completed. */
export class UsedBeforeError extends Error {
  override readonly name = 'UsedBeforeError';
}

const ENDED_AT_ONCE = 33;
/** How long a used sign-in is remembered: longer than it is valid. Seconds. */
const REMEMBERED_FOR = 60 * 60;

/** The principal of a user's session; nobody while the person has several accounts and has not chosen one. */
export function userPrincipal(user: UserOfSession | undefined): SessionPrincipal {
  if (!user) return { kind: 'user' };
  const { accountId, userId, linkedAt } = user;
  return { kind: 'user', principal: userId, accountId, userId, linkedAt };
}

/** The principal of an operator's session. Providers may call different people the same. */
export function operatorPrincipal(issuer: string, operatorId: string): string {
  return `operator:${issuer}:${operatorId}`;
}

/** Also ends the one it replaces. Of two for the same sign-in, only one is started. @throws UsedBeforeError */
export async function startSession(
  directory: Directory,
  { session, stateHash, sid, idToken, replaces }: SignIn,
): Promise<void> {
  const { table, now } = directory;
  const replaced = replaces === undefined ? undefined : await findSession(directory, replaces);
  const { issuer, subject, sessionId, expiresAt } = session;
  const startedAt = Math.floor(Date.parse(session.signedInAt) / 1_000);
  const link = { issuer, sessionId, startedAt, expiresAt };
  const operations: WriteOperation[] = [
    signInEntity.create({ stateHash, expiresAt: Math.ceil(now() / 1_000) + REMEMBERED_FOR }),
    sessionEntity.create({ ...session, ...(sid && { sid }) }),
    sessionLinkEntity.put({ ...link, called: 'sub', value: subject, ...(idToken && { idToken }) }),
    ...(sid ? [sessionLinkEntity.put({ ...link, called: 'sid', value: sid })] : []),
    ...(replaced ? deletionOf(replaced) : []),
  ];
  try {
    await table.transactWrite(operations);
  } catch (error) {
    if (isSingleTableError(error, 'TransactionCanceled'))
      throw new UsedBeforeError(undefined, { cause: error });
    throw error;
  }
}

/** With what leads to it, and names the person. */
function deletionOf(session: Session): WriteOperation[] {
  return [sessionEntity.delete(session), ...linksOf(session).map((link) => sessionLinkEntity.delete(link))];
}

function linksOf({ sessionId, issuer, subject, sid }: Session) {
  const bySubject = { issuer, called: 'sub', value: subject, sessionId } as const;
  return sid === undefined ? [bySubject] : [bySubject, { ...bySubject, called: 'sid', value: sid } as const];
}

/** One strongly consistent read. */
export function findSession({ table }: Directory, sessionId: string): Promise<Session | undefined> {
  return table.get(sessionEntity, { sessionId }, { consistent: true });
}

/** The ID token with which a session was started, if its provider returned one. */
export async function findIdToken(
  { table }: Directory,
  { issuer, subject: value, sessionId }: Identity & { sessionId: string },
): Promise<string | undefined> {
  const key = { issuer, called: 'sub', value, sessionId } as const;
  const link = await table.get(sessionLinkEntity, key, { consistent: true });
  return link?.idToken;
}

/** The sessions of a user or an operator, newest first. By the index: a new one may be missing for a moment. */
export async function listSessions(
  { table }: Directory,
  principal: string,
  request: PageRequest,
): Promise<Page<Session>> {
  const { items, cursor } = await table.query(
    sessionEntity.by('GSI1'),
    { principal },
    { ...request, order: 'descending' },
  );
  return { items, cursor };
}

export async function endSession(
  directory: Directory,
  sessionId: string,
  principal?: string,
): Promise<boolean> {
  const session = await findSession(directory, sessionId);
  if (!session || (principal !== undefined && session.principal !== principal)) return false;
  await transactThroughConflicts(directory, deletionOf(session));
  return true;
}

/** By the index: one that is a moment old may be missed, and ends with its user in any case. */
export async function endSessionsOfUser({ table }: Directory, userId: UserId): Promise<void> {
  for (let isFirst = true, cursor: string | undefined; isFirst || cursor !== undefined; isFirst = false) {
    const page = await table.query(
      sessionEntity.by('GSI1'),
      { principal: userId },
      { limit: ENDED_AT_ONCE, cursor },
    );
    const ending = page.items.flatMap(deletionOf);
    if (ending.length > 0) await table.transactWrite(ending);
    cursor = page.cursor;
  }
}

/**
 * By the person (`sub`) or their session there (`sid`).
 * @param startedBefore epoch seconds
 * @param sid of the person's sessions only those with it, and those whose provider named none
 * @returns how many
 */
export async function endSessionsOf(
  directory: Directory,
  {
    startedBefore,
    sid,
    ...key
  }: {
    issuer: string;
    called: 'sub' | 'sid';
    value: string;
    startedBefore: number;
    sid?: string | undefined;
  },
): Promise<number> {
  let ended = 0;
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await directory.table.query(sessionLinkEntity, key, {
      consistent: true,
      limit: ENDED_AT_ONCE,
      cursor,
      filter: (c) => c.lt('startedAt', startedBefore),
    });
    const links = page.items.map(({ sessionId }) => ({ ...key, sessionId }));
    const sessions = await directory.table.batchGet(
      links.map(({ sessionId }) => sessionEntity.at({ sessionId })),
      { consistent: true },
    );
    const ending = links.map((link, at): WriteOperation[] => {
      const session = sessions[at];
      if (!session) return [sessionLinkEntity.delete(link)];
      const isOther = sid !== undefined && session.sid !== undefined && session.sid !== sid;
      return isOther ? [] : deletionOf(session);
    });
    const operations = ending.flat();
    if (operations.length > 0) await transactThroughConflicts(directory, operations);
    ended += ending.filter((each) => each.length > 0).length;
    cursor = page.cursor;
  }
  return ended;
}

/** @returns undefined if it has ended in the meantime */
export function actAs(
  { table, now }: Directory,
  { sessionId, signedInAt }: Session,
  user: UserOfSession,
): Promise<Session | undefined> {
  const { accountId, userId, linkedAt } = user;
  const lastSeenAt = new Date(now()).toISOString();
  const set = { accountId, userId, linkedAt, principal: userId, signedInAt, lastSeenAt };
  return ifConditionHolds(table.update(sessionEntity, { sessionId }, { set }));
}

/** Records that a session is in use, unless somebody has done so since it was read. */
export async function noteSessionUse(
  { table }: Directory,
  sessionId: string,
  { at, unlessSince }: { at: string; unlessSince: string },
): Promise<void> {
  const set = { lastSeenAt: at };
  await ifConditionHolds(
    table.update(sessionEntity, { sessionId }, { set, condition: (c) => c.eq('lastSeenAt', unlessSince) }),
  );
}
