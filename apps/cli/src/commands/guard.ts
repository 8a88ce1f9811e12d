import { Option, type Command } from 'commander';
import { findProfile } from '../api/profiles.js';
import { portOf } from './local-ports.js';
import { runBeside } from './beside.js';

interface GuardOptions {
  profile?: string;
  account?: string;
  port?: number;
  host?: string;
  socket?: string;
  userHeader?: string;
  maxAge?: string;
  file?: string;
  grpcPort?: number;
}

export function addGuardCommand(rollbook: Command): void {
  rollbook
    .command('guard')
    .description(
      'Answers “may this user enter?” next to a service in any language, from a copy that the feed keeps current, until Ctrl-C: AuthZEN, and forward auth for proxies.',
    )
    .option(
      '--profile <name>',
      'the profile with API and credentials (ROLLBOOK_PROFILE); default: the current one',
    )
    .option(
      '--account <accountId>',
      'the account (ROLLBOOK_ACCOUNT); default: the profile’s, or all accounts',
    )
    .option('--port <n>', 'of 127.0.0.1 (ROLLBOOK_GUARD_PORT; 3010)', portOf)
    .option(
      '--host <address>',
      'another address than 127.0.0.1 (ROLLBOOK_GUARD_HOST): callers are not authenticated',
    )
    .addOption(
      new Option('--socket <path>', 'a Unix socket instead (ROLLBOOK_GUARD_SOCKET)').conflicts([
        'port',
        'host',
      ]),
    )
    .option(
      '--user-header <name>',
      'where the proxy names the user (ROLLBOOK_GUARD_USER_HEADER; Rollbook-User)',
    )
    .option(
      '--max-age <seconds>',
      'the maximum age of its copy: when it is older, it refuses (ROLLBOOK_GUARD_MAX_AGE_SECONDS; 30)',
    )
    .option(
      '--grpc-port <n>',
      'the port for gRPC calls of Envoy (ROLLBOOK_GUARD_GRPC_PORT); default: none',
      portOf,
    )
    .option('--file <path>', 'keeps the copy for the next start (ROLLBOOK_GUARD_FILE)')
    .action(guard);
}

async function guard({ profile, account, port, ...options }: GuardOptions): Promise<void> {
  const found = findProfile(profile);
  const given = {
    ROLLBOOK_API_URL: found.api,
    ROLLBOOK_API_TOKEN: process.env['ROLLBOOK_API_TOKEN_FILE'] ? undefined : found.token,
    ROLLBOOK_ACCOUNT: account ?? found.account,
    ROLLBOOK_GUARD_PORT: port === undefined ? undefined : String(port),
    ROLLBOOK_GUARD_HOST: options.host,
    ROLLBOOK_GUARD_GRPC_PORT: options.grpcPort === undefined ? undefined : String(options.grpcPort),
    ROLLBOOK_GUARD_SOCKET: options.socket,
    ROLLBOOK_GUARD_USER_HEADER: options.userHeader,
    ROLLBOOK_GUARD_MAX_AGE_SECONDS: options.maxAge,
    ROLLBOOK_GUARD_FILE: options.file,
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  await runBeside('guard', { environment: { ...process.env, ...Object.fromEntries(set) } });
}
