import { Module } from '@nestjs/common';
import { AccessRequestsController } from './access-requests.controller.js';
import { AccessRequestsService } from './access-requests.service.js';
import { DecisionsController } from './decisions.controller.js';
import { NoticesController } from './notices/notices.controller.js';
import { NoticesService } from './notices/notices.service.js';
import { OwnAccessRequestsController } from './own-access-requests.controller.js';

@Module({
  controllers: [
    AccessRequestsController,
    DecisionsController,
    OwnAccessRequestsController,
    NoticesController,
  ],
  providers: [AccessRequestsService, NoticesService],
})
export class AccessRequestsModule {}
