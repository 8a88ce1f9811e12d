import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { asBoolean } from './search.dto.js';

export class SpreadsheetQueryDto {
  /** `true`: CSV begins with a byte order mark, without which some spreadsheets do not read it as UTF-8. */
  @IsOptional()
  @Transform(({ value }) => asBoolean(value))
  @IsBoolean()
  bom?: boolean;
}
