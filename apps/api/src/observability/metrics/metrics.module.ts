import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics.server.js';

@Module({
  exports: [Metrics],
  providers: [
    {
      provide: Metrics,
      inject: [HttpAdapterHost],
      useFactory: ({ httpAdapter }: HttpAdapterHost) => {
        const metrics = new Metrics();
        metrics.watch(httpAdapter.getInstance<FastifyInstance>());
        return metrics;
      },
    },
    {
      provide: MetricsServer,
      inject: [Metrics, CONFIGURATION],
      useFactory: (metrics: Metrics, configuration: Configuration) =>
        new MetricsServer(metrics, configuration),
    },
  ],
})
export class MetricsModule {}
