// configuration: the settings, read once at the start.
// Imports nothing else of this program.

import type { LogKey } from '#libs/directory';
import { invitationSecretOf, logSigning } from '#libs/secrets';
import { readTraceSettings, type TraceSettings } from '#libs/program';
import {
  asKeySetUrl,
  ISSUER_DEFAULTS,
  readIssuers,
  type IssuerConfiguration,
} from './issuer-configuration.js';
import { readPlans, type Plans } from './plans.js';
import { asPublicUrl, readProviders, type SignInConfiguration } from './sign-in-configuration.js';
import { asTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

export interface Configuration {
  host: string;
  /** 0 picks any free port. */
  port: number;
  table: { name: string; endpoint: string | undefined };
  /** The key that wraps the keys of personal data: in KMS, or, for development, in a file. */
  masterKey: { kmsKeyId: string | undefined; file: string | undefined };
  /** Signs the logs of accounts. Absent: there are no logs. */
  logKey?: LogKey | undefined;
  /** Seals list cursors, so that a client can neither forge nor read one. */
  cursorSecret: string;
  /** Whose tokens the API accepts; at least one. */
  issuers: readonly IssuerConfiguration[];
  /** The origin at which others find the API. Without it nobody can sign in with a browser. */
  publicUrl?: URL | undefined;
  signIn?: SignInConfiguration | undefined;
  /** Computes invitation tokens; the same for the sender of the mails. */
  invitationSecret: string;
  webhooks: {
    /** Development only: endpoints may be http, and on this machine and its networks. */
    allowLocal: boolean;
  };
  /** Of each credential, and of each account as a whole, in this process. */
  rateLimit: { perSecond: number; burst: number };
  /** By their names; none by default. */
  plans?: Plans | undefined;
  /** The proxies whose information on a request's origin is trusted; by default none. */
  trustedProxies?: TrustedProxies;
  /** Web pages of these origins may call the API from a browser; none without. */
  corsOrigins: readonly string[];
  /** Where the documentation has a page for each problem, with a slash at its end; `urn:rollbook:problem:` without. */
  problemBaseUrl?: string | undefined;
  logLevel: LogLevel;
  /** The UDP port of this machine at which the stream processor listens for writes; without one it polls. */
  writeSignalPort?: number | undefined;
  webhooksSignalPort?: number | undefined;
  metricsPort?: number | undefined;
  traces?: TraceSettings | undefined;
  /** As on Lambda, where optimizations for concurrent requests are useless. */
  oneRequestAtATime?: boolean;
}

export const CONFIGURATION = Symbol('CONFIGURATION');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
  }
}

const MIN_CURSOR_SECRET_LENGTH = 32;

/** @throws ConfigurationError that names every variable that is missing or wrong, not only the first */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const mistakes: string[] = [];
  const read: Read = (name, fallback, parse) => {
    const text = environment[name]?.trim() || fallback;
    if (text === undefined) {
      mistakes.push(`${name} is not set.`);
      return undefined;
    }
    try {
      return parse(text);
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  const endpoint = environment['ROLLBOOK_DYNAMODB_ENDPOINT']?.trim();
  const several = environment['ROLLBOOK_ISSUERS']?.trim()
    ? read('ROLLBOOK_ISSUERS', undefined, readIssuers)
    : undefined;
  // One issuer, that of the operators too, needs no list.
  const hasSingle = several === undefined || Boolean(environment['ROLLBOOK_JWT_ISSUER']);
  const single = () => ({
    ...ISSUER_DEFAULTS,
    issuer: read('ROLLBOOK_JWT_ISSUER', undefined, asText),
    audience: read('ROLLBOOK_JWT_AUDIENCE', ISSUER_DEFAULTS.audience, asText),
    jwksUrl: read('ROLLBOOK_JWKS_URL', undefined, asKeySetUrl),
    operators: true,
  });
  const configuration = {
    host: read('HOST', '127.0.0.1', asText),
    port: read('PORT', '3000', asPort),
    table: {
      name: read('ROLLBOOK_TABLE', 'rollbook', asTableName),
      endpoint: endpoint ? read('ROLLBOOK_DYNAMODB_ENDPOINT', undefined, asHttpUrl) : undefined,
    },
    cursorSecret: read('ROLLBOOK_CURSOR_SECRET', undefined, asSecret),
    masterKey: readMasterKey(environment, mistakes),
    logKey: readLogKey(environment, mistakes),
    issuers: [...(hasSingle ? [single()] : []), ...(several ?? [])],
    publicUrl: environment['ROLLBOOK_PUBLIC_URL']?.trim()
      ? read('ROLLBOOK_PUBLIC_URL', undefined, asPublicUrl)
      : undefined,
    signIn: readSignIn(environment, read),
    invitationSecret: readInvitationSecret(environment, mistakes),
    webhooks: {
      allowLocal: read('ROLLBOOK_WEBHOOKS_ALLOW_LOCAL', 'false', asDevelopmentSwitch(environment)),
    },
    rateLimit: {
      perSecond: read('ROLLBOOK_RATE_LIMIT', '1000', asCount),
      burst: read('ROLLBOOK_RATE_BURST', '5000', asCount),
    },
    plans: environment['ROLLBOOK_PLANS']?.trim() ? read('ROLLBOOK_PLANS', undefined, readPlans) : undefined,
    trustedProxies: environment['ROLLBOOK_TRUSTED_PROXIES']?.trim()
      ? read('ROLLBOOK_TRUSTED_PROXIES', undefined, asTrustedProxies)
      : false,
    corsOrigins: environment['ROLLBOOK_CORS_ORIGINS']?.trim()
      ? read('ROLLBOOK_CORS_ORIGINS', undefined, asOrigins)
      : [],
    problemBaseUrl: environment['ROLLBOOK_PROBLEM_BASE_URL']?.trim()
      ? read('ROLLBOOK_PROBLEM_BASE_URL', undefined, asFolderUrl)
      : undefined,
    writeSignalPort: environment['ROLLBOOK_WRITE_SIGNAL_PORT']?.trim()
      ? read('ROLLBOOK_WRITE_SIGNAL_PORT', undefined, asPort)
      : undefined,
    webhooksSignalPort: environment['ROLLBOOK_WEBHOOKS_SIGNAL_PORT']?.trim()
      ? read('ROLLBOOK_WEBHOOKS_SIGNAL_PORT', undefined, asPort)
      : undefined,
    metricsPort: environment['ROLLBOOK_METRICS_PORT']?.trim()
      ? read('ROLLBOOK_METRICS_PORT', undefined, asPort)
      : undefined,
    logLevel: read('ROLLBOOK_LOG_LEVEL', 'info', asLogLevel),
    traces: readTraces(environment, mistakes),
  };
  const names = configuration.issuers.map(({ issuer }) => issuer);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) mistakes.push(`ROLLBOOK_ISSUERS names ${twice} twice.`);
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
  return configuration as Configuration;
}

type Read = <T>(name: string, fallback: string | undefined, parse: (text: string) => T) => T | undefined;

function readSignIn(environment: NodeJS.ProcessEnv, read: Read): Configuration['signIn'] {
  if (!environment['ROLLBOOK_SIGN_IN_PROVIDERS']?.trim()) return undefined;
  const minutes = (name: string, fallback: string) => (read(name, fallback, asCount) ?? 0) * 60;
  return {
    publicUrl: read('ROLLBOOK_PUBLIC_URL', undefined, asPublicUrl),
    providers: read('ROLLBOOK_SIGN_IN_PROVIDERS', undefined, (text) => readProviders(text, environment)),
    idleSeconds: minutes('ROLLBOOK_SESSION_IDLE_MINUTES', '60'),
    absoluteSeconds: minutes('ROLLBOOK_SESSION_MINUTES', '720'),
  } as SignInConfiguration;
}

/** If the secret it may be derived from is missing, only that one is reported. */
function readInvitationSecret(environment: NodeJS.ProcessEnv, mistakes: string[]): string {
  const own = environment['ROLLBOOK_INVITATION_SECRET'];
  if (own && own.length < MIN_CURSOR_SECRET_LENGTH)
    mistakes.push(`ROLLBOOK_INVITATION_SECRET must have at least ${MIN_CURSOR_SECRET_LENGTH} characters.`);
  return own || environment['ROLLBOOK_CURSOR_SECRET'] ? invitationSecretOf(environment) : '';
}

function readTraces(environment: NodeJS.ProcessEnv, mistakes: string[]): TraceSettings | undefined {
  try {
    return readTraceSettings(environment, 'rollbook-api');
  } catch (error) {
    mistakes.push((error as Error).message);
    return undefined;
  }
}

function readMasterKey(environment: NodeJS.ProcessEnv, mistakes: string[]): Configuration['masterKey'] {
  const kmsKeyId = environment['ROLLBOOK_ERASURE_KEY_ARN']?.trim() || undefined;
  const file = environment['ROLLBOOK_MASTER_KEY_FILE']?.trim() || undefined;
  if ((kmsKeyId === undefined) === (file === undefined))
    mistakes.push(
      'Either ROLLBOOK_ERASURE_KEY_ARN or, for development, ROLLBOOK_MASTER_KEY_FILE must be set.',
    );
  return { kmsKeyId, file };
}

function readLogKey(environment: NodeJS.ProcessEnv, mistakes: string[]): Configuration['logKey'] {
  try {
    return logSigning(environment)?.key;
  } catch (error) {
    mistakes.push((error as Error).message);
    return undefined;
  }
}

/** Development shortcuts would be holes in production. */
function asDevelopmentSwitch({ NODE_ENV }: NodeJS.ProcessEnv): (text: string) => boolean {
  return (text) => {
    if (text !== 'true' && text !== 'false') throw new Error(`must be true or false, not "${text}".`);
    if (text === 'true' && NODE_ENV === 'production') throw new Error('must not be true in production.');
    return text === 'true';
  };
}

function asText(text: string): string {
  return text;
}

function asPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`must be a port from 0 to 65535, not "${text}".`);
  return port;
}

function asCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`must be a whole number from 1, not "${text}".`);
  return Number(text);
}

/** The rule is DynamoDB's: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
function asTableName(text: string): string {
  if (!/^[A-Za-z0-9_.-]{3,255}$/.test(text))
    throw new Error(`must be a DynamoDB table name (3 to 255 of A-Z a-z 0-9 _ . -), not "${text}".`);
  return text;
}

function asUrl(text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text);
  if (url && protocols.includes(url.protocol)) return url;
  throw new Error(`must be a URL with ${protocols.join(' or ')}, not "${text}".`);
}

function asHttpUrl(text: string): string {
  return asUrl(text, ['http:', 'https:']).href;
}

function asFolderUrl(text: string): string {
  return asHttpUrl(text).replace(/\/?$/, '/');
}

/** Exact origins, separated by commas or spaces. No `*`: callers must be named. */
function asOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((origin) => {
      if (URL.parse(origin)?.origin !== origin)
        throw new Error(`must be origins like https://app.example.com, not "${origin}".`);
      return origin;
    });
}

function asSecret(text: string): string {
  if (text.length < MIN_CURSOR_SECRET_LENGTH)
    throw new Error(`must have at least ${MIN_CURSOR_SECRET_LENGTH} characters; it has ${text.length}.`);
  return text;
}

function asLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (!level) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
  return level;
}
