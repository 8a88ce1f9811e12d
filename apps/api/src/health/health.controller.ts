import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/caller/allow.decorator.js';
import { LivenessDto, ReadinessDto } from './health.dto.js';
import { HealthService } from './health.service.js';

@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Checks that the process is running. Does not check what it depends on: a restart would not help there. */
  @Get('live')
  live(): LivenessDto {
    return { status: 'live' };
  }

  /** Checks that the process can serve requests: its table exists, in the shape that this version needs. A 503 names what is missing. */
  @Get('ready')
  async ready(): Promise<ReadinessDto> {
    return { status: 'ready', tableShape: await this.health.check() };
  }
}
