import {
  ACCESS_REQUEST_STATUSES,
  type AccessRequestId,
  type AccessRoleReference,
  type Actor,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { any, defineEntity, json, number, oneOf, string } from '@rollbook/single-table';
import { everyHead, everyItem } from './every-item.js';
import { packCommitByName, unpackCommit, type LastCommit } from './last-commit.js';
import { rollbookTable } from '../table.js';

const sides = {
  accessRequestId: string<AccessRequestId>(),
  userId: string<UserId>(),
  serviceGroupId: string<ServiceGroupId>(),
};

/** The reason and the note are not here: `lastEvents` names the events, and those are encrypted with the key of the requester. */
export const accessRequestEntity = defineEntity(rollbookTable, {
  name: 'access-request',
  key: { PK: 'account:{accountId}', SK: 'access-request:{accessRequestId}' },
  indexes: {
    GSI1: { GSI1PK: 'access-requests:{serviceGroupId}', GSI1SK: 'access-request:{accessRequestId}' },
  },
  attributes: {
    ...everyHead,
    lastEvents: json<LastCommit>({ pack: packCommitByName, unpack: unpackCommit }),
    ...sides,
    serviceGroupName: string(),
    status: oneOf(...ACCESS_REQUEST_STATUSES),
    askedUntil: string().optional(),
    lengthSeconds: number().optional(),
    accessRole: any<AccessRoleReference>().optional(),
    lapsesAt: string(),
    decidedAt: string().optional(),
    decidedBy: any<Actor>().optional(),
    givenUntil: string().optional(),
  },
});

/**
 * Exists while a request is open: a user has one for a service group at a time. The open ones of a service group, or of the
 * account, are one range of keys, read strongly consistently.
 */
export const openAccessRequestEntity = defineEntity(rollbookTable, {
  name: 'open-access-request',
  key: { PK: 'account:{accountId}', SK: 'open-access-request:{serviceGroupId}:{userId}' },
  attributes: { ...everyItem, ...sides, lapsesAt: string() },
});

/** The requests of a user, so that they see at once what they did. */
export const ownAccessRequestEntity = defineEntity(rollbookTable, {
  name: 'own-access-request',
  key: { PK: 'user:{userId}', SK: 'access-request:{accessRequestId}' },
  attributes: { ...everyItem, ...sides },
});
