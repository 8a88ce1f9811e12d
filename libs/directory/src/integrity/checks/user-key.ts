import { eventEntity } from '../../audit-log/items.js';
import type { AccountCheck } from './aggregate.js';
import type { Diagnosis } from '../findings.js';
import type { UserHistory } from '../derivation/folded-user.js';

/**
 * A user's key lies on its first event, and is copied to its head. It must be gone once the user is erased, and not
 * before: what is encrypted with a key that was lost otherwise is lost.
 */
export function checkKey(
  { accountId }: AccountCheck,
  { aggregateId, erasure, version }: UserHistory,
  { onEvent, onHead }: { onEvent: string | undefined; onHead: string | undefined },
): Diagnosis[] {
  if (version === 0) return [];
  const key = { aggregateId, version: 1 };
  const finding = {
    level: 'wrong',
    entity: 'event',
    accountId,
    aggregateId,
    key: eventEntity.at(key).key,
    repairable: true,
  } as const;
  if (erasure && onEvent !== undefined)
    return [
      {
        finding: {
          ...finding,
          problem: 'unexpected',
          message: 'The key of the erased user is still there: its personal data can be read.',
        },
        repair: [
          eventEntity.update(key, { remove: ['userKey'], condition: (c) => c.eq('userKey', onEvent) }),
        ],
      },
    ];
  if (!erasure && onEvent === undefined && onHead !== undefined)
    return [
      {
        finding: {
          ...finding,
          problem: 'missing',
          message: "The user's key is missing on its first event, and the head has a copy of it.",
        },
        repair: [eventEntity.update(key, { set: { userKey: onHead } })],
      },
    ];
  return [];
}
