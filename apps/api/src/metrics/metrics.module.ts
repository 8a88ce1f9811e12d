import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';

@Module({
  controllers: [MetricsController],
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
  ],
})
export class MetricsModule {}
