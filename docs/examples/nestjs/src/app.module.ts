import {
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Guard, nestGuard, openGuard } from '@rollbook/guard';
import type { Request } from 'express';

const { ROLLBOOK_URL = '', ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, SERVICE_GROUP = '' } = process.env;

/** Access is checked in this process. It refuses everybody if Rollbook has not been heard of for 30 seconds. */
@Injectable()
class Members implements CanActivate, OnApplicationShutdown {
  private readonly members;

  constructor(@Inject(Guard) private readonly guard: Guard) {
    const of = {
      // Your own sign-in comes here: a session, or a token that has been verified.
      user: (request: Request) => request.get('x-user-id'),
      serviceGroup: SERVICE_GROUP,
    };
    this.members = nestGuard(guard, of, UnauthorizedException);
  }

  canActivate(context: ExecutionContext): Promise<boolean> {
    return this.members.canActivate(context);
  }

  onApplicationShutdown(): Promise<void> {
    return this.guard.close();
  }
}

@Controller('prod')
@UseGuards(Members)
class ReportController {
  @Get('report')
  report() {
    return { report: 'for members only' };
  }
}

const guard = {
  provide: Guard,
  useFactory: () => openGuard({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY, accountId: ROLLBOOK_ACCOUNT }),
};

@Module({ controllers: [ReportController], providers: [guard, Members] })
export class AppModule {}
