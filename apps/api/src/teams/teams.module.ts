import { Module } from '@nestjs/common';
import { TeamAccessController } from './team-access.controller.js';
import { TeamMembersController } from './team-members.controller.js';
import { TeamsController } from './teams.controller.js';

@Module({ controllers: [TeamsController, TeamMembersController, TeamAccessController] })
export class TeamsModule {}
