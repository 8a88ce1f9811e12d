import { IsOptional } from 'class-validator';
import type { MeteredUsage } from '#libs/directory';
import { ListQueryDto } from '../http/query/list.dto.js';
import { IsAfter, IsDay } from '../http/query/time.js';

export class MeteredUsageQueryDto extends ListQueryDto {
  /** Only from this day, in UTC: `2026-03-01`. */
  @IsOptional()
  @IsDay()
  from?: string;

  /** Only before this day, in UTC: `2026-04-01`. */
  @IsOptional()
  @IsDay()
  @IsAfter('from')
  to?: string;
}

/** What an account used on a day. */
export class MeteredUsageDto {
  /** In UTC: `2026-03-01`. */
  day!: string;
  accountId!: string;
  /** Answered requests that changed nothing. */
  reads!: number;
  /** Answered requests that changed something. */
  writes!: number;
  events!: number;
  /** Events sent to webhook endpoints, however often each was attempted. */
  deliveries!: number;
  /** What the account stored after the last change of the day. Null if nothing was changed. */
  storedBytes!: number | null;
}

export class MeteredUsageListDto {
  data!: MeteredUsageDto[];
  nextCursor!: string | null;
}

export function toMeteredUsageDto({ storedBytes, ...usage }: MeteredUsage): MeteredUsageDto {
  return { ...usage, storedBytes: storedBytes ?? null };
}
