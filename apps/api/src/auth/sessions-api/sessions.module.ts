import { Module } from '@nestjs/common';
import { AccessControlModule } from '../guard/access-control.module.js';
import { OperatorSessionsController } from './operator-sessions.controller.js';
import { SeeAsController } from './see-as.controller.js';
import { SessionController } from './session.controller.js';
import { UserSessionsController } from './user-sessions.controller.js';

@Module({
  imports: [AccessControlModule],
  controllers: [SessionController, SeeAsController, UserSessionsController, OperatorSessionsController],
})
export class SessionsModule {}
