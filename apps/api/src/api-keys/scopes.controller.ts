import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PLATFORM_SCOPES } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { ScopeListDto, toScopeDto } from './scopes.dto.js';

@ApiTags('ApiKeys')
@Controller('v1/scopes')
export class ScopesController {
  /** Lists the scopes that API keys can have, each with what it permits. */
  @Allow('anyone')
  @Get()
  listScopes(): ScopeListDto {
    return { data: PLATFORM_SCOPES.map(toScopeDto), nextCursor: null };
  }
}
