import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CommandContext } from '#libs/directory';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../access-control/caller.js';
import { RecentSignIn } from '../access-control/recent-sign-in.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { answerTo, nothing } from '../requests/commands/command-answer.js';
import { CurrentCommand } from '../requests/commands/command.js';
import { Selectable } from '../requests/query/fields.js';
import { searchedPageOf } from '../requests/query/search.dto.js';
import {
  API_KEY_FIELDS,
  ApiKeyDto,
  ApiKeyListDto,
  ApiKeyListQueryDto,
  CreateApiKeyDto,
  IssuedApiKeyDto,
  toApiKeyDto,
  RotateApiKeyDto,
} from './api-keys.dto.js';
import { ApiKeysService, type Issued } from './api-keys.service.js';

const represent = (apiKey: Parameters<typeof toApiKeyDto>[0]): ApiKeyDto => toApiKeyDto(apiKey, false);
const issued = ({ key, ...apiKey }: Issued): IssuedApiKeyDto => ({ ...represent(apiKey), key });

@ApiTags('ApiKeys')
@Controller('v1/accounts/:accountId/api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** Creates an API key for the account. The key is only returned here: store it as a secret. */
  @Allow('operator', 'owner')
  @ApiProblems('account_not_found', 'account_suspended', 'invalid_name', 'invalid_scope')
  @RecentSignIn()
  @Post()
  async createApiKey(
    @CurrentTenant() tenant: RequestTenant,
    @Body() input: CreateApiKeyDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<IssuedApiKeyDto> {
    return answerTo(command, await this.apiKeys.create(tenant, input, command), issued);
  }

  /** Lists the API keys of the account that are not revoked, oldest first, without their secrets. */
  @Allow('operator', 'owner')
  @ApiProblems('account_not_found')
  @Selectable(API_KEY_FIELDS)
  @Get()
  async listApiKeys(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ApiKeyListQueryDto,
  ): Promise<ApiKeyListDto> {
    return searchedPageOf(await this.apiKeys.list(tenant, query), represent);
  }

  /** Gets an API key, without its secret. */
  @Allow('operator', 'owner')
  @ApiProblems('account_not_found', 'api_key_not_found')
  @Selectable(API_KEY_FIELDS)
  @Get(':apiKeyId')
  async getApiKey(
    @CurrentTenant() tenant: RequestTenant,
    @Param('apiKeyId') apiKeyId: string,
  ): Promise<ApiKeyDto> {
    return represent(await this.apiKeys.get(tenant, apiKeyId));
  }

  /** Rotates the secret of an API key. The new one is only returned here; the previous one stays valid for `graceSeconds`. */
  @Allow('operator', 'owner')
  @ApiProblems('account_not_found', 'account_suspended', 'api_key_not_found', 'version_mismatch')
  @HttpCode(200)
  @RecentSignIn()
  @Post(':apiKeyId/rotate')
  async rotateApiKey(
    @CurrentTenant() tenant: RequestTenant,
    @Param('apiKeyId') apiKeyId: string,
    @Body() input: RotateApiKeyDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<IssuedApiKeyDto> {
    return answerTo(command, await this.apiKeys.rotate(tenant, apiKeyId, input, command), issued);
  }

  /** Revokes an API key: within five seconds it is refused everywhere. */
  @Allow('operator', 'owner')
  @ApiProblems('account_not_found', 'api_key_not_found', 'version_mismatch')
  @HttpCode(204)
  @Delete(':apiKeyId')
  async revokeApiKey(
    @CurrentTenant() tenant: RequestTenant,
    @Param('apiKeyId') apiKeyId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(command, await this.apiKeys.revoke(tenant, apiKeyId, command), nothing);
  }
}
