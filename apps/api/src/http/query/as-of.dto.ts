import { IsOptional } from 'class-validator';
import { OrderedListQueryDto } from './list.dto.js';
import type { QueryClass } from './query-class.js';
import { IsTime } from './time.js';

/** Adds `asOf` to the parameters of a list. */
export function withAsOf<Base extends QueryClass>(base: Base) {
  abstract class WithAsOf extends base {
    /**
     * Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
     * missing.
     */
    @IsOptional()
    @IsTime()
    asOf?: string;
  }
  return WithAsOf;
}

export class AsOfQueryDto extends withAsOf(Object) {}

export class AsOfListQueryDto extends withAsOf(OrderedListQueryDto) {}
