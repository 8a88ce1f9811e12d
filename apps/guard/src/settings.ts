import { readFileSync } from 'node:fs';
import type { GuardOptions } from '#libs/guard';

/** Where it listens: on a path, or on a port of an address. */
export type Place = { path: string } | { port: number; host: string };

export interface Settings {
  place: Place;
  /** In lower case. */
  userHeader: string;
  /** Where Envoy asks by gRPC, if it does, and by which claim of its tokens. */
  extAuthz: { port: number; claim: string } | undefined;
  guard: GuardOptions;
}

const LOOPBACK = '127.0.0.1';
const PORT = 3010;
/** A field name of RFC 9110. */
const HEADER = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** @throws Error that names the setting and its rule */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const [path, port, host] = [
    env['ROLLBOOK_GUARD_SOCKET'],
    env['ROLLBOOK_GUARD_PORT'],
    env['ROLLBOOK_GUARD_HOST'],
  ];
  if (path && (port || host))
    throw new Error(
      'ROLLBOOK_GUARD_SOCKET must not be set together with ROLLBOOK_GUARD_PORT or ROLLBOOK_GUARD_HOST.',
    );
  const grpcPort = env['ROLLBOOK_GUARD_GRPC_PORT'];
  requirePort('ROLLBOOK_GUARD_PORT', port);
  requirePort('ROLLBOOK_GUARD_GRPC_PORT', grpcPort);
  const userHeader = env['ROLLBOOK_GUARD_USER_HEADER'] || 'Rollbook-User';
  if (!HEADER.test(userHeader))
    throw new Error(`ROLLBOOK_GUARD_USER_HEADER must be the name of a header, not "${userHeader}".`);
  const maxAge = env['ROLLBOOK_GUARD_MAX_AGE_SECONDS'];
  if (maxAge && !(Number(maxAge) > 0))
    throw new Error(`ROLLBOOK_GUARD_MAX_AGE_SECONDS must be a number of seconds, not "${maxAge}".`);
  const [accountId, file] = [env['ROLLBOOK_ACCOUNT'], env['ROLLBOOK_GUARD_FILE']];
  return {
    place: path ? { path } : { port: Number(port || PORT), host: host || LOOPBACK },
    userHeader: userHeader.toLowerCase(),
    extAuthz: grpcPort ? { port: Number(grpcPort), claim: env['ROLLBOOK_GUARD_CLAIM'] || 'sub' } : undefined,
    guard: {
      baseUrl: required(env, 'ROLLBOOK_API_URL'),
      token: tokenOf(env),
      ...(accountId && { accountId }),
      ...(file && { file }),
      ...(maxAge && { maxAgeMs: Number(maxAge) * 1_000 }),
    },
  };
}

function requirePort(name: string, port: string | undefined): void {
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    throw new Error(`${name} must be a port, not "${port}".`);
}

function tokenOf(env: NodeJS.ProcessEnv): GuardOptions['token'] {
  const file = env['ROLLBOOK_API_TOKEN_FILE'];
  // Read for each request: it can be renewed.
  return file ? () => readFileSync(file, 'utf8').trim() : required(env, 'ROLLBOOK_API_TOKEN');
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]?.trim();
  if (value) return value;
  throw new Error(`${name} is not set.`);
}
