import { DAY_SECONDS, DomainError, type UserId } from '#libs/domain';
import type { CancellationReason, Item, WriteOperation } from '@rollbook/single-table';
import type { Directory } from './directory.js';
import { eventEntity } from '../table/items/events.js';
import { receiptEntity } from '../table/items/receipts.js';
import { openUserKey, seal, unseal, type UserKey } from './user-keys.js';

/** How a command is made repeatable: the client's key, and the answer for its next use. */
export interface ReceiptRequest {
  idempotencyKey: string;
  /** The same for the same request of the same caller, different for any other. */
  requestHash: string;
  /** The complete answer, as JSON, to be stored with the command's changes. */
  answer: (state: unknown) => unknown;
}

type Receipt = Item<typeof receiptEntity>;

const RETENTION_SECONDS = DAY_SECONDS;

/** The receipts of commands without an account yet. */
export const OPERATORS_SCOPE = 'operators';

interface Receivable {
  state: unknown;
  isUnfinished?: boolean;
  aboutUser?: AboutUser;
}

interface AboutUser {
  userId: UserId;
  key: UserKey | undefined;
}

export function receiptOperation(
  directory: Directory,
  { accountId, causationId }: { accountId: string; causationId: string },
  scope: string,
  request: ReceiptRequest,
  { state, isUnfinished, aboutUser }: Receivable,
): WriteOperation {
  const nowSeconds = Math.floor(directory.now() / 1000);
  return receiptEntity.put(
    {
      ...receiptItem(directory, accountId, scope, request),
      ...(isUnfinished
        ? { causationId }
        : keptAnswer(request.answer(state), request.idempotencyKey, aboutUser)),
    },
    // TTL deletes expired items within days, not at once.
    { condition: (c) => c.or(c.notExists('requestHash'), c.lte('expiresAt', nowSeconds)) },
  );
}

export function receiptItem(
  directory: Directory,
  accountId: string,
  scope: string,
  { idempotencyKey, requestHash }: ReceiptRequest,
) {
  const now = directory.now();
  const at = new Date(now).toISOString();
  const expiresAt = Math.floor(now / 1000) + RETENTION_SECONDS;
  return { accountId, scope, idempotencyKey, requestHash, expiresAt, createdAt: at, updatedAt: at };
}

/** Personal data is encrypted with the person's key, as in events. */
function keptAnswer(answer: unknown, idempotencyKey: string, aboutUser: AboutUser | undefined) {
  if (!aboutUser?.key) return { answer };
  const { userId, key } = aboutUser;
  return { aboutUserId: userId, sealedAnswer: seal(key, answer, idempotencyKey) };
}

export function receiptAmong(reasons: readonly CancellationReason[]): Receipt | undefined {
  const reason = reasons.find(
    ({ entity, code }) => entity === 'receipt' && code === 'ConditionalCheckFailed',
  );
  return reason?.item as Receipt | undefined;
}

/** Access pattern 17: the receipt of an earlier command with this key, unless it is older than 24 hours. */
export async function findReceipt(
  { table, now }: Directory,
  scope: string,
  idempotencyKey: string,
): Promise<Receipt | undefined> {
  const receipt = await table.get(receiptEntity, { scope, idempotencyKey }, { consistent: true });
  return receipt && receipt.expiresAt > Math.floor(now() / 1000) ? receipt : undefined;
}

/** @throws DomainError `idempotency_key_reused` if that was another request, `user_erased` */
export async function answerAgain(
  { table, keyRing }: Directory,
  { requestHash, answer, sealedAnswer, aboutUserId, idempotencyKey }: Receipt,
  request: ReceiptRequest,
): Promise<unknown> {
  if (requestHash !== request.requestHash)
    throw new DomainError('idempotency_key_reused', 'This idempotency key was used for another request.');
  if (sealedAnswer === undefined || aboutUserId === undefined) return answer;
  const first = { aggregateId: aboutUserId, version: 1 };
  const stored = (await table.get(eventEntity, first, { consistent: true }))?.userKey;
  const key = await openUserKey(keyRing, aboutUserId, stored);
  if (!key)
    throw new DomainError(
      'user_erased',
      'The answer was about a user whose personal data has since been erased.',
    );
  return unseal(key, sealedAnswer, idempotencyKey);
}
