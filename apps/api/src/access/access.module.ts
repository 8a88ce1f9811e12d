import { Module } from '@nestjs/common';
import { AccessController } from './access.controller.js';
import { AccessSearchesService } from './access-searches.service.js';
import { AccessService } from './access.service.js';
import { ExplainController } from './explain.controller.js';

@Module({
  controllers: [AccessController, ExplainController],
  providers: [AccessService, AccessSearchesService],
})
export class AccessModule {}
