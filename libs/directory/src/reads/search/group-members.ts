import { existingServiceGroup, type ServiceGroupId, type UserId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { KnownMembers } from '../../search-index/search-indexes.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { serviceGroupState, type ServiceGroupItem } from '../../aggregates/service-group/state.js';

/** Of larger service groups the members are not read for a search. */
export const MAX_MEMBERS = 10_000;
/** The count may be ahead of the index that the members are read by. */
const SETTLED_AFTER_MS = 10_000;
const KEPT_MS = 60_000;

/**
 * Who is a member of a service group, by the index: as lists of members, moments behind. Read again only when the count of
 * them has changed, or an end. Whose membership has ended by now is left out, whenever they were read.
 *
 * @returns undefined when there are too many
 * @throws DomainError `service_group_not_found`
 */
export async function membersOf(
  directory: Directory,
  group: ServiceGroupItem | undefined,
): Promise<ReadonlySet<string> | undefined> {
  const { serviceGroupId } = existingServiceGroup(serviceGroupState(group));
  const { memberCount = 0, countedAt = '', countedUpTo, recountedAt } = group!;
  if (memberCount > MAX_MEMBERS) return undefined;
  const { now, search } = directory;
  const counted = JSON.stringify([countedUpTo, recountedAt]);
  const known = search.members.get(serviceGroupId);
  if (known?.counted === counted && known.until > now()) return heldOf(directory, known);
  const read = await readMembers(directory, serviceGroupId);
  if (!read) return undefined;
  if (countedAt < new Date(now() - SETTLED_AFTER_MS).toISOString())
    search.members.set(serviceGroupId, { counted, until: now() + KEPT_MS, ...read });
  return heldOf(directory, read);
}

function heldOf(directory: Directory, { userIds, ends }: Pick<KnownMembers, 'userIds' | 'ends'>) {
  const ended = ends.filter((item) => !isHeldNow(directory, item));
  if (ended.length === 0) return userIds;
  const held = new Set(userIds);
  for (const { userId } of ended) held.delete(userId);
  return held;
}

/** Of an account's own service group. People of other accounts are in no search of this one. */
async function readMembers({ table }: Directory, serviceGroupId: ServiceGroupId) {
  const userIds = new Set<string>();
  const ends: KnownMembers['ends'] = [];
  for await (const { userId, endsAt } of table.each(membershipEntity.by('GSI1'), { serviceGroupId })) {
    userIds.add(userId);
    if (endsAt !== undefined) ends.push({ userId, endsAt });
    if (userIds.size > MAX_MEMBERS) return undefined;
  }
  return { userIds, ends };
}

/** Which of some users are members, and when that ends, strongly consistent: where the members are too many to be read. */
export async function membersAmong(
  directory: Directory,
  serviceGroupId: ServiceGroupId,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<string, { endsAt?: string | undefined }>> {
  const items = await directory.table.batchGet(
    userIds.map((userId) => membershipEntity.at({ userId, serviceGroupId })),
    { consistent: true },
  );
  return new Map(items.flatMap((item) => (item && isHeldNow(directory, item) ? [[item.userId, item]] : [])));
}
