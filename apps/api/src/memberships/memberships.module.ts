import { Module } from '@nestjs/common';
import { MatrixController } from './matrix.controller.js';
import { MatrixService } from './matrix.service.js';
import { MembershipsController } from './memberships.controller.js';
import { MembershipsService } from './memberships.service.js';

@Module({
  controllers: [MatrixController, MembershipsController],
  providers: [MatrixService, MembershipsService],
})
export class MembershipsModule {}
