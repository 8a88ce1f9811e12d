import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getApiKey, revokeApiKey } from '#libs/directory';
import type { ApiKeyId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { RecentSignIn } from '../auth/caller/recent-sign-in.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo, nothing } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
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

@ApiTags('ApiKeys')
@Controller('v1/accounts/:accountId/api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** Creates an API key for the account. The key is only returned here: store it as a secret. */
  @Allow('api-keys:write')
  @ApiProblems('account_suspended', 'invalid_name', 'invalid_scope')
  @RecentSignIn()
  @Post()
  async createApiKey(
    @CurrentChange() { tenant, command }: Change,
    @Body() input: CreateApiKeyDto,
  ): Promise<IssuedApiKeyDto> {
    return answerTo(command, await this.apiKeys.create({ tenant, command }, input), toIssuedApiKeyDto);
  }

  /** Lists the API keys of the account that are not revoked, oldest first, without their secrets. */
  @Allow('api-keys:read')
  @Selectable(API_KEY_FIELDS)
  @Get()
  async listApiKeys(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ApiKeyListQueryDto,
  ): Promise<ApiKeyListDto> {
    return searchedPageOf(await this.apiKeys.list(tenant, query), toApiKeyDto);
  }

  /** Gets an API key, without its secret. */
  @Allow('api-keys:read')
  @Selectable(API_KEY_FIELDS)
  @Get(':apiKeyId')
  async getApiKey(
    @CurrentTenant() tenant: RequestTenant,
    @Param('apiKeyId') apiKeyId: ApiKeyId,
  ): Promise<ApiKeyDto> {
    return toApiKeyDto(await getApiKey(tenant, apiKeyId));
  }

  /** Rotates the secret of an API key. The new one is only returned here; the previous one stays valid for `graceSeconds`. */
  @Allow('api-keys:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(200)
  @RecentSignIn()
  @Post(':apiKeyId/rotate')
  async rotateApiKey(
    @CurrentChange() { tenant, command }: Change,
    @Param('apiKeyId') apiKeyId: ApiKeyId,
    @Body() input: RotateApiKeyDto,
  ): Promise<IssuedApiKeyDto> {
    return answerTo(
      command,
      await this.apiKeys.rotate({ tenant, command }, apiKeyId, input),
      toIssuedApiKeyDto,
    );
  }

  /** Revokes an API key: within five seconds it is refused everywhere. */
  @Allow('api-keys:write')
  @ApiProblems('version_mismatch')
  @HttpCode(204)
  @Delete(':apiKeyId')
  async revokeApiKey(
    @CurrentChange() { tenant, command }: Change,
    @Param('apiKeyId') apiKeyId: ApiKeyId,
  ): Promise<void> {
    return answerTo(command, await revokeApiKey(tenant, apiKeyId, command), nothing);
  }
}
