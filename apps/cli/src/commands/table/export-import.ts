import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { exportAccount, grantTenant, importAccount } from '#libs/directory';
import { withDirectory, withTableOptions } from '../../table/connection.js';
import { startProgress } from '../../terminal/progress.js';
import { requireAccount } from '../../table/require-account.js';

export function addExportCommands(rollbook: Command): void {
  withTableOptions(rollbook.command('export'))
    .description('Exports the events of an account as NDJSON, for import.')
    .argument('<accountId>')
    .option('-o, --output <file>', 'a new file; default: standard output')
    .action(async (accountId: string, { output }: { output?: string }, command: Command) => {
      await withDirectory(command, async (directory) => {
        await requireAccount(directory, accountId);
        const progress = startProgress();
        let lines = 0;
        async function* counted() {
          for await (const line of exportAccount(grantTenant(directory, accountId))) {
            progress.show(accountId, (lines += 1));
            yield line;
          }
        }
        // An export is as private as the table: a file of it is its owner's.
        const target = output ? createWriteStream(output, { flags: 'wx', mode: 0o600 }) : process.stdout;
        await pipeline(counted, target, { end: output !== undefined });
        progress.clear();
        console.error(`${accountId}  ${(lines - 2).toLocaleString('en')} events exported`);
      });
    });
  withTableOptions(rollbook.command('import'))
    .description(
      'Restores an account from its export: its events, with the same ids, and everything derived from them. Can be ' +
        'run again after a failure.',
    )
    .argument('[file]', 'the export; default: standard input')
    .action(async (file: string | undefined, _: unknown, command: Command) => {
      await withDirectory(
        command,
        async (directory) => {
          const progress = startProgress();
          const input = file === undefined ? process.stdin : createReadStream(file);
          const lines = createInterface({ input, crlfDelay: Infinity });
          const { accountId, created, alreadyThere, aggregates } = await importAccount(
            directory,
            lines,
            (events) => progress.show('import', events),
          );
          progress.clear();
          const counts = [created, alreadyThere, aggregates].map((each) => each.toLocaleString('en'));
          console.log(
            `${accountId}  ${counts[0]} events created, ${counts[1]} already existed, ${counts[2]} aggregates`,
          );
        },
        { createsTable: true },
      );
    });
}
