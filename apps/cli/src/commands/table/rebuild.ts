import type { Command } from 'commander';
import { ACCOUNTS_SCOPE, eachAccountId, grantTenant, rebuildEntries, rebuildAccount } from '#libs/directory';
import { withDirectory, withTableOptions } from '../../table/connection.js';
import { startProgress } from '../../terminal/progress.js';
import { requireAccount } from '../../table/require-account.js';

export function addRebuildCommand(rollbook: Command): void {
  // `search` takes the options of `rebuild`, `--yes` among them.
  const rebuild = withTableOptions(rollbook.command('rebuild')).enablePositionalOptions(false);
  rebuild
    .command('search')
    .description(
      'Rebuilds the search entries of accounts from their users, service groups and other records.',
    )
    .argument('[accountIds...]', 'the accounts; default: all of them, and the list of accounts')
    .action(async (accountIds: string[]) => {
      await withDirectory(rebuild, async (directory) => {
        const all = accountIds.length === 0;
        for (const accountId of accountIds) await requireAccount(directory, accountId);
        if (all) await rebuildEntries(directory, ACCOUNTS_SCOPE);
        for await (const accountId of all ? eachAccountId(directory) : accountIds)
          console.log(`${accountId}  ${await rebuildEntries(directory, accountId)} search entries`);
      });
    });
  rebuild
    .description('Rebuilds everything in an account that is derived from its events, then verifies it.')
    .argument('<accountId>')
    .requiredOption('--yes', 'confirms the writes: rebuild has no dry run, but verify --repair does')
    .action(async (accountId: string, _: unknown, command: Command) => {
      await withDirectory(command, async (directory) => {
        await requireAccount(directory, accountId);
        const progress = startProgress();
        const { written, verification } = await rebuildAccount(grantTenant(directory, accountId), {
          onProgress: (done, total) => progress.show(accountId, done, total),
          onFinding(finding) {
            progress.clear();
            if (finding.level === 'wrong') console.log(`  ✗ ${finding.aggregateId}: ${finding.message}`);
          },
        });
        progress.clear();
        const { wrong } = verification.findings;
        console.log(
          `${accountId}  ${written} items written; ${wrong === 0 ? 'nothing wrong' : `${wrong} WRONG`}`,
        );
        if (wrong > 0) process.exitCode = 1;
      });
    });
}
