import { Module } from '@nestjs/common';
import { AccessController } from './access.controller.js';
import { AccessSearchesService } from './access-searches.service.js';
import { AccessService } from './access.service.js';

@Module({ controllers: [AccessController], providers: [AccessService, AccessSearchesService] })
export class AccessModule {}
