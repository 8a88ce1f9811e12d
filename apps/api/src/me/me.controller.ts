import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, type Caller } from '../auth/caller/caller.js';
import { MeDto, toCallerDto } from './me.dto.js';

@ApiTags('Me')
@Controller('v1/me')
export class MeController {
  /** Gets the caller, with their account and role. */
  @Allow('anyone')
  @Get()
  getMe(@CurrentCaller() caller: Caller): MeDto {
    return toCallerDto(caller);
  }
}
