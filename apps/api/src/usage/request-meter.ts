import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { startWritingUsage, usageWriter, type Directory, type UsageWriter } from '#libs/directory';
import { accountOf } from '../auth/caller/caller.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { contextOf } from '../observability/request-context.js';

/** Counts the requests of each account in memory. Those that were not authenticated, or refused for their rate, have none. */
@Injectable()
export class RequestMeter implements OnApplicationShutdown {
  readonly writer: UsageWriter;
  private readonly writing: ReturnType<typeof startWritingUsage> | undefined;

  constructor(
    @Inject(DIRECTORY) directory: Directory,
    @Inject(CONFIGURATION) { oneRequestAtATime }: Configuration,
    { httpAdapter }: HttpAdapterHost,
  ) {
    const logger = new Logger('RequestMeter');
    this.writer = usageWriter(directory, (line) => logger.warn(line));
    // A function stands still between two requests, and its timers with it.
    this.writing = oneRequestAtATime ? undefined : startWritingUsage(this.writer);
    httpAdapter.getInstance<FastifyInstance>().addHook('onResponse', (request, _reply, done) => {
      const accountId = accountOf(request);
      const isWrite = contextOf(request).table.writeUnits > 0;
      if (accountId !== undefined) directory.usage.add(accountId, isWrite ? { writes: 1 } : { reads: 1 });
      done();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writing?.stop();
  }
}
