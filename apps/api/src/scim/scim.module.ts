import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ScimBulkController } from './bulk/scim-bulk.controller.js';
import { ScimBulkService } from './bulk/scim-bulk.service.js';
import { ScimDiscoveryController } from './discovery/scim-discovery.controller.js';
import { ScimGroupsController } from './groups/scim-groups.controller.js';
import { ScimGroupsService } from './groups/scim-groups.service.js';
import { ScimUsersController } from './users/scim-users.controller.js';
import { ScimUsersService } from './users/scim-users.service.js';

/** SCIM 2.0 (RFC 7643, RFC 7644, RFC 9865): what identity providers speak. */
@Module({
  imports: [UsersModule],
  controllers: [ScimUsersController, ScimGroupsController, ScimBulkController, ScimDiscoveryController],
  providers: [ScimUsersService, ScimGroupsService, ScimBulkService],
})
export class ScimModule {}
