import { Module } from '@nestjs/common';
import {
  ScimDiscoveryController,
  ScimTeamsDiscoveryController,
  UnservedScimController,
  UnservedScimTeamsController,
} from './discovery/scim-discovery.controller.js';
import { ScimGroupsController } from './groups/scim-groups.controller.js';
import { ScimTeamsGroupsController } from './groups/scim-teams-groups.controller.js';
import { ScimRefusals } from './set-up/scim-refusals.js';
import { ScimSetUpController } from './set-up/scim-set-up.controller.js';
import { ScimTeamsUsersController, ScimUsersController } from './users/scim-users.controller.js';

/** SCIM 2.0 (RFC 7643, RFC 7644, RFC 9865): what identity providers speak. */
@Module({
  controllers: [
    // Before the users, whose ids its paths would be.
    UnservedScimController,
    ScimUsersController,
    ScimGroupsController,
    ScimDiscoveryController,
    UnservedScimTeamsController,
    ScimTeamsUsersController,
    ScimTeamsGroupsController,
    ScimTeamsDiscoveryController,
    ScimSetUpController,
  ],
  providers: [ScimRefusals],
})
export class ScimModule {}
