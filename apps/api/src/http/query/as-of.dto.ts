import { IntersectionType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { OrderedListQueryDto } from './list.dto.js';
import { IsTime } from './time.js';

export class AsOfQueryDto {
  /**
   * Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
   * missing.
   */
  @IsOptional()
  @IsTime()
  asOf?: string;
}

export class AsOfListQueryDto extends IntersectionType(OrderedListQueryDto, AsOfQueryDto) {}
