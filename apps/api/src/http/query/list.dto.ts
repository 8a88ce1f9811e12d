import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export const DEFAULT_LIMIT = 25;

/** The requested part of a list. */
export class ListQueryDto {
  /** The maximum number of items per page. */
  @IsOptional()
  @Transform(({ value }) => asInteger(value))
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = DEFAULT_LIMIT;

  /** `nextCursor` of the previous page. Valid only for the same list of the same account. */
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  cursor?: string;
}

const ORDERS = ['asc', 'desc'] as const;

export class OrderedListQueryDto extends ListQueryDto {
  /** `asc`: oldest first. `desc`: newest first. */
  @IsOptional()
  @IsIn(ORDERS)
  order: (typeof ORDERS)[number] = 'asc';
}

/** The directory's names for the orders of the API. */
export const DIRECTORY_ORDER = { asc: 'ascending', desc: 'descending' } as const;

/** Digits only: `1e2` and `0x10` are numbers in JavaScript, but mistakes here. */
export function asInteger(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
