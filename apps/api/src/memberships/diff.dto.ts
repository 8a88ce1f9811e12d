import { IsOptional } from 'class-validator';
import type { MembershipDiff } from '#libs/directory';
import { OrderedListQueryDto } from '../http/query/list.dto.js';
import { IsAfter, IsTime } from '../http/query/time.js';
import { MembershipDto, toMembershipDto } from './memberships.dto.js';

export class MembershipDiffQueryDto extends OrderedListQueryDto {
  /** The earlier of the two moments: ISO 8601 with a time zone. */
  @IsTime()
  from!: string;

  /** The later one: ISO 8601 with a time zone. Now, by default. Changes of the 45 seconds before it may still be missing. */
  @IsOptional()
  @IsTime()
  @IsAfter('from')
  to?: string;
}

/** A membership that was there at one of the two moments only: as it was then, with the names of that time. */
export class MembershipDifferenceDto extends MembershipDto {
  /** `added`: there at `to`, and not at `from`. `removed`: there at `from`, and not at `to`. */
  change!: 'added' | 'removed';
  /** When it began, or ended: ISO 8601, UTC. */
  at!: string;
  /** Who gave it, or ended it: `operator:…`, `user:…`, `api-key:…` or `system:…`. `system:expiry`: it ended by itself. */
  by!: string;
}

export class MembershipDiffCountsDto {
  added!: number;
  removed!: number;
  /** True: there may be more, as counting stopped before the end. */
  atLeast!: boolean;
}

export class MembershipDiffDto {
  data!: MembershipDifferenceDto[];
  /** ISO 8601, UTC. */
  from!: string;
  /** The moment that was compared with, on all pages: ISO 8601, UTC. */
  to!: string;
  /** Of all pages. On the first page, otherwise null. */
  counts!: MembershipDiffCountsDto | null;
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toMembershipDiffDto({ items, cursor, from, to, counts }: MembershipDiff): MembershipDiffDto {
  return { data: items.map(toDifferenceDto), from, to, counts: counts ?? null, nextCursor: cursor ?? null };
}

function toDifferenceDto({
  change,
  at,
  by,
  ...membership
}: MembershipDiff['items'][number]): MembershipDifferenceDto {
  return { ...toMembershipDto(membership), change, at, by };
}
