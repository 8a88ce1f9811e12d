import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { ListSearch, SearchPage, Sort } from '#libs/directory';
import { fieldProblem } from '../../problems/problem.js';
import { OrderedListQueryDto } from './list.dto.js';
import { pageOf } from './page.js';

export const MOST_CHARACTERS = 256;

/** A list that can be searched, sorted and counted. */
export class SearchListQueryDto extends OrderedListQueryDto {
  /**
   * Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
   * id. Letter case and accents do not count.
   */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MOST_CHARACTERS)
  q?: string;

  /** `true`: the answer says how many there are on all pages. */
  @IsOptional()
  @Transform(({ value }) => asBoolean(value))
  @IsBoolean()
  count?: boolean;
}

/** Whether a list is asked for what only the search entries can tell. */
export function isSearch(query: { q?: unknown; sort?: unknown; count?: unknown }): boolean {
  return query.q !== undefined || query.sort !== undefined || query.count !== undefined;
}

/** How many a list has on all its pages. */
export class TotalDto {
  value!: number;
  /** False: there are at least so many. */
  exact!: boolean;
}

export function asBoolean(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** Present in the answer of a search only. */
export interface Searched {
  total?: TotalDto;
  position?: number;
}

export function searchedPageOf<Item, Resource>(
  page: SearchPage<Item>,
  represent: (item: Item) => Resource,
): { data: Resource[]; nextCursor: string | null } & Searched {
  const { total, position } = page;
  return {
    ...pageOf(page, represent),
    ...(total && { total }),
    ...(position !== undefined && { position }),
  };
}

/**
 * The sort that a search is asked for: `order` alone is by creation.
 *
 * @throws Problem `not_allowed_value` for both
 */
export function sortOf(sort: Sort | undefined, order: 'asc' | 'desc'): Sort {
  if (order === 'asc') return sort ?? 'createdAt';
  if (sort === undefined) return '-createdAt';
  const detail = 'order cannot be combined with sort: put a minus before the field to reverse it.';
  throw fieldProblem([{ code: 'not_allowed_value', detail, parameter: 'order' }]);
}

/** What a list asks of the search entries. */
export function listSearchOf({
  sort,
  order,
  q,
  count,
  limit,
  cursor,
}: SearchListQueryDto & { sort?: Sort }): ListSearch {
  return { q, count, limit, cursor, sort: sortOf(sort, order) };
}
