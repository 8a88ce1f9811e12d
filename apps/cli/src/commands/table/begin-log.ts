import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beginNextLog } from '#libs/directory';
import { logSigning } from '#libs/secrets';
import { withDirectory, withTableOptions } from '../../table/connection.js';

export function addBeginLogCommand(program: Command): void {
  withTableOptions(program.command('begin-log'))
    .description(
      'Begins the next signed log of a table that was restored, with the name and key of ROLLBOOK_LOG_ORIGIN, ROLLBOOK_LOG_KEY_ARN ' +
        'and ROLLBOOK_LOG_MARK_BUCKET, or of ROLLBOOK_LOG_KEY_FILE. Its first leaf is the last checkpoint of the previous log.',
    )
    .requiredOption('--after <file>', 'the last checkpoint of the previous log, a signed note')
    .action(async ({ after }: { after: string }, command: Command) => {
      const signing = logSigning(process.env);
      if (!signing) return command.error('error: ROLLBOOK_LOG_KEY_ARN or ROLLBOOK_LOG_KEY_FILE is not set');
      await withDirectory(command, async (directory) => {
        await beginNextLog(directory, signing, readFileSync(after, 'utf8'));
        console.log(`The log ${signing.key.origin} has begun. Start the stream processor.`);
      });
    });
}
