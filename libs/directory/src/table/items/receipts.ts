import type { UserId } from '#libs/domain';
import { any, defineEntity, number, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** Written in the command's own transaction, so that there is never one without the other. */
export const receiptEntity = defineEntity(rollbookTable, {
  name: 'receipt',
  key: { PK: 'receipt:{scope}:{idempotencyKey}', SK: 'receipt' },
  attributes: {
    ...everyItem,
    /** The account, or `operators` if there is none yet. */
    scope: string(),
    idempotencyKey: string(),
    /** Distinguishes requests that use the same key. */
    requestHash: string(),
    /** Absent while a batch, which takes several transactions, is in progress. */
    answer: any().optional(),
    /** Instead, if it contains personal data: encrypted with the key of the user `aboutUserId`. */
    sealedAnswer: string().optional(),
    aboutUserId: string<UserId>().optional(),
    /** The batch's own id, by which its rows are recognised when it is resumed. */
    causationId: string().optional(),
    expiresAt: number(),
  },
});
