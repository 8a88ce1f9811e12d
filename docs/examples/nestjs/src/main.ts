// A CommonJS project, as `nest new` makes it, of which everything below /prod is for members of one service group.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function start() {
  const app = await NestFactory.create(AppModule, { logger: ['error'], forceCloseConnections: true });
  app.enableShutdownHooks();
  await app.listen(Number(process.env.PORT ?? '8080'), '127.0.0.1');
  console.log(await app.getUrl());
}
void start();
