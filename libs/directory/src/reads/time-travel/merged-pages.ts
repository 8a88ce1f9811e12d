import { readCursor, writeCursor } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { membershipView, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { Order, Page } from '../../core/pages.js';
import type { MembershipItem } from '../../aggregates/user/state.js';

/** Pages of memberships, and of what teams have, that are read from two places: present and past ones. */

export type Subjects = Pick<MembershipView, 'userId' | 'serviceGroupId'>;

export interface Source<Item = MembershipItem> {
  items: Item[];
  /** The last subject that was read, if there are more. */
  readUpTo: string | undefined;
}

export function sourceOf<Item extends { accountId: string }>(
  accountId: string,
  { items, cursor }: Page<Item>,
  subjectOf: (item: Item) => string,
  gone: ReadonlySet<string> = new Set(),
): Source<Item> {
  const last = items.at(-1);
  return {
    items: items.filter((item) => item.accountId === accountId && !gone.has(subjectOf(item))),
    readUpTo: cursor === undefined || last === undefined ? undefined : subjectOf(last),
  };
}

export function mergedPage(
  directory: Directory,
  binding: string,
  page: { limit: number; order: Order },
  subjectOf: (item: Subjects) => string,
  sources: Source[],
): Page<MembershipView> {
  const { items, cursor } = mergedItems(directory, binding, page, subjectOf, sources);
  return { items: items.map(membershipView), cursor };
}

/** A subject has one of them at an instant: it is in two sources only if it ended between the two reads. */
export function mergedItems<Item>(
  directory: Directory,
  binding: string,
  { limit, order }: { limit: number; order: Order },
  subjectOf: (item: Item) => string,
  sources: readonly Source<Item>[],
): Page<Item> {
  const compare = inOrder(order);
  const [knownUpTo] = sources.flatMap(({ readUpTo }) => readUpTo ?? []).sort(compare);
  const known = sources
    .flatMap(({ items }) => items)
    .filter((item) => knownUpTo === undefined || compare(subjectOf(item), knownUpTo) <= 0)
    .sort((a, b) => compare(subjectOf(a), subjectOf(b)))
    .filter((item, index, all) => index === 0 || subjectOf(item) !== subjectOf(all[index - 1]!));
  const items = known.slice(0, limit);
  const last = items.at(-1);
  const resumeAt = known.length > limit && last ? subjectOf(last) : knownUpTo;
  return {
    items,
    cursor: resumeAt === undefined ? undefined : writeCursor(directory.cursorSecret, binding, [[resumeAt]]),
  };
}

/** By bytes, as DynamoDB sorts keys: ids are plain ASCII. */
function inOrder(order: Order): (a: string, b: string) => number {
  const before = order === 'ascending' ? -1 : 1;
  return (a, b) => (a === b ? 0 : a < b ? before : -before);
}

/** The rest of a query after a subject. */
export function rangeAfter<Name extends string, Id extends string>(
  name: Name,
  after: Id | undefined,
  order: Order,
): { greaterThan?: Record<Name, Id>; lessThan?: Record<Name, Id> } {
  if (after === undefined) return {};
  const bound = { [name]: after } as Record<Name, Id>;
  return order === 'ascending' ? { greaterThan: bound } : { lessThan: bound };
}

/** @throws SingleTableError `InvalidCursor` */
export function resumeAfter<Id extends string>(
  { cursorSecret }: Directory,
  binding: string,
  cursor: string | undefined,
): Id | undefined {
  if (cursor === undefined) return undefined;
  const [position] = readCursor(cursorSecret, binding, cursor, 1);
  return Array.isArray(position) ? (String(position[0]) as Id) : undefined;
}
