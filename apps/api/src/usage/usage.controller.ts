import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listMeteredUsage, type Directory } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentDirectory } from '../auth/caller/caller.js';
import { pageOf } from '../http/query/page.js';
import { MeteredUsageListDto, MeteredUsageQueryDto, toMeteredUsageDto } from './usage.dto.js';

@ApiTags('Usage')
@Controller('v1/usage')
export class UsageController {
  /**
   * Lists what each account used, by day and account, the oldest day first. Processes add what they have counted once a minute.
   * An account without a row used nothing on that day.
   */
  @Allow('platform:read')
  @Get()
  async listUsage(
    @CurrentDirectory() directory: Directory,
    @Query() query: MeteredUsageQueryDto,
  ): Promise<MeteredUsageListDto> {
    return pageOf(await listMeteredUsage(directory, query), toMeteredUsageDto);
  }
}
