import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listApiKeys, listScimRefusals } from '#libs/directory';
import { Allow } from '../../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../../auth/caller/caller.js';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { addressOf, type ScimBase } from '../schema/scim-base.js';
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
    const urlOf = (base: ScimBase) =>
      publicUrl ? new URL(addressOf(base, tenant.accountId), publicUrl).href : null;
    return {
      baseUrl: urlOf('service-groups'),
      teamsBaseUrl: urlOf('teams'),
      apiKeys: keys.items.filter(({ scopes }) => scopes.includes('scim')).map(toScimKeyDto),
      refusals: refusals.map(toScimRefusalDto),
    };
  }
}
