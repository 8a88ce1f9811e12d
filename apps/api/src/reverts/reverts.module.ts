import { Module } from '@nestjs/common';
import { RevertsController } from './reverts.controller.js';

@Module({ controllers: [RevertsController] })
export class RevertsModule {}
