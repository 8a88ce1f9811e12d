import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeyUses } from '../api-keys/api-key-uses.js';
import { ApiKeyVerifier } from '../api-keys/api-key-verifier.js';
import { Credentials } from './credentials.js';
import { DeclaredRoutes } from './declared-routes.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import { UserUses } from '../caller/user-uses.js';
import { TokenVerifier } from '../tokens/token-verifier.js';

@Module({
  imports: [DiscoveryModule],
  providers: [
    DeclaredRoutes,
    ApiKeyUses,
    Credentials,
    RateLimiter,
    UserUses,
    { provide: ApiKeyVerifier, useFactory: () => new ApiKeyVerifier() },
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: TokenVerifier,
      inject: [CONFIGURATION],
      useFactory: ({ issuers }: Configuration) => new TokenVerifier(issuers),
    },
    {
      provide: SessionVerifier,
      inject: [CONFIGURATION],
      useFactory: ({ signIn, cursorSecret }: Configuration) => new SessionVerifier(signIn, cursorSecret),
    },
  ],
  exports: [SessionVerifier, UserUses],
})
export class AccessControlModule {}
