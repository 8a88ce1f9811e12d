import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentCaller, type Caller } from '../access-control/caller.js';
import { MeDto, representCaller } from './me.dto.js';

@ApiTags('Me')
@Controller('v1/me')
export class MeController {
  /** Who is calling, in which account, and with which role: what the head of a dashboard shows. */
  @Allow('operator', 'member', 'api-key')
  @Get()
  getMe(@CurrentCaller() caller: Caller): MeDto {
    return representCaller(caller);
  }
}
