import { InvalidArgumentError, type Command } from 'commander';
import { republishAccount } from '#libs/event-publishing';
import { withSystem, withSystemOptions } from '../../table/connection.js';
import { requireAccount } from '../../table/require-account.js';

const LOG_LAGS_MS = 30_000;

export function addRepublishCommand(program: Command): void {
  withSystemOptions(program.command('republish'))
    .description('Publishes an account’s events of a period again, with the same ids, in order.')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--from <time>', 'start of the period, ISO 8601', time)
    .requiredOption('--to <time>', 'end of the period, ISO 8601', time)
    .action((options: { account: string; from: Date; to: Date }, command: Command) =>
      withSystem(command, async ({ directory, bus }) => {
        if (options.from > options.to) throw new Error('--from is after --to.');
        await requireAccount(directory, options.account);
        const sent = await republishAccount(directory, bus, options.account, options.from, options.to);
        console.log(`${sent} events of ${options.account} republished.`);
        if (options.to.getTime() > Date.now() - LOG_LAGS_MS)
          console.error(
            'Events of the last 30 seconds may be missing: the account’s log is an index, which can lag.',
          );
      }),
    );
}

function time(text: string): Date {
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) throw new InvalidArgumentError('It must be an ISO 8601 time.');
  return value;
}
