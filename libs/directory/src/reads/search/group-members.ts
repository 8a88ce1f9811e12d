import { existingServiceGroup, type ServiceGroupId, type UserId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupState, type ServiceGroupItem } from '../../aggregates/service-group/state.js';

/** Of larger service groups the members are not read for a search. */
const MAX_MEMBERS = 10_000;
/** The count may be ahead of the index that the members are read by. */
const SETTLED_AFTER_MS = 10_000;
const KEPT_MS = 60_000;

/**
 * Who is a member of a service group, by the index: as lists of members, moments behind. Read again only when the count of
 * them has changed.
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
  if (known?.counted === counted && known.until > now()) return known.userIds;
  const userIds = await readMembers(directory, serviceGroupId);
  if (userIds && countedAt < new Date(now() - SETTLED_AFTER_MS).toISOString())
    search.members.set(serviceGroupId, { counted, until: now() + KEPT_MS, userIds });
  return userIds;
}

/** Of an account's own service group. People of other accounts are in no search of this one. */
async function readMembers({ table }: Directory, serviceGroupId: ServiceGroupId) {
  const userIds = new Set<string>();
  for await (const member of table.each(membershipEntity.by('GSI1'), { serviceGroupId })) {
    userIds.add(member.userId);
    if (userIds.size > MAX_MEMBERS) return undefined;
  }
  return userIds;
}

/** Which of some users are members, strongly consistent: where the members are too many to be read. */
export async function membersAmong(
  { table }: Directory,
  serviceGroupId: ServiceGroupId,
  userIds: readonly UserId[],
): Promise<ReadonlySet<string>> {
  const items = await table.batchGet(
    userIds.map((userId) => membershipEntity.at({ userId, serviceGroupId })),
    { consistent: true },
  );
  return new Set(items.flatMap((item) => (item ? [item.userId] : [])));
}
