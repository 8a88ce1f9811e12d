import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { writeSignal, type WriteSignal } from '#libs/program';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';

@Injectable()
export class DeliverySignal implements OnApplicationShutdown {
  private readonly signal: WriteSignal | undefined;

  constructor(@Inject(CONFIGURATION) { webhooksSignalPort: port }: Configuration) {
    this.signal = port ? writeSignal(port) : undefined;
  }

  wake(): void {
    this.signal?.wrote();
  }

  onApplicationShutdown(): void {
    this.signal?.close();
  }
}
