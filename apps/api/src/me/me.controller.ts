import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, CurrentDirectory, type Caller } from '../auth/caller/caller.js';
import { managedGroupsOf } from '../auth/caller/managed-groups.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { MeDto, toCallerDto } from './me.dto.js';

@ApiTags('Me')
@Controller('v1/me')
export class MeController {
  /** Gets the caller, with their account and role, and the service groups that they manage. */
  @Allow('anyone')
  @Get()
  async getMe(
    @CurrentCaller() caller: Caller,
    @CurrentDirectory() directory: RequestDirectory,
  ): Promise<MeDto> {
    if (caller.kind !== 'user') return toCallerDto(caller, []);
    const { accountId, id: userId } = caller;
    return toCallerDto(caller, await managedGroupsOf(directory, { accountId, userId }));
  }
}
