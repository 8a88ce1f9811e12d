import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listApiKeys, listScimRefusals } from '#libs/directory';
import { Allow } from '../../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../../auth/caller/caller.js';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { ScimSetUpDto, toScimKeyDto, toScimRefusalDto } from './scim-set-up.dto.js';

const MAX_KEYS = 100;

@ApiTags('ScimSetUp')
@Controller('v1/accounts/:accountId/scim')
export class ScimSetUpController {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  /** Gets the settings for an identity provider, and which of its requests were refused. */
  @Allow('api-keys:read')
  @Get()
  async getScimSetUp(@CurrentTenant() tenant: RequestTenant): Promise<ScimSetUpDto> {
    const [keys, refusals] = await Promise.all([
      listApiKeys(tenant, { limit: MAX_KEYS, cursor: undefined, order: 'descending' }),
      listScimRefusals(tenant),
    ]);
    const { publicUrl } = this.configuration;
    return {
      baseUrl: publicUrl ? new URL(`/scim/v2/${tenant.accountId}`, publicUrl).href : null,
      apiKeys: keys.items.filter(({ scopes }) => scopes.includes('scim')).map(toScimKeyDto),
      refusals: refusals.map(toScimRefusalDto),
    };
  }
}
