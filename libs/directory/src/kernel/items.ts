import { any, defineEntity, number, string } from '#libs/single-table';
import { everyItem } from '../items.js';
import { rollbookTable } from '../table.js';

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
