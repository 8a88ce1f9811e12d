import { IsOptional } from 'class-validator';
import { OrderedListQueryDto } from './list.dto.js';
import { IsTime } from './time.js';

export class AsOfQueryDto {
  /** How it was at this time: ISO 8601 with a time zone. */
  @IsOptional()
  @IsTime()
  asOf?: string;
}

export class AsOfListQueryDto extends OrderedListQueryDto {
  /** How it was at this time: ISO 8601 with a time zone. */
  @IsOptional()
  @IsTime()
  asOf?: string;
}
