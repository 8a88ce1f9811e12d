import type { UserId } from '#libs/domain';
import { defineEntity, map, number, oneOf, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** The id is a hash of the cookie: the table lets nobody use a session. It acts as one of the users of an identity. */
export const sessionEntity = defineEntity(rollbookTable, {
  name: 'session',
  key: { PK: 'session:{sessionId}', SK: 'session' },
  indexes: { GSI1: { GSI1PK: 'sessions:{principal}', GSI1SK: 'session:{signedInAt}:{sessionId}' } },
  attributes: {
    sessionId: string(),
    kind: oneOf('user', 'operator'),
    issuer: string(),
    subject: string(),
    /** The principal: a user, or an operator. Absent while the person has yet to choose an account. */
    principal: string().optional(),
    accountId: string().optional(),
    userId: string<UserId>().optional(),
    /** When that user's identity was linked: if it is linked again, a new session is needed. */
    linkedAt: string().optional(),
    /** For operators, as given by their provider: users have theirs on their head. */
    name: string().optional(),
    email: string().optional(),
    /** The operator's name in events. */
    operatorId: string().optional(),
    /** Its name at the identity provider, by which the provider may end it. */
    sid: string().optional(),
    signedInAt: string(),
    /** When the person last authenticated, according to the identity provider. Seconds since the epoch; 0 if it did not say. */
    authTime: number(),
    userAgent: string().optional(),
    /** Accurate to a few minutes. ISO 8601. */
    lastSeenAt: string(),
    /** The user as whom the person reads at present, and until when. ISO 8601. */
    seeing: map({ accountId: string(), userId: string<UserId>(), until: string() }).optional(),
    /** Ends in any case. Seconds since the epoch. */
    expiresAt: number(),
  },
});

/** Maps an identity provider's person, or session, to our sessions. */
export const sessionLinkEntity = defineEntity(rollbookTable, {
  name: 'session-link',
  key: { PK: 'session-of:{issuer}:{called}:{value}', SK: 'session:{sessionId}' },
  attributes: {
    issuer: string(),
    called: oneOf('sub', 'sid'),
    value: string(),
    sessionId: string(),
    /** Seconds since the epoch. */
    startedAt: number(),
    /** The ID token, needed to sign the person out at the provider as well. */
    idToken: string().optional(),
    expiresAt: number(),
  },
});

/** A completed sign-in: it can be used once. */
export const signInEntity = defineEntity(rollbookTable, {
  name: 'sign-in',
  key: { PK: 'sign-in:{stateHash}', SK: 'sign-in' },
  attributes: { stateHash: string(), expiresAt: number() },
});
