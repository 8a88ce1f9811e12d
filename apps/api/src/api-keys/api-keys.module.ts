import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { OperatorApiKeysController } from './operator-api-keys.controller.js';
import { ScopesController } from './scopes.controller.js';

@Module({
  controllers: [ApiKeysController, OperatorApiKeysController, ScopesController],
  providers: [ApiKeysService],
})
export class ApiKeysModule {}
