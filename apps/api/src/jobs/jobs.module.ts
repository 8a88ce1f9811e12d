import { Module } from '@nestjs/common';
import { BulkJobsController } from './bulk-jobs.controller.js';
import { JobsController } from './jobs.controller.js';

@Module({ controllers: [BulkJobsController, JobsController] })
export class JobsModule {}
