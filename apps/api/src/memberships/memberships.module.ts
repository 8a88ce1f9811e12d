import { Module } from '@nestjs/common';
import { MembershipDiffController } from './diff.controller.js';
import { EndingMembershipsController } from './ending.controller.js';
import { MatrixController } from './matrix.controller.js';
import { MembershipsController } from './memberships.controller.js';

@Module({
  controllers: [
    EndingMembershipsController,
    MatrixController,
    MembershipDiffController,
    MembershipsController,
  ],
})
export class MembershipsModule {}
