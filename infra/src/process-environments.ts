import type { Environment } from './environment.js';

/** What `apps/api/src/configuration.ts` reads, but the secrets. */
export function apiEnvironment(
  tableName: string,
  { tokens, api }: Environment,
  erasureKeyArn: string,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    ROLLBOOK_TABLE: tableName,
    ROLLBOOK_JWT_ISSUER: tokens.issuer,
    ROLLBOOK_JWT_AUDIENCE: tokens.audience,
    ROLLBOOK_JWKS_URL: tokens.jwksUrl,
    ...(tokens.further && { ROLLBOOK_ISSUERS: JSON.stringify(tokens.further) }),
    ...(api.origins && { ROLLBOOK_CORS_ORIGINS: api.origins.join(',') }),
    ROLLBOOK_RATE_LIMIT: String(api.rateLimit.perSecond),
    ROLLBOOK_RATE_BURST: String(api.rateLimit.burst),
    ROLLBOOK_ERASURE_KEY_ARN: erasureKeyArn,
  };
}

/** What `apps/stream-processor/src/configuration.ts` reads. */
export function processorEnvironment(
  tableName: string,
  busName: string,
  erasureKeyArn: string,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    ROLLBOOK_TABLE: tableName,
    ROLLBOOK_EVENT_BUS: busName,
    ROLLBOOK_ERASURE_KEY_ARN: erasureKeyArn,
  };
}

/** What `apps/webhooks/src/configuration.ts` reads. */
export const webhooksEnvironment = processorEnvironment;
