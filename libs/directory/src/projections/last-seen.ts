import { idOf, type UserId } from '#libs/domain';
import { forgetLastSeen } from '../aggregates/user/last-seen.js';
import { entityOf, textOf } from '../core/item-image.js';
import { exists, type Projection } from './projection.js';

/** Deletes when a removed user was last here. */
export const lastSeen: Projection<{ accountId: string; userId: UserId }> = {
  kind: 'forget-last-seen',
  /** Also when a removed user is erased: a request that had been let in before their removal may have been noted after it. */
  triggeredBy(_before, after) {
    if (entityOf(after) !== 'user' || exists(after)) return undefined;
    return { accountId: textOf(after, 'accountId'), userId: idOf('user', textOf(after, 'userId')) };
  },
  repair: (directory, { userId }) => forgetLastSeen(directory, userId),
  lostWith: ({ type, accountId, aggregateId }) =>
    type === 'user.removed' ? { accountId, userId: idOf('user', aggregateId) } : undefined,
};
