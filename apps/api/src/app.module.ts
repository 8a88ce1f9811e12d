import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AccessControlModule } from './access-control/access-control.module.js';
import { CONFIGURATION, type Configuration } from './configuration.js';
import { HealthModule } from './health/health.module.js';
import { TableModule } from './table/table.module.js';

/** The map of the API: one module a feature. */
@Module({ imports: [TableModule, AccessControlModule, HealthModule] })
export class AppModule {
  /** @param additional modules that only a test brings */
  static with(configuration: Configuration, additional: readonly Type[]): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [...additional],
      providers: [{ provide: CONFIGURATION, useValue: configuration }],
      exports: [CONFIGURATION],
    };
  }
}
