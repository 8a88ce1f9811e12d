import { getCompileCacheDir } from 'node:module';
import { Option, type Command } from 'commander';
import { runBeside } from './beside.js';
import { portOf, usePorts } from './local-ports.js';

interface DevOptions {
  port?: number;
  data?: string;
  memory?: true;
  seed?: string;
  acceptNewCursorSecret?: true;
  acceptNewIssuerKey?: true;
}

/** The programs beside this one, run by the same command. */
export function addDevCommands(rollbook: Command): void {
  rollbook
    .command('dev')
    .description(
      'Runs all of Rollbook on this machine until Ctrl-C: API, dashboard, stream processor, webhooks, mailer, a bus, a sign-in page, an embedded engine.',
    )
    .option(
      '--port <n>',
      'the port of the API and the dashboard (PORT; 3000); the bus uses the next port, the sign-in page the third one after it',
      portOf,
    )
    .option('--data <folder>', 'where the data is stored (ROLLBOOK_DATA_DIR; .rollbook)')
    .addOption(new Option('--memory', 'keeps the data in memory, until it ends').conflicts('data'))
    .option('--seed <file>', 'creates what this YAML file lists and does not exist yet, instead of the demo')
    .option('--accept-new-cursor-secret', 'continue although the cursor secret is lost')
    .option('--accept-new-issuer-key', "continue although the development issuer's key is lost")
    .action(dev);
  rollbook
    .command('token')
    .description('Prints a token of the development issuer, for the API of `rollbook dev`.')
    .option('--operator', 'for the operator')
    .option('--account <accountId>', 'for a user of this account')
    .option('--user <userId>', 'the user')
    .option('--days <n>', 'how long it is valid; 30 for the operator, 1 for a user')
    .option('--data <folder>', 'where the data is stored (ROLLBOOK_DATA_DIR; .rollbook)')
    .action(token);
}

async function dev({ port, data, ...flags }: DevOptions): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error(
      'rollbook dev is for one machine, where anyone can sign in as anybody: it does not run with NODE_ENV=production.',
    );
  const compileCache = getCompileCacheDir();
  const environment: NodeJS.ProcessEnv = {
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // Where this program has its own: the second start compiles nothing.
    ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
    ...process.env,
    ...(data !== undefined && { ROLLBOOK_DATA_DIR: data }),
  };
  if (port !== undefined) usePorts(port, environment);
  await runBeside('local', {
    args: argsOf(flags),
    nodeArgs: ['--max-semi-space-size=1', '--no-memory-reducer'],
    environment,
  });
}

async function token({ data, ...flags }: { data?: string }): Promise<void> {
  const environment = { ...process.env, ...(data !== undefined && { ROLLBOOK_DATA_DIR: data }) };
  await runBeside('token', { args: argsOf(flags), environment });
}

/** `{ acceptNew: true, user: 'u' }` as `--accept-new --user u`. */
function argsOf(options: Record<string, string | true | undefined>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, value];
  });
}
