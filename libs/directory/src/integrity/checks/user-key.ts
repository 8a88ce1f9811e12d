import { eventEntity } from '../../table/items/events.js';
import type { AccountCheck } from './aggregate.js';
import type { Diagnosis } from '../derivation/findings.js';
import type { UserHistory } from '../derivation/folded-user.js';

/**
 * A user's key is stored on their first event, and copied to their head. It must be gone once the user has been erased, and
 * not before: data encrypted with a key that was lost in another way is lost.
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
          message: 'The key of the erased user still exists: their personal data can be read.',
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
