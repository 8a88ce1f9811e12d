import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { Facets, ListSearch, SearchPage, Sort } from '#libs/directory';
import { fieldProblem } from '../../problems/problem.js';
import { OrderedListQueryDto } from './list.dto.js';
import { pageOf } from './page.js';
import type { QueryClass } from './query-class.js';

export const MAX_CHARACTERS = 256;

/** A list that can be searched, sorted and counted. */
export class SearchListQueryDto extends OrderedListQueryDto {
  /**
   * Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
   * id. Letter case and accents do not count.
   */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARACTERS)
  q?: string;

  /** `true`: the answer says how many there are on all pages. */
  @IsOptional()
  @Transform(({ value }) => asBoolean(value))
  @IsBoolean()
  count?: boolean;
}

export class FacetedListQueryDto extends SearchListQueryDto {
  /** `true`: the answer says how many there are of each kind, among those that the other filters leave. */
  @IsOptional()
  @Transform(({ value }) => asBoolean(value))
  @IsBoolean()
  facets?: boolean;
}

/** Adds words to the parameters of a list of who has access to what. */
export function withNames<Base extends QueryClass>(base: Base) {
  abstract class WithNames extends base {
    /**
     * Only what has all these words in its name, of users also in their email, in any order: each is the beginning of one. Letter case and
     * accents do not count. Cannot be combined with `asOf`.
     */
    @IsOptional()
    @IsString()
    @MinLength(1)
    @MaxLength(MAX_CHARACTERS)
    q?: string;
  }
  return WithNames;
}

interface SearchQuery {
  q?: unknown;
  sort?: unknown;
  count?: unknown;
  facets?: unknown;
}

/** Whether a list needs what only the search entries have. */
export function isSearch({ q, sort, count, facets }: SearchQuery): boolean {
  return [q, sort, count, facets].some((each) => each !== undefined);
}

/** How many a list has on all its pages. */
export class TotalDto {
  value!: number;
  /** False: there are at least this many. */
  exact!: boolean;
}

export function asBoolean(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

export class SearchedListDto {
  /** Null on the last page. */
  nextCursor!: string | null;
  /** With `count=true`. */
  total?: TotalDto;
  /** Of a search: up to which change of the search entries it is current. */
  position?: number;
}

export function searchedPageOf<Item, Resource, Counts = never>(
  page: SearchPage<Item>,
  represent: (item: Item) => Resource,
  toFacets?: (facets: Facets) => Counts,
): { data: Resource[]; facets?: Counts } & SearchedListDto {
  const { total, facets, position } = page;
  return {
    ...pageOf(page, represent),
    ...(total && { total }),
    ...(facets && toFacets && { facets: toFacets(facets) }),
    ...(position !== undefined && { position }),
  };
}

/**
 * The requested sort of a search: `order` alone is by creation.
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
  facets,
  limit,
  cursor,
}: FacetedListQueryDto & { sort?: Sort }): ListSearch {
  return { q, count, facets, limit, cursor, sort: sortOf(sort, order) };
}
