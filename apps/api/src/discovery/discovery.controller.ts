import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/caller/allow.decorator.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { Problem } from '../problems/problem.js';
import { AuthZenConfigurationDto, ProtectedResourceDto } from './discovery.dto.js';

@Public()
@ApiTags('Discovery')
@Controller('.well-known')
export class DiscoveryController {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  /** Gets which issuers' tokens are accepted (OAuth 2.0 Protected Resource Metadata, RFC 9728). */
  @ApiProblems('public_url_not_configured')
  @Get('oauth-protected-resource')
  protectedResource(): ProtectedResourceDto {
    return {
      resource: this.at('/'),
      authorization_servers: this.configuration.issuers.map(({ issuer }) => issuer),
      bearer_methods_supported: ['header'],
      resource_documentation: this.at('/docs'),
    };
  }

  /** Gets where access is evaluated (AuthZEN 1.0). */
  @ApiProblems('public_url_not_configured')
  @Get('authzen-configuration')
  authZenConfiguration(): AuthZenConfigurationDto {
    return {
      policy_decision_point: this.at('/'),
      access_evaluation_endpoint: this.at('/access/v1/evaluation'),
      access_evaluations_endpoint: this.at('/access/v1/evaluations'),
      search_subject_endpoint: this.at('/access/v1/search/subject'),
      search_resource_endpoint: this.at('/access/v1/search/resource'),
      search_action_endpoint: this.at('/access/v1/search/action'),
    };
  }

  private at(path: string): string {
    const { publicUrl } = this.configuration;
    if (!publicUrl) throw new Problem('public_url_not_configured', 'ROLLBOOK_PUBLIC_URL is not set.');
    // An origin is named without a slash.
    return path === '/' ? publicUrl.origin : new URL(path, publicUrl).href;
  }
}
