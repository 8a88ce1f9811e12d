import { Module } from '@nestjs/common';
import { MatrixController } from './matrix.controller.js';
import { MembershipsController } from './memberships.controller.js';

@Module({ controllers: [MatrixController, MembershipsController] })
export class MembershipsModule {}
