import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { Changes } from './changes.service.js';
import { FeedWatch } from './feed-watch.js';

@Module({ controllers: [ChangesController], providers: [Changes, FeedWatch], exports: [FeedWatch] })
export class ChangesModule {}
