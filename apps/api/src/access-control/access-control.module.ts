import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { AccessGuard } from './access.guard.js';
import { DeclaredRoutes } from './declared-routes.js';
import { LOAD_STANDING, standingFrom } from './standing.js';
import { TokenVerifier } from './token-verifier.js';

@Module({
  imports: [DiscoveryModule],
  providers: [
    DeclaredRoutes,
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: LOAD_STANDING,
      inject: [DynamoDBClient, CONFIGURATION],
      useFactory: (client: DynamoDBClient, { table }: Configuration) => standingFrom(client, table.name),
    },
    {
      provide: TokenVerifier,
      inject: [CONFIGURATION],
      useFactory: ({ tokens }: Configuration) => new TokenVerifier(tokens),
    },
  ],
})
export class AccessControlModule {}
