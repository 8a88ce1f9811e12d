import { readCursor, writeCursor } from '@rollbook/single-table';
import {
  existingAccount,
  type AccessRolesState,
  type OpenAccount,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { accessRolesState } from '../../aggregates/access-roles/access-roles.js';
import { accountState } from '../../aggregates/account/state.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesAt } from '../../table/items/access-roles.js';
import { accountEntity } from '../../table/items/accounts.js';
import { feedPartEntity } from '../../table/items/feed.js';
import { readAhead } from './read-ahead.js';
import { cursorAt, endOfFeed, type FeedPosition } from './read-feed.js';

/** Memberships are read from the index, which lags behind by less. */
const SETTLED_MS = 60_000;

/** How far a snapshot is: behind which service group, user, or member of a service group. */
interface Place {
  part: 'groups' | 'users' | 'memberships';
  id: string;
  serviceGroupId: string;
}

const BEGINNING: Place = { part: 'groups', id: '', serviceGroupId: '' };

/** What a snapshot has of one item or of several, in one of its forms. */
export interface FormPart<Thing> {
  things: readonly Thing[];
  /** Of the last item. */
  id: string;
}

/** The bounds of a query, as the table takes them. */
export interface From<Name extends string, Id> {
  greaterThan?: Record<Name, Id>;
  atLeast?: Record<Name, Id>;
}

/** How the present state of an account is read and represented. Pages of each kind are in the order of the ids. */
export interface SnapshotForm<Thing> {
  ofAccount(account: OpenAccount): Thing[];
  /** Nothing before the first of them. */
  ofAccessRoles(accessRoles: AccessRolesState): Thing[];
  /** @param after the id behind which parts are wanted; ids are wanted of all that are there */
  groups(
    from: From<'serviceGroupId', ServiceGroupId>,
    after: string,
  ): AsyncGenerator<{ ids: ServiceGroupId[]; parts: FormPart<Thing>[] }>;
  users(from: From<'userId', UserId>): AsyncGenerator<FormPart<Thing>[]>;
  members(serviceGroupId: ServiceGroupId, from: From<'userId', UserId>): AsyncGenerator<FormPart<Thing>[]>;
}

/** Lines of a snapshot, and where to go on after them. */
export interface SnapshotPart<Thing> {
  things: readonly Thing[];
  /** What `readSnapshot` takes. @param lines that are sent by then */
  next: (lines: number) => string;
}

export interface Snapshot<Thing> {
  /** Where to go on in the feed. What happened in the last minute is in it too, and may be in the snapshot already. */
  cursor: string;
  /**
   * Everything committed before this moment is in the snapshot. Milliseconds since the epoch; undefined if there is no statement to rely
   * on for what comes after the cursor.
   */
  completeTo: number | undefined;
  /** Lines that were sent before those of `parts`. */
  lines: number;
  parts: AsyncGenerator<SnapshotPart<Thing>>;
}

/** What all pages of a snapshot have in common. */
interface Begun {
  feed: FeedPosition;
  completeTo: number | undefined;
  at: number;
}

/**
 * Access pattern 26: the present state of an account: the account, its access roles, its service groups, its users, their memberships. Everything that is read is
 * newer than the cursor, so that nothing is missed from there on.
 * @param after `next` of a part of an earlier page: the rest of that snapshot
 * @param groupsAtOnce service groups whose members are read side by side
 * @throws DomainError `account_not_found`
 * @throws FeedNotReadyError
 * @throws SingleTableError `InvalidCursor`
 */
export async function readSnapshot<Thing>(
  tenant: Tenant,
  formOf: (tenant: Tenant, begunAt: number) => SnapshotForm<Thing>,
  { after, groupsAtOnce = 1 }: { after?: string | undefined; groupsAtOnce?: number } = {},
): Promise<Snapshot<Thing>> {
  const { directory, accountId } = tenant;
  // The access roles are on the first page, and read with the account: where there are none, one unit more.
  const [head, roles] = await directory.table.batchGet(
    [accountEntity.at({ accountId }), ...(after === undefined ? [accessRolesAt(accountId)] : [])],
    { consistent: true },
  );
  const account = existingAccount(accountState(head));
  const { begun, place, lines } =
    after === undefined
      ? { begun: await begin(tenant), place: undefined, lines: 0 }
      : readPlace(tenant, after);
  const form = formOf(tenant, begun.at);
  const rest = everything(form, place, groupsAtOnce);
  const part = (things: readonly Thing[], at: Place): SnapshotPart<Thing> => ({
    things,
    next: (sent) => writePlace(tenant, begun, at, sent),
  });
  async function* parts(): AsyncGenerator<SnapshotPart<Thing>> {
    const ofAccount = () => [...form.ofAccount(account), ...form.ofAccessRoles(accessRolesState(roles))];
    if (!place) yield part(ofAccount(), BEGINNING);
    for await (const [things, at] of rest) yield part(things, at);
  }
  const { completeTo, feed } = begun;
  return { cursor: cursorAt(directory, accountId, feed), completeTo, lines, parts: parts() };
}

async function begin(tenant: Tenant): Promise<Begun> {
  const { directory } = tenant;
  const at = directory.now();
  const stated = await directory.feedClock.completeTo();
  const completeTo = stated && Math.min(stated, at - SETTLED_MS);
  return { feed: await settledPosition(tenant), completeTo, at };
}

function writePlace(
  { directory: { cursorSecret }, accountId }: Tenant,
  { feed, completeTo = 0, at }: Begun,
  { part, id, serviceGroupId }: Place,
  lines: number,
): string {
  const numbers = [feed.sequence, feed.offset, completeTo, at, lines].map(String);
  return writeCursor(cursorSecret, `snapshot ${accountId}`, [[...numbers, part, id, serviceGroupId]]);
}

function readPlace({ directory: { cursorSecret }, accountId }: Tenant, after: string) {
  const [position] = readCursor(cursorSecret, `snapshot ${accountId}`, after, 1);
  const [part, id, serviceGroupId] = (position as readonly string[]).slice(-3) as [
    Place['part'],
    string,
    string,
  ];
  const numbers = (position as readonly string[]).slice(0, -3).map(Number);
  const [sequence, offset, completeTo, at, lines] = numbers as [number, number, number, number, number];
  const begun: Begun = { feed: { sequence, offset }, completeTo: completeTo || undefined, at };
  return { begun, place: { part, id, serviceGroupId }, lines };
}

/** Behind the last part that was appended a minute ago: the index shows what it is about. */
async function settledPosition({ directory, accountId: scope }: Tenant): Promise<FeedPosition> {
  const end = await endOfFeed(directory, scope);
  const settled = new Date(directory.now() - SETTLED_MS).toISOString();
  const newestFirst = { order: 'descending', consistent: true, select: ['sequence', 'at'] } as const;
  let first = end.sequence;
  for await (const { sequence, at } of directory.table.each(feedPartEntity, { scope }, newestFirst)) {
    if (at < settled) return { sequence: sequence + 1, offset: 0 };
    first = sequence;
  }
  return { sequence: first, offset: 0 };
}

async function* everything<Thing>(
  form: SnapshotForm<Thing>,
  place: Place = BEGINNING,
  groupsAtOnce: number,
): AsyncGenerator<[readonly Thing[], Place]> {
  const groups: ServiceGroupId[] = [];
  const after = (part: Place['part']) => (place.part === part ? place.id : '');
  const isIn = (part: Place['part']) => place.part === part || place.part === 'groups';
  const { id: memberId, serviceGroupId: groupOfMember } = place;
  const groupsFrom =
    place.part === 'memberships' ? { atLeast: { serviceGroupId: groupOfMember as ServiceGroupId } } : {};
  for await (const { ids, parts } of readAhead([() => form.groups(groupsFrom, after('groups'))], 1)) {
    groups.push(...ids);
    if (isIn('groups'))
      for (const { things, id } of parts) yield [things, { part: 'groups', id, serviceGroupId: '' }];
  }
  const usersFrom = after('users') === '' ? {} : { greaterThan: { userId: after('users') as UserId } };
  if (isIn('users'))
    for await (const parts of readAhead([() => form.users(usersFrom)], 1))
      for (const { things, id } of parts) yield [things, { part: 'users', id, serviceGroupId: '' }];
  const memberships = groups.map(
    (serviceGroupId) =>
      async function* () {
        const from = serviceGroupId === groupOfMember ? { greaterThan: { userId: memberId as UserId } } : {};
        for await (const parts of form.members(serviceGroupId, from)) yield { serviceGroupId, parts };
      },
  );
  for await (const { serviceGroupId, parts } of readAhead(memberships, groupsAtOnce))
    for (const { things, id } of parts) yield [things, { part: 'memberships', id, serviceGroupId }];
}
