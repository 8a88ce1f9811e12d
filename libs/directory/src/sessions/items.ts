import { defineEntity, number, oneOf, string } from '#libs/single-table';
import { rollbookTable } from '../table.js';

/**
 * Somebody who is signed in with a browser. The id is a hash of the cookie, so that whoever reads the table cannot use a
 * session. It belongs to an identity, and acts as one of the users that the identity is linked to.
 */
export const sessionEntity = defineEntity(rollbookTable, {
  name: 'session',
  key: { PK: 'session:{sessionId}', SK: 'session' },
  indexes: { GSI1: { GSI1PK: 'sessions:{principal}', GSI1SK: 'session:{signedInAt}:{sessionId}' } },
  attributes: {
    sessionId: string(),
    kind: oneOf('user', 'operator'),
    issuer: string(),
    subject: string(),
    /** Whom it acts as: a user, or an operator. None while the person has yet to choose an account. */
    principal: string().optional(),
    accountId: string().optional(),
    userId: string().optional(),
    /** Of operators, as their provider gives it: users have theirs on their head. */
    name: string().optional(),
    email: string().optional(),
    /** What the operator is called in events. */
    operatorId: string().optional(),
    signedInAt: string(),
    /** When the person last proved who they are, by the identity provider. Seconds since the epoch. */
    authTime: number(),
    userAgent: string().optional(),
    /** To some minutes. ISO 8601. */
    lastSeenAt: string(),
    /** Ends whatever happens. Seconds since the epoch. */
    expiresAt: number(),
  },
});

/** Leads from what an identity provider calls a person, or their session there, to the sessions here. */
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
    /** The ID token, by which the provider is asked to sign the person out there as well. */
    idToken: string().optional(),
    expiresAt: number(),
  },
});

/** That a sign-in was completed: it is good once. */
export const signInEntity = defineEntity(rollbookTable, {
  name: 'sign-in',
  key: { PK: 'sign-in:{stateHash}', SK: 'sign-in' },
  attributes: { stateHash: string(), expiresAt: number() },
});
