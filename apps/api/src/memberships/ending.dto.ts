import { IsOptional } from 'class-validator';
import { ListQueryDto } from '../http/query/list.dto.js';
import { IsAfter, IsTime } from '../http/query/time.js';

export class EndingMembershipsQueryDto extends ListQueryDto {
  /** Only memberships that end from this time on: ISO 8601 with a time zone. Now, by default: what has ended is not listed. */
  @IsOptional()
  @IsTime()
  from?: string;

  /** Only memberships that end before this time: ISO 8601 with a time zone. Seven days after `from`, by default. */
  @IsOptional()
  @IsTime()
  @IsAfter('from')
  to?: string;
}
