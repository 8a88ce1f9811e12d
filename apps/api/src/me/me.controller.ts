import { Controller, Get } from '@nestjs/common';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentCaller, type Caller } from '../access-control/caller.js';
import { MeDto, representCaller } from './me.dto.js';

@Controller('v1/me')
export class MeController {
  /** Who is calling, and with which role. */
  @Allow('operator', 'member', 'api-key')
  @Get()
  getMe(@CurrentCaller() caller: Caller): MeDto {
    return representCaller(caller);
  }
}
