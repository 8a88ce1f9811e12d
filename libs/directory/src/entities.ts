import {
  LIMITED,
  PLATFORM_SCOPES,
  ROLES,
  type DomainEvent,
  type Limited,
  type Limits,
  type LinkedIdentity,
  type Metadata,
} from '#libs/domain';
import {
  any,
  binary,
  boolean,
  defineEntity,
  list,
  number,
  oneOf,
  record,
  string,
  stringSet,
} from '#libs/single-table';
import { rollbookTable } from './table.js';

/** What every item has. Times are ISO 8601, UTC, milliseconds. */
export const everyItem = { accountId: string(), createdAt: string(), updatedAt: string() };

/**
 * What every head item has beside its state: the aggregate's version, and the events of its last commit, whole. The
 * publisher reads them from the head's stream record, because DynamoDB Streams keeps order per item only.
 */
export const everyHead = { ...everyItem, version: number(), lastEvents: list<DomainEvent>() };

/** What the stream processor notes of a count, in the writes that change it. */
export const countNotes = {
  /** When it last changed. */
  countedAt: string().optional(),
  /** Of each shard of the stream that was read lately, the record up to which it is counted. */
  countedUpTo: record(string()).optional(),
  /** When it was counted anew: records from before are in it. To the second, as the times of records are. */
  recountedAt: string().optional(),
};

/** What accounts, users and service groups have alike, each when it was given. */
const details = { externalId: string().optional(), metadata: any<Metadata>().optional() };

export const accountEntity = defineEntity(rollbookTable, {
  name: 'account',
  key: { PK: 'account:{accountId}', SK: 'metadata:account' },
  indexes: { GSI1: { GSI1PK: 'accounts', GSI1SK: 'account:{accountId}' } },
  attributes: {
    ...everyHead,
    ...details,
    name: string(),
    status: oneOf('active', 'suspended', 'closed'),
    plan: string().optional(),
    limits: any<Limits>().optional(),
    limitsSince: any<Partial<Record<Limited, string>>>().optional(),
    /** In data from before `accountCountsEntity`: what its item begins with. Nothing writes them any more. */
    userCount: number().optional(),
    serviceGroupCount: number().optional(),
    countedAt: string().optional(),
  },
});

/**
 * How many users and service groups an account has. Not on its head: each change of that writes the list of all accounts,
 * which is one partition of the index.
 */
export const accountCountsEntity = defineEntity(rollbookTable, {
  name: 'account-counts',
  key: { PK: 'account:{accountId}', SK: 'counts' },
  attributes: { accountId: string(), users: number(), serviceGroups: number(), ...countNotes },
});

export const userEntity = defineEntity(rollbookTable, {
  name: 'user',
  key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
  attributes: {
    ...everyHead,
    ...details,
    userId: string(),
    name: string(),
    email: string(),
    role: oneOf(...ROLES),
    status: oneOf('active', 'invited', 'suspended', 'removed'),
    membershipCount: number(),
    identities: any<readonly LinkedIdentity[]>().optional(),
    /** The user's own key, wrapped: a copy of its first event's, for commands. None once the user is erased. */
    userKey: string().optional(),
    /** The personal data of the removed user is erased. */
    erased: any<true>().optional(),
    /** Set on a tombstone whose children are gone. Seconds since the epoch. */
    expiresAt: number().optional(),
  },
});

export const serviceGroupEntity = defineEntity(rollbookTable, {
  name: 'service-group',
  key: { PK: 'account:{accountId}', SK: 'servicegroup:{serviceGroupId}' },
  attributes: {
    ...everyHead,
    ...details,
    serviceGroupId: string(),
    name: string(),
    status: oneOf('active', 'removed'),
    /** Kept by the stream processor, beside the state: no event and no version of its own. */
    memberCount: number().optional(),
    ...countNotes,
    /** Set on a tombstone whose children are gone. Seconds since the epoch. */
    expiresAt: number().optional(),
  },
});

/**
 * A machine's credential, with what is kept of its secret. Its expiry is `validUntil`, because `expiresAt` is when the
 * table forgets an item.
 */
export const apiKeyEntity = defineEntity(rollbookTable, {
  name: 'api-key',
  key: { PK: 'account:{accountId}', SK: 'apikey:{apiKeyId}' },
  attributes: {
    ...everyHead,
    apiKeyId: string(),
    name: string(),
    status: oneOf('active', 'revoked'),
    scopes: list(oneOf(...PLATFORM_SCOPES)),
    hint: string(),
    secretHash: string(),
    validUntil: string().optional(),
    previousSecretHash: string().optional(),
    previousValidUntil: string().optional(),
    createdBy: any<DomainEvent['actor']>(),
    /** Not from events: noted now and then beside them, and lost by the next change of the key. */
    lastUsedAt: string().optional(),
  },
});

/**
 * What both sides of a membership show in a list, without a second call. Changes of the sides are fanned out to their
 * memberships; the version of each side says which of its states was copied, so that an older one never overwrites it.
 */
const membershipSides = {
  userId: string(),
  userName: string(),
  userEmail: string(),
  userRole: oneOf(...ROLES),
  userStatus: oneOf('active', 'invited', 'suspended', 'removed'),
  userVersion: number(),
  serviceGroupId: string(),
  serviceGroupName: string(),
  serviceGroupVersion: number(),
};

export const membershipEntity = defineEntity(rollbookTable, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'servicegroup:{serviceGroupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: { ...everyItem, ...membershipSides, since: string(), addedBy: string() },
});

export const pastMembershipEntity = defineEntity(rollbookTable, {
  name: 'past-membership',
  key: { PK: 'user:{userId}', SK: 'past-servicegroup:{serviceGroupId}:{since}' },
  indexes: { GSI1: { GSI1PK: 'past-servicegroup:{serviceGroupId}', GSI1SK: 'user:{userId}:{since}' } },
  attributes: {
    ...everyItem,
    ...membershipSides,
    since: string(),
    addedBy: string(),
    until: string(),
    removedBy: string(),
  },
});

/** Holds an email for one user of an account. Its key is the folded email. */
export const emailClaimEntity = defineEntity(rollbookTable, {
  name: 'email-claim',
  key: { PK: 'account:{accountId}', SK: 'email:{email}' },
  indexes: { GSI1: 'inverted' },
  attributes: { ...everyItem, email: string(), userId: string() },
});

/** Holds a name for one service group of an account. Its key is the folded name. */
export const groupNameClaimEntity = defineEntity(rollbookTable, {
  name: 'service-group-name-claim',
  key: { PK: 'account:{accountId}', SK: 'servicegroup-name:{name}' },
  attributes: { ...everyItem, name: string(), serviceGroupId: string() },
});

/** Holds an external id for one user or service group of an account. */
export const externalIdClaimEntity = defineEntity(rollbookTable, {
  name: 'external-id-claim',
  key: { PK: 'account:{accountId}', SK: 'external-id:{kind}:{externalId}' },
  attributes: { ...everyItem, kind: oneOf('user', 'service-group'), externalId: string(), ownerId: string() },
});

/** Holds an external id for one account among all accounts. */
export const accountExternalIdClaimEntity = defineEntity(rollbookTable, {
  name: 'account-external-id-claim',
  key: { PK: 'account-external-id:{externalId}', SK: 'account-external-id' },
  attributes: { ...everyItem, externalId: string() },
});

/** Says which user of an account an identity is: by it a person is found who signs in. */
export const identityEntity = defineEntity(rollbookTable, {
  name: 'identity',
  key: { PK: 'identity:{issuer}:{subject}', SK: 'account:{accountId}' },
  attributes: { ...everyItem, issuer: string(), subject: string(), userId: string() },
});

/** Says that a user is an active owner, so that "another owner" is one small read and one condition. */
export const ownerEntity = defineEntity(rollbookTable, {
  name: 'owner',
  key: { PK: 'account:{accountId}', SK: 'owner:{userId}' },
  attributes: { ...everyItem, userId: string() },
});

/**
 * Lets whoever has its token accept for an invited user. The token itself is kept nowhere, and no event holds it: what
 * proves it is its digest.
 */
export const invitationEntity = defineEntity(rollbookTable, {
  name: 'invitation',
  key: { PK: 'account:{accountId}', SK: 'invitation:{userId}' },
  attributes: {
    ...everyItem,
    userId: string(),
    tokenHash: string(),
    invitedBy: any<DomainEvent['actor']>(),
    /** ISO 8601. It is no good from then on, and stays until its user is invited again, activated or removed. */
    validUntil: string(),
    /** How often it was sent. */
    sentCount: number(),
  },
});

export const eventEntity = defineEntity(rollbookTable, {
  name: 'event',
  key: { PK: 'events:{aggregateId}', SK: 'v:{version:12}' },
  indexes: { GSI1: { GSI1PK: 'log:{accountId}', GSI1SK: '{at}:{eventId}' } },
  attributes: {
    ...everyItem,
    eventId: string(),
    type: any<DomainEvent['type']>(),
    schemaVersion: number(),
    aggregateId: string(),
    version: number(),
    at: string(),
    actor: any<DomainEvent['actor']>(),
    correlationId: string(),
    causationId: string(),
    traceparent: string().optional(),
    /** Without its personal fields: null stands for them. */
    data: any<DomainEvent['data']>(),
    /** The personal fields of `data`, encrypted with the key of the user that the event is about. */
    personal: string().optional(),
    /**
     * On a user's first event: its own key, wrapped. It is no part of the event, and the only thing of an event's item
     * that is ever deleted: that erases the user's personal data from all of its events.
     */
    userKey: string().optional(),
  },
});

/** A key that wraps the keys of users, wrapped by the master key. */
export const wrappingKeyEntity = defineEntity(rollbookTable, {
  name: 'wrapping-key',
  key: { PK: 'wrapping-keys', SK: 'key:{keyId}' },
  attributes: { keyId: string(), wrapped: binary(), createdAt: string(), updatedAt: string() },
});

/**
 * How much an account has of what is limited. There is one only while the limit is there: without a limit no command
 * has an item in common with all others of its account.
 */
export const usageEntity = defineEntity(rollbookTable, {
  name: 'usage',
  key: { PK: 'account:{accountId}', SK: 'usage:{counted}' },
  attributes: {
    ...everyItem,
    counted: oneOf(...LIMITED),
    /** Which limit it is of: since when that one is there. */
    since: string(),
    count: number(),
    /** False until it was counted when no command from before the limit could be under way any more. */
    settled: boolean(),
    version: number(),
    /** Those of the shares that room was moved to: `count` has what is free on them as used. */
    shares: stringSet().optional(),
  },
});

/**
 * Some of what a limit leaves, set aside, so that many commands may count at the same time: each takes from another share.
 */
export const usageShareEntity = defineEntity(rollbookTable, {
  name: 'usage-share',
  key: { PK: 'account:{accountId}', SK: 'usage-share:{counted}:{share}' },
  attributes: {
    ...everyItem,
    counted: oneOf(...LIMITED),
    share: string(),
    /** As of the limit's own item. */
    since: string(),
    /** It is void once the account has changed: its limit may be another. */
    accountVersion: number(),
    free: number(),
    version: number(),
  },
});

/**
 * The users and service groups of an account that are removed while their memberships are still there. Lists leave
 * those memberships out, so that they are gone for every reader from the moment of the removal.
 */
export const fencesEntity = defineEntity(rollbookTable, {
  name: 'fences',
  key: { PK: 'account:{accountId}', SK: 'fences' },
  attributes: {
    ...everyItem,
    removedIds: stringSet().optional(),
    /** Erased users whose names and emails are still on their past memberships. Lists show them as erased already. */
    erasedIds: stringSet().optional(),
  },
});

/** A membership, present or past. */
export interface JobCursor {
  of: 'present' | 'past';
  serviceGroupId?: string;
  since?: string;
}

/** What an import was asked for. */
export interface AskedImport {
  kind: 'users' | 'service-groups' | 'memberships';
  dryRun: boolean;
  /** False: rows that make or change an owner are refused. */
  mayManageOwners: boolean;
  rows: number;
  parts: number;
  /** Tells the import from another one under the same idempotency key. */
  digest: string;
}

/** Work too large for one transaction. Each chunk is one transaction that also moves the job on. */
export const jobEntity = defineEntity(rollbookTable, {
  name: 'job',
  key: { PK: 'job:{jobId}', SK: 'job' },
  // Only what is unfinished is in the index: whatever rests there is found without a scan.
  indexes: { GSI1: { GSI1PK: 'jobs:{queue}', GSI1SK: '{accountId}:{jobId}' } },
  attributes: {
    ...everyItem,
    jobId: string(),
    /** Until it is done. */
    queue: oneOf('unfinished').optional(),
    type: oneOf(
      'remove-user-memberships',
      'remove-service-group-memberships',
      'close-account',
      'erase-user',
      'import',
    ),
    status: oneOf('running', 'paused', 'done'),
    /** Rises with each chunk: whoever runs a chunk proves with it that nobody else has. */
    version: number(),
    /** The removed user or service group, or the closed account. */
    subjectId: string(),
    /** When the subject was removed: the time its memberships ended. */
    fencedAt: string(),
    actor: any<DomainEvent['actor']>(),
    correlationId: string(),
    causationId: string(),
    /** Memberships ended, or users and service groups removed, so far. */
    processed: number(),
    /** Of an import: what was asked for, the part that is next, and what became of its rows so far. */
    import: any<AskedImport>().optional(),
    nextPart: number().optional(),
    created: number().optional(),
    changed: number().optional(),
    refused: number().optional(),
    /** The last item that the job is done with, where it walks over items that stay. */
    cursor: any<JobCursor>().optional(),
    expiresAt: number().optional(),
  },
});

/**
 * What a command that carried an idempotency key was answered, kept 24 hours. It is written in the command's own
 * transaction, so that there is never one without the other.
 */
export const receiptEntity = defineEntity(rollbookTable, {
  name: 'receipt',
  key: { PK: 'receipt:{scope}:{idempotencyKey}', SK: 'receipt' },
  attributes: {
    ...everyItem,
    /** The account, or `operators` for what concerns none yet. */
    scope: string(),
    idempotencyKey: string(),
    /** Tells the request from another one that uses the same key. */
    requestHash: string(),
    /** Absent while a batch, which takes several transactions, is under way. */
    answer: any().optional(),
    /** In its place where it says something about a person: encrypted with the key of the user `aboutUserId`. */
    sealedAnswer: string().optional(),
    aboutUserId: string().optional(),
    /** The batch's own id, by which its rows are recognised when it is taken up again. */
    causationId: string().optional(),
    expiresAt: number(),
  },
});
