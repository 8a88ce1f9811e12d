import { SecretValue } from 'aws-cdk-lib';
import type { Environment, SignInSettings, TraceSettings } from './environment.js';

/** The settings of `apps/api/src/configuration/configuration.ts`, without the secrets. */
export function apiEnvironment(
  tableName: string,
  { tokens, signIn, api, traces }: Environment,
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
    ...(api.problemBaseUrl && { ROLLBOOK_PROBLEM_BASE_URL: api.problemBaseUrl }),
    ...signInEnvironment(signIn),
    ROLLBOOK_RATE_LIMIT: String(api.rateLimit.perSecond),
    ROLLBOOK_RATE_BURST: String(api.rateLimit.burst),
    ...(api.plans && { ROLLBOOK_PLANS: JSON.stringify(api.plans) }),
    ROLLBOOK_ERASURE_KEY_ARN: erasureKeyArn,
    ...traceEnvironment(traces),
  };
}

function signInEnvironment(signIn: SignInSettings | undefined): Record<string, string> {
  if (!signIn) return {};
  const providers = signIn.providers.map(({ clientSecretArn: _, ...provider }) => provider);
  return {
    ROLLBOOK_PUBLIC_URL: signIn.publicUrl,
    ROLLBOOK_SIGN_IN_PROVIDERS: JSON.stringify(providers),
  };
}

/** The ARNs of the providers' client secrets, by the API's variable. */
export function signInSecretArns({ signIn }: Environment): Record<string, string> {
  const secrets = (signIn?.providers ?? []).flatMap(({ name, clientSecretArn }) => {
    const variable = `ROLLBOOK_SIGN_IN_SECRET_${name.toUpperCase().replaceAll('-', '_')}`;
    return clientSecretArn === undefined ? [] : [[variable, clientSecretArn] as const];
  });
  return Object.fromEntries(secrets);
}

/** Only for functions, as `traceHeaders`. */
export function signInSecrets(settings: Environment): Record<string, string> {
  const secrets = Object.entries(signInSecretArns(settings));
  return Object.fromEntries(
    secrets.map(([name, arn]) => [name, SecretValue.secretsManager(arn).unsafeUnwrap()]),
  );
}

/** The settings of `apps/stream-processor/src/configuration.ts`. */
export function processorEnvironment(
  tableName: string,
  busName: string,
  erasureKeyArn: string,
  { processors, traces }: Environment,
): Record<string, string> {
  const { jobChunksPerSecond } = processors;
  return {
    ...webhooksEnvironment(tableName, busName, erasureKeyArn),
    ...(jobChunksPerSecond !== undefined && { ROLLBOOK_JOB_CHUNKS_PER_SECOND: String(jobChunksPerSecond) }),
    ...traceEnvironment(traces),
  };
}

/** Of what stores events in S3. */
export function objectsEnvironment({ logObjects }: Environment): Record<string, string> {
  if (!logObjects) return {};
  const { bucket, personalData = false } = logObjects;
  return { ROLLBOOK_LOG_BUCKET: bucket, ROLLBOOK_LOG_BUCKET_PERSONAL_DATA: String(personalData) };
}

/** The settings of `apps/webhooks/src/configuration.ts`. */
export function webhooksEnvironment(
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

function traceEnvironment(traces: TraceSettings | undefined): Record<string, string> {
  if (!traces) return {};
  const { collector, sampledShare } = traces;
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    ...(sampledShare !== undefined && {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: String(sampledShare),
    }),
  };
}

export const TRACE_HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';

/** Only for functions, whose environment is encrypted with its own key: CloudFormation puts the secret there. */
export function traceHeaders({ traces }: Environment): Record<string, string> {
  const arn = traces?.headersSecretArn;
  return arn === undefined ? {} : { [TRACE_HEADERS]: SecretValue.secretsManager(arn).unsafeUnwrap() };
}
