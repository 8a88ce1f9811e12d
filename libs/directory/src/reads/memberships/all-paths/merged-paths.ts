import { lastEnd, type AccessPath } from '#libs/domain';
import type { MembershipView } from '../../../aggregates/user/memberships/views.js';
import type { Order } from '../../../core/pages.js';

/** A way by which a user may enter a service group, as a list says it. */
export interface PathView extends AccessPath {
  /** Absent: a membership of their own. */
  teamName?: string;
  /** By a team: since both the user is in it and it has access. ISO 8601, UTC. */
  since: string;
}

/** What a user has of a service group by all paths together. */
export interface MembershipByPaths extends MembershipView {
  /** Their own membership first, if there is one. */
  via: readonly PathView[];
}

/** A path that one source of a list found. */
export interface FoundPath {
  /** By which the list is in order. */
  subject: string;
  path: PathView;
  /** What the row is, if this is its own membership, or the first of its paths. */
  row: MembershipView;
}

export interface PathSource {
  found: readonly FoundPath[];
  /** The last subject that was read, if there are more; undefined: everything was read. */
  readUpTo: string | undefined;
}

export interface MergedRow {
  subject: string;
  row: MembershipByPaths;
}

/** Each subject once, in order, as far as every source has been read. @param sources that of their own memberships first */
export function mergePaths(
  sources: readonly PathSource[],
  order: Order,
): { rows: MergedRow[]; readUpTo: string | undefined } {
  const compare = inOrder(order);
  const [readUpTo] = sources.flatMap((source) => source.readUpTo ?? []).sort(compare);
  const known = sources
    .flatMap(({ found }) => found)
    .filter(({ subject }) => readUpTo === undefined || compare(subject, readUpTo) <= 0);
  const rows = [...Map.groupBy(known, ({ subject }) => subject)]
    .sort(([a], [b]) => compare(a, b))
    .map(([subject, found]) => ({ subject, row: rowOf(onceEach(found)) }));
  return { rows, readUpTo };
}

/** What ended between two reads is found in the present and in the past. */
function onceEach(found: readonly FoundPath[]): FoundPath[] {
  return [...Map.groupBy(found, ({ path }) => path.teamId).values()].map(([first]) => first!);
}

/** Without an own membership it is one since the first of its paths, and neither says why nor has an access role itself. */
export function rowOf(found: readonly FoundPath[]): MembershipByPaths {
  const own = found.find(({ path }) => path.teamId === undefined);
  const { row } = own ?? found.reduce((first, each) => (each.path.since < first.path.since ? each : first));
  const via = found.map(({ path }) => path);
  const { expiresAt: _own, ...rest } = row;
  const end = lastEnd(via);
  return { ...rest, ...(typeof end === 'string' && { expiresAt: end }), via };
}

/** By bytes, as DynamoDB sorts keys: ids are plain ASCII. */
export function inOrder(order: Order): (a: string, b: string) => number {
  const before = order === 'ascending' ? -1 : 1;
  return (a, b) => (a === b ? 0 : a < b ? before : -before);
}
