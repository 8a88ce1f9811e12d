import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AccessControlModule } from './auth/guard/access-control.module.js';
import { AccessModule } from './access/access.module.js';
import { AccessRequestsModule } from './access-requests/access-requests.module.js';
import { AccessRolesModule } from './access-roles/access-roles.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { CONFIGURATION, type Configuration } from './configuration/configuration.js';
import { DiscoveryModule } from './discovery/discovery.module.js';
import { HealthModule } from './health/health.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { LogsModule } from './logs/logs.module.js';
import { ManagersModule } from './managers/managers.module.js';
import { LogStreamsModule } from './log-streams/log-streams.module.js';
import { MeModule } from './me/me.module.js';
import { MetricsModule } from './observability/metrics/metrics.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { RevertsModule } from './reverts/reverts.module.js';
import { ScimModule } from './scim/scim.module.js';
import { SearchModule } from './search/search.module.js';
import { ServiceGroupsModule } from './service-groups/service-groups.module.js';
import { SessionsModule } from './auth/sessions-api/sessions.module.js';
import { SignInModule } from './auth/sign-in/sign-in.module.js';
import { TeamsModule } from './teams/teams.module.js';
import { UsageModule } from './usage/usage.module.js';
import { UsersModule } from './users/users.module.js';
import { WebhookEndpointsModule } from './webhook-endpoints/webhook-endpoints.module.js';
import { DirectoryModule } from './directory/directory.module.js';

@Module({
  imports: [
    DirectoryModule,
    AccessControlModule,
    DiscoveryModule,
    SignInModule,
    SessionsModule,
    AccountsModule,
    UsersModule,
    InvitationsModule,
    WebhookEndpointsModule,
    LogStreamsModule,
    ServiceGroupsModule,
    RevertsModule,
    MembershipsModule,
    ManagersModule,
    AccessRolesModule,
    TeamsModule,
    AccessRequestsModule,
    ImportsModule,
    AuditLogModule,
    LogsModule,
    ChangesModule,
    ApiKeysModule,
    ScimModule,
    JobsModule,
    AccessModule,
    SearchModule,
    UsageModule,
    MeModule,
    HealthModule,
    MetricsModule,
  ],
})
export class AppModule {
  static with(configuration: Configuration, additional: readonly Type[]): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [...additional],
      providers: [{ provide: CONFIGURATION, useValue: configuration }],
      exports: [CONFIGURATION],
    };
  }
}
