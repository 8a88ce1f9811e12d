import { IsOptional } from 'class-validator';
import { OrderedListQueryDto } from './list.dto.js';
import { IsTime } from './time.js';

export class AsOfQueryDto {
  /** Returns the state at this time: ISO 8601 with a time zone. Changes of the last 45 seconds may still be missing. */
  @IsOptional()
  @IsTime()
  asOf?: string;
}

export class AsOfListQueryDto extends OrderedListQueryDto {
  /** Returns the state at this time: ISO 8601 with a time zone. Changes of the last 45 seconds may still be missing. */
  @IsOptional()
  @IsTime()
  asOf?: string;
}
