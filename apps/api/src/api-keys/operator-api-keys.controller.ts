import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getApiKey, revokeApiKey, type CommandContext } from '#libs/directory';
import type { ApiKeyId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentPlatform, type RequestTenant } from '../auth/caller/caller.js';
import { RecentSignIn } from '../auth/caller/recent-sign-in.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo, nothing } from '../commands/command-answer.js';
import { CurrentCommand } from '../commands/command.js';
import { Selectable } from '../http/query/fields.js';
import { searchedPageOf } from '../http/query/search.dto.js';
import {
  API_KEY_FIELDS,
  ApiKeyDto,
  ApiKeyListDto,
  ApiKeyListQueryDto,
  CreateApiKeyDto,
  IssuedApiKeyDto,
  RotateApiKeyDto,
  toApiKeyDto,
  toIssuedApiKeyDto,
} from './api-keys.dto.js';
import { ApiKeysService } from './api-keys.service.js';

@ApiTags('OperatorApiKeys')
@Controller('v1/api-keys')
export class OperatorApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** Creates an API key for operators. The key is only returned here: store it as a secret. */
  @Allow('operators:write')
  @ApiProblems('invalid_name', 'invalid_scope')
  @RecentSignIn()
  @Post()
  async createOperatorApiKey(
    @CurrentPlatform() platform: RequestTenant,
    @Body() input: CreateApiKeyDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<IssuedApiKeyDto> {
    return answerTo(
      command,
      await this.apiKeys.create({ tenant: platform, command }, input),
      toIssuedApiKeyDto,
    );
  }

  /** Lists the operators’ API keys that are not revoked, oldest first, without their secrets. */
  @Allow('operators:write')
  @Selectable(API_KEY_FIELDS)
  @Get()
  async listOperatorApiKeys(
    @CurrentPlatform() platform: RequestTenant,
    @Query() query: ApiKeyListQueryDto,
  ): Promise<ApiKeyListDto> {
    return searchedPageOf(await this.apiKeys.list(platform, query), toApiKeyDto);
  }

  /** Gets an API key, without its secret. */
  @Allow('operators:write')
  @Selectable(API_KEY_FIELDS)
  @Get(':apiKeyId')
  async getOperatorApiKey(
    @CurrentPlatform() platform: RequestTenant,
    @Param('apiKeyId') apiKeyId: ApiKeyId,
  ): Promise<ApiKeyDto> {
    return toApiKeyDto(await getApiKey(platform, apiKeyId));
  }

  /** Rotates the secret of an API key. The new one is only returned here; the previous one stays valid for `graceSeconds`. */
  @Allow('operators:write')
  @ApiProblems('version_mismatch')
  @HttpCode(200)
  @RecentSignIn()
  @Post(':apiKeyId/rotate')
  async rotateOperatorApiKey(
    @CurrentPlatform() platform: RequestTenant,
    @Param('apiKeyId') apiKeyId: ApiKeyId,
    @Body() input: RotateApiKeyDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<IssuedApiKeyDto> {
    return answerTo(
      command,
      await this.apiKeys.rotate({ tenant: platform, command }, apiKeyId, input),
      toIssuedApiKeyDto,
    );
  }

  /** Revokes an API key: within five seconds it is refused everywhere. */
  @Allow('operators:write')
  @ApiProblems('version_mismatch')
  @HttpCode(204)
  @Delete(':apiKeyId')
  async revokeOperatorApiKey(
    @CurrentPlatform() platform: RequestTenant,
    @Param('apiKeyId') apiKeyId: ApiKeyId,
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(command, await revokeApiKey(platform, apiKeyId, command), nothing);
  }
}
