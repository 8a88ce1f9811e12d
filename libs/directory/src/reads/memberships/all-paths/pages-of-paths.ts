import { cursorsBoundTo } from '../../../core/bound-cursors.js';
import { pageInRounds, type Order, type OrderedPageRequest, type Page } from '../../../core/pages.js';
import type { Tenant } from '../../../core/tenant.js';
import { mergePaths, type MembershipByPaths, type MergedRow, type PathSource } from './merged-paths.js';

export interface RoundRequest {
  limit: number;
  /** The last subject of the round before. */
  after: string | undefined;
  order: Order;
}

interface ListOfPaths {
  /** What a cursor is good for only. */
  binding: readonly (string | undefined)[];
  /** What follows a subject in each source, at most `limit` of each: that of their own memberships first. */
  readSources: (round: RoundRequest) => Promise<readonly PathSource[]>;
  /** Of the rows of a page, those that are shown. */
  shown: (rows: readonly MembershipByPaths[]) => Promise<MembershipByPaths[]> | MembershipByPaths[];
}

/** A page of a list in order of its subjects, each once. Its cursor is the last of them. */
export async function pageOfPaths(
  { directory }: Tenant,
  { limit, cursor, order = 'ascending' }: OrderedPageRequest,
  { binding, readSources, shown }: ListOfPaths,
): Promise<Page<MembershipByPaths>> {
  const positions = cursorsBoundTo(directory, JSON.stringify([...binding, order]));
  const page = await pageInRounds({ limit, cursor: positions.read(cursor) }, async (round) => {
    const sources = await readSources({ limit: round.limit, after: round.cursor, order });
    const { rows, readUpTo } = mergePaths(sources, order);
    const fitting = rows.slice(0, round.limit);
    return {
      items: await shown(fitting.map(({ row }) => row)),
      cursor: rows.length > fitting.length ? subjectOf(fitting) : readUpTo,
    };
  });
  return { items: page.items, cursor: positions.write(page.cursor) };
}

function subjectOf(rows: readonly MergedRow[]): string | undefined {
  return rows.at(-1)?.subject;
}
