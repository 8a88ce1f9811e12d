import type { DomainEvent, UserId } from '#libs/domain';
import { any, defineEntity, number, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** The token itself is stored nowhere, and no event contains it: it is checked against its digest. */
export const invitationEntity = defineEntity(rollbookTable, {
  name: 'invitation',
  key: { PK: 'account:{accountId}', SK: 'invitation:{userId}' },
  attributes: {
    ...everyItem,
    userId: string<UserId>(),
    /** Absent if a job has sent it: the digest is that of the token that belongs to the event `eventId`. */
    tokenHash: string().optional(),
    eventId: string().optional(),
    invitedBy: any<DomainEvent['actor']>(),
    /** ISO 8601. It is invalid after that, and stays until its user is invited again, activated or removed. */
    validUntil: string(),
    sentCount: number(),
  },
});
