import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import type { Directory } from '#libs/directory';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { DeclaredRoutes } from './declared-routes.js';
import { LOAD_STANDING, standingIn } from './standing.js';
import { TokenVerifier } from './token-verifier.js';

@Module({
  imports: [DiscoveryModule],
  providers: [
    DeclaredRoutes,
    ApiKeyUses,
    {
      provide: ApiKeyVerifier,
      inject: [DIRECTORY],
      useFactory: (directory: Directory) => new ApiKeyVerifier(directory),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: LOAD_STANDING,
      inject: [DIRECTORY],
      useFactory: standingIn,
    },
    {
      provide: TokenVerifier,
      inject: [CONFIGURATION],
      useFactory: ({ issuers }: Configuration) => new TokenVerifier(issuers),
    },
  ],
})
export class AccessControlModule {}
