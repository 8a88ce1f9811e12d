import { idOf, type ServiceGroupId } from '#libs/domain';
import { entityOf, textOf, type Image } from '../core/item-image.js';
import { count } from './counts.js';
import type { Increments } from './increments.js';
import { exists, isChanged, type Projection, type Triggers } from './projection.js';
import { recount, recountAll } from './recount.js';
import { settleAllMembers, settleMembers } from './settle-members.js';

/** Counts the users and service groups of an account. Nobody knows what lost changes added, so everything is recounted. */
export const accountCounts: Projection = {
  kind: 'count-account',
  triggeredBy(before, after) {
    const isCounted = ['user', 'service-group'].includes(entityOf(after));
    return isCounted && exists(before) !== exists(after)
      ? { accountId: textOf(after, 'accountId') }
      : undefined;
  },
  async run(directory, { accountId }, triggers) {
    await count(directory, { kind: 'count-account', accountId }, incrementsOf(triggers));
  },
  repair: (directory, { accountId }) => recount(directory, { kind: 'count-account', accountId }),
  lostWith: ({ accountId }) => ({ accountId }),
  repairLost: (directory, { accountId }) => recountAll(directory, accountId),
};

/** Counts the members of a service group, and settles those that are new. */
export const memberCounts: Projection<{ accountId: string; serviceGroupId: ServiceGroupId }> = {
  kind: 'count-members',
  triggeredBy(before, after) {
    const membership = after ?? before;
    if (entityOf(membership) !== 'membership') return undefined;
    // Searches in a service group read its members again when its count has been noted again.
    if (before && after && !isNew(before, after) && !isChanged(before, after, ['endsAt'])) return undefined;
    const serviceGroupId = idOf('service-group', textOf(membership, 'serviceGroupId'));
    return { accountId: textOf(membership, 'accountId'), serviceGroupId };
  },
  async run(directory, about, triggers) {
    const stored = await count(directory, { kind: 'count-members', ...about }, incrementsOf(triggers));
    const added = triggers.changes.filter(({ before, after }) => after && isNew(before, after));
    const memberships = added.map(({ after }) => ({
      userId: idOf('user', textOf(after, 'userId')),
      serviceGroupName: textOf(after, 'serviceGroupName'),
    }));
    await settleMembers(directory, about, memberships, stored);
  },
  async repair(directory, about) {
    await recount(directory, { kind: 'count-members', ...about });
    await settleAllMembers(directory, about.accountId, about.serviceGroupId);
  },
  lostWith: ({ type, accountId, data }) =>
    type === 'service_group.member_added' ? { accountId, serviceGroupId: data.serviceGroupId } : undefined,
  // The account's recount counts them.
  repairLost: (directory, { accountId, serviceGroupId }) =>
    settleAllMembers(directory, accountId, serviceGroupId),
};

const COUNTED: Readonly<Record<string, 'users' | 'serviceGroups' | 'members'>> = {
  user: 'users',
  'service-group': 'serviceGroups',
  membership: 'members',
};

function incrementsOf({ changes, shardId }: Triggers): Increments {
  if (shardId === undefined)
    throw new Error('Records are counted by their shard: the event source mapping needs a tumbling window.');
  const increments = changes.map(({ before, after, sequenceNumber, createdAt }) => {
    const kind = entityOf(after ?? before);
    const counted = COUNTED[kind];
    if (!counted) throw new TypeError(`There is no count of ${kind}.`);
    const by = Number(exists(after)) - Number(exists(before));
    return { sequenceNumber, createdAt: new Date(createdAt).toISOString(), [counted]: by };
  });
  return { shardId, increments };
}

/** Also in the place of one that had ended by itself. */
function isNew(before: Image | undefined, after: Image): boolean {
  return !before || isChanged(before, after, ['since']);
}
