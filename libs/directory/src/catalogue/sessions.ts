import type { WriteOperation } from '@rollbook/single-table';
import { signInRuleEntity } from '../table/items/accounts.js';
import { sessionEntity, sessionLinkEntity } from '../table/items/sessions.js';
import { lastSeenEntity } from '../table/items/last-seen.js';
import { rateLimitEntity } from '../table/items/rate-limits.js';
import { takeTokens } from '../sign-in/rate-limits.js';
import { endSeeingAs, seeAs } from '../sign-in/see-as.js';
import {
  actAs,
  endSession,
  endSessionsOf,
  endSessionsOfUser,
  findIdToken,
  findSession,
  listSessions,
  noteSessionUse,
  startSession,
  userPrincipal,
  type Session,
} from '../sign-in/sessions.js';
import { listAccountsOfIdentity } from '../aggregates/user/identities.js';
import { findLastSeen, noteLastSeen } from '../aggregates/user/last-seen.js';
import { loadPrincipalOfSession } from '../sign-in/principals.js';
import { linkAtSignIn } from '../sign-in/link-at-sign-in.js';
import { pattern } from './reads.js';
import { accountId, at, context, otherAccountId, userId } from './samples/sample.js';

const sessionId = 'sess_1';
const identity = { issuer: 'https://login.example', subject: '42' };
const session: Session = {
  ...identity,
  ...userPrincipal({ accountId, userId, linkedAt: at }),
  sessionId,
  signedInAt: at,
  lastSeenAt: at,
  authTime: 1,
  expiresAt: 2,
};
const link = { issuer: identity.issuer, sessionId, startedAt: 1, expiresAt: 2 };

/** A second after the sample's present, in microseconds. */
const fullAt = (Date.parse(at) + 1_000) * 1_000;
const limit = { perSecond: 1_000, burst: 5_000 };

const rule = { accountId, issuer: identity.issuer, createdAt: at, updatedAt: at };

export const sessionSample: readonly WriteOperation[] = [
  signInRuleEntity.put({ ...rule, by: 'domain', value: 'example.com' }),
  signInRuleEntity.put({ ...rule, by: 'external-id', value: 'oid' }),
  sessionEntity.put(session),
  sessionLinkEntity.put({ ...link, called: 'sub', value: identity.subject }),
  rateLimitEntity.put({ accountId, fullAt, expiresAt: 2 }),
  lastSeenEntity.put({ accountId, userId, lastSeenAt: at, expiresAt: 2 }),
];

export const sessions = {
  takeTokens: pattern(
    'tokens for requests of an account',
    { wanted: 250, used: 0, fullAt },
    ({ directory }, request) => takeTokens(directory, accountId, limit, request),
    {
      note: 'For a quarter of a second at once, and only when an account sends more than 2 % of its limit to a process.',
    },
  ),
  takeFirstTokens: pattern(
    'the same when the bucket was full',
    { wanted: 250, used: 100, fullAt: 0 },
    ({ directory }, request) => takeTokens(directory, otherAccountId, limit, request),
  ),
  loadPrincipalOfSession: pattern(
    'the caller of a session',
    { sessionId, accountId, userId },
    ({ directory }, input) => loadPrincipalOfSession(directory, input),
    { number: 21, note: 'Session, account and user in one call, with each request: the cookie names them.' },
  ),
  findSession: pattern(
    'a session without an account',
    { sessionId },
    ({ directory }, input) => findSession(directory, input.sessionId),
    { number: 21 },
  ),
  listSessions: pattern(
    'the sessions of a user',
    { limit: 25 },
    ({ directory }, request) => listSessions(directory, userId, request),
    { number: 22 },
  ),
  listAccountsOfIdentity: pattern(
    'the accounts of a person who signs in, with their roles',
    identity,
    ({ directory }, input) => listAccountsOfIdentity(directory, input),
    { number: 6 },
  ),
  linkAtSignIn: pattern(
    'who a person is according to the rules of accounts, and link them',
    { issuer: identity.issuer, subject: '43', email: 'ada@example.com' },
    ({ directory }, input) =>
      linkAtSignIn(directory, { ...input, textOf: () => 'hr-1' }, [], { correlationId: 'req_1' }),
    {
      number: 6,
      note: 'The rules by domain and by claim, the claims of email and external id, then the link.',
    },
  ),
  findIdToken: pattern(
    'what to tell the provider when somebody signs out',
    { ...identity, sessionId },
    ({ directory }, input) => findIdToken(directory, input),
    { number: 23 },
  ),
  startSession: pattern('sign in', session, ({ directory }, input) =>
    startSession(directory, {
      session: { ...input, sessionId: 'sess_2' },
      stateHash: 'state',
      sid: 'sid',
      idToken: undefined,
      replaces: sessionId,
    }),
  ),
  actAs: pattern('switch to another account', session, ({ directory }, input) =>
    actAs(directory, input, { accountId, userId, linkedAt: at }),
  ),
  seeAs: pattern('read as a user', { sessionId, userId, until: at, reason: 'Ticket 7' }, (tenant, input) =>
    seeAs(tenant, input, context),
  ),
  endSeeingAs: pattern('stop to read as a user', { sessionId }, ({ directory }, input) =>
    endSeeingAs(directory, input.sessionId),
  ),
  noteSessionUse: pattern(
    'record occasionally that a session is used',
    { sessionId },
    ({ directory }, input) => noteSessionUse(directory, input.sessionId, { at, unlessSince: at }),
  ),
  endSession: pattern('sign out', { sessionId }, ({ directory }, input) =>
    endSession(directory, input.sessionId),
  ),
  endSessionsOfUser: pattern(
    'the sessions of a user whose data is erased',
    { userId },
    ({ directory }, input) => endSessionsOfUser(directory, input.userId),
    { number: 22 },
  ),
  endSessionsOf: pattern(
    'the sessions of a person signed out by their provider',
    { issuer: identity.issuer, called: 'sub' as const, value: identity.subject, startedBefore: 2 },
    ({ directory }, input) => endSessionsOf(directory, input),
    { number: 23 },
  ),
  findLastSeen: pattern(
    'when users were last here',
    { userIds: [userId] },
    (tenant, { userIds }) => findLastSeen(tenant, userIds),
    { number: 27, note: 'A hundred to a call.' },
  ),
  noteLastSeen: pattern(
    'record occasionally that a user is here',
    { accountId, userId },
    ({ directory }, input) => noteLastSeen(directory, input, at),
    {
      note: 'In the background, once in five minutes per session and, with tokens, per user and process.',
    },
  ),
};
