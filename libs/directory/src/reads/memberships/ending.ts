import { DAY_MS, existingAccount, type ServiceGroupId, type UserId } from '#libs/domain';
import { accountState } from '../../aggregates/account/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { membershipView, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import { cursorsBoundTo } from '../../core/bound-cursors.js';
import type { Directory } from '../../core/directory.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { dueEntity, type DueItem } from '../../table/items/due.js';
import { membershipEntity } from '../../table/items/memberships.js';

/** How far ahead to look by default. */
export const ENDS_AHEAD_MS = 7 * DAY_MS;

export interface EndingRequest extends PageRequest {
  /** Those that end from this time on: ISO 8601, UTC. Absent: from now on. */
  from?: string | undefined;
  /** Those that end before this time. Absent: within seven days from then. */
  to?: string | undefined;
}

/** Where a page ended, and the time before which the first one looked: it stays, although the clock goes on. */
interface Position {
  to: string;
  endsAt: string;
  aggregateId: string;
  serviceGroupId: ServiceGroupId;
}

/**
 * The memberships of an account that end by themselves, soonest first. The index names them, which is eventually consistent; what is
 * said of each is read strongly consistently, and one that no longer has that end is left out: a page may be short, even empty,
 * before the last one. What has ended is in no answer.
 * @throws DomainError `account_not_found`
 */
export async function listEndingMemberships(
  tenant: Tenant,
  { from, to, limit, cursor }: EndingRequest,
): Promise<Page<MembershipView>> {
  const { directory, accountId } = tenant;
  const positions = cursorsBoundTo(directory, `ends ${accountId} ${from ?? ''} ${to ?? ''}`);
  const last = positionIn(positions.read(cursor));
  const now = new Date(directory.steadyNow()).toISOString();
  const until = last?.to ?? to ?? ahead(from !== undefined && from > now ? from : now);
  const { items: named, cursor: more } = await directory.table.query(
    dueEntity.by('GSI1'),
    { accountId },
    { ...startOf(now, from, last), lessThan: { endsAt: until }, limit },
  );
  const items = (await readMemberships(tenant, named)).map(membershipView);
  const end = named.at(-1);
  return { items, cursor: more && end && positions.write(textOf({ ...positionOf(end), to: until })) };
}

function ahead(time: string): string {
  return new Date(Date.parse(time) + ENDS_AHEAD_MS).toISOString();
}

/** What has ended is stored until its end has been committed, and is not looked at. */
function startOf(now: string, from: string | undefined, last: Position | undefined) {
  if (last && last.endsAt > now) return { greaterThan: last };
  return from !== undefined && from > now ? { atLeast: { endsAt: from } } : { greaterThan: { endsAt: now } };
}

/** Those that there are, in that order, with the account and what is being removed of it in the same call. */
async function readMemberships(
  { directory, accountId }: Tenant,
  named: readonly DueItem[],
): Promise<MembershipItem[]> {
  const [account, fences, ...found] = await directory.table.batchGet(
    [
      accountEntity.at({ accountId }),
      fencesEntity.at({ accountId }),
      ...named.map(({ aggregateId, serviceGroupId }) =>
        membershipEntity.at({ userId: aggregateId as UserId, serviceGroupId }),
      ),
    ] as const,
    { consistent: true },
  );
  existingAccount(accountState(account));
  const removed = fences?.removedIds;
  return found.flatMap((membership, index): MembershipItem[] => {
    if (!membership || membership.accountId !== accountId) return [];
    if (!isAsNamed(directory, membership, named[index]!)) return [];
    return removed?.has(membership.userId) || removed?.has(membership.serviceGroupId) ? [] : [membership];
  });
}

function isAsNamed(directory: Directory, membership: MembershipItem, { endsAt }: DueItem): boolean {
  return membership.endsAt === endsAt && isHeldNow(directory, membership);
}

function positionOf({ endsAt = '', aggregateId, serviceGroupId }: DueItem): Omit<Position, 'to'> {
  return { endsAt, aggregateId, serviceGroupId };
}

const SEPARATOR = ' ';

function textOf({ to, endsAt, aggregateId, serviceGroupId }: Position): string {
  return [to, endsAt, aggregateId, serviceGroupId].join(SEPARATOR);
}

function positionIn(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined;
  const [to = '', endsAt = '', aggregateId = '', serviceGroupId = ''] = text.split(SEPARATOR);
  return { to, endsAt, aggregateId, serviceGroupId: serviceGroupId as ServiceGroupId };
}
