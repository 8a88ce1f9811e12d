import type { ServiceGroupId, UserId } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import type { Directory } from '../../../core/directory.js';
import { eventEntity } from '../../../table/items/events.js';
import { membershipEntity, pastMembershipEntity } from '../../../table/items/memberships.js';
import type { AccountCheck } from '../aggregate.js';
import { derivedItem, type DerivedItem } from '../../derivation/derived-item.js';
import type { Diagnosis, Finding } from '../../derivation/findings.js';

/**
 * The other side of memberships: the index that lists a service group's members. It has as many entries as there are
 * memberships, so the two sides are compared by a count and a sum of hashes for each group, and one by one only where these
 * differ.
 */
export interface MembershipTally {
  add(item: DerivedItem): void;
  serviceGroupIds(): ServiceGroupId[];
  of(serviceGroupId: ServiceGroupId): string;
}

export function newTally(): MembershipTally {
  const groups = new Map<ServiceGroupId, { count: number; sum: bigint }>();
  return {
    add({ entity, item }) {
      const { userId, serviceGroupId, since } = item as Record<string, string>;
      const id = String(serviceGroupId) as ServiceGroupId;
      const { count, sum } = groups.get(id) ?? { count: 0, sum: 0n };
      const hash = hashOf(`${entity} ${userId} ${since}`);
      groups.set(id, { count: count + 1, sum: BigInt.asUintN(64, sum + hash) });
    },
    serviceGroupIds: () => [...groups.keys()],
    of(serviceGroupId) {
      const { count, sum } = groups.get(serviceGroupId) ?? { count: 0, sum: 0n };
      return `${count} ${sum}`;
    },
  };
}

/** FNV-1a, 64 bits. Source: RFC 9923. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

/**
 * Compares the members that the index lists for a service group with the memberships stored with the users.
 * @param tally of the memberships stored with the users
 * @param isKnown true for a user that has events or a head
 * @returns what is listed and should not be, and whether both sides add up to the same
 */
export async function checkIndexOf(
  check: AccountCheck,
  serviceGroupId: ServiceGroupId,
  tally: MembershipTally,
  isKnown: (userId: UserId) => boolean,
): Promise<{ diagnoses: Diagnosis[]; agrees: boolean }> {
  const { directory, accountId } = check;
  const { table } = directory;
  const listed = newTally();
  const diagnoses: Diagnosis[] = [];
  const look = async (item: DerivedItem) => {
    const userId = String(item.item['userId']) as UserId;
    const known = isKnown(userId) || (await hasEvents(directory, userId));
    if (known && item.item['accountId'] === accountId) listed.add(item);
    else diagnoses.push(orphan(check, userId, item));
  };
  for await (const item of table.each(membershipEntity.by('GSI1'), { serviceGroupId }))
    await look(derivedItem('membership', item));
  for await (const item of table.each(pastMembershipEntity.by('GSI1'), { serviceGroupId }))
    await look(derivedItem('past-membership', item));
  return { diagnoses, agrees: listed.of(serviceGroupId) === tally.of(serviceGroupId) };
}

/** A user who was created since the account's log was read. */
async function hasEvents({ table }: Directory, userId: UserId): Promise<boolean> {
  const { items } = await table.query(eventEntity, { aggregateId: userId }, { limit: 1, consistent: true });
  return items.length > 0;
}

function orphan({ accountId }: AccountCheck, userId: UserId, item: DerivedItem): Diagnosis {
  const { entity, key } = item;
  const ofThisAccount = item.item['accountId'] === accountId;
  const message = ofThisAccount
    ? `The membership is of the user ${userId}, who has no event.`
    : `The membership lists a member for a service group of another account.`;
  const problem: Finding['problem'] = ofThisAccount ? 'unexpected' : 'misplaced';
  return {
    finding: {
      level: 'wrong',
      problem,
      entity,
      accountId,
      aggregateId: userId,
      key,
      message,
      repairable: ofThisAccount,
    },
    repair: ofThisAccount ? [item.remove()] : [],
  };
}

/**
 * The memberships of a service group that its index does not list, one by one: reads every user's side, so only for a
 * service group whose tallies differ. Rewriting an item unchanged puts it into the index.
 */
export async function unlistedMemberships(
  { directory, accountId }: AccountCheck,
  serviceGroupId: ServiceGroupId,
  userIds: readonly UserId[],
): Promise<Diagnosis[]> {
  const { table } = directory;
  const listed = new Set<string>();
  const keyOf = ({ entity, key }: DerivedItem) => JSON.stringify([entity, ...Object.values(key)]);
  for await (const item of table.each(membershipEntity.by('GSI1'), { serviceGroupId }))
    listed.add(keyOf(derivedItem('membership', item)));
  for await (const item of table.each(pastMembershipEntity.by('GSI1'), { serviceGroupId }))
    listed.add(keyOf(derivedItem('past-membership', item)));
  const diagnoses: Diagnosis[] = [];
  for (const userId of userIds) {
    const sides = [];
    const key = { userId, serviceGroupId };
    const present = await table.get(membershipEntity, key, { consistent: true });
    if (present) sides.push(derivedItem('membership', present));
    for await (const past of table.each(pastMembershipEntity, key, { consistent: true }))
      sides.push(derivedItem('past-membership', past));
    for (const side of sides.filter((each) => !listed.has(keyOf(each))))
      diagnoses.push(unlisted(accountId, userId, side, [side.replace(side)]));
  }
  return diagnoses;
}

function unlisted(
  accountId: string,
  userId: UserId,
  { entity, key }: DerivedItem,
  repair: WriteOperation[],
): Diagnosis {
  return {
    finding: {
      level: 'wrong',
      problem: 'not in the index',
      entity,
      accountId,
      aggregateId: userId,
      key,
      message: 'The membership is stored with its user, but its service group does not list it.',
      repairable: true,
    },
    repair,
  };
}
