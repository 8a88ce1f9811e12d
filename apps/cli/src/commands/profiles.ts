import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { printRows } from '../api.js';
import { forgetProfile, keepProfile, readProfiles, useProfile } from '../profiles.js';

/** profiles: which API is asked, and as whom. */
export function addProfileCommands(rollbook: Command): void {
  const profiles = rollbook.command('profiles').description('APIs and credentials, in a file of your own.');
  profiles
    .command('add')
    .description(
      'Keep a profile and use it. The token comes from a file or standard input, not from the command line.',
    )
    .argument('<name>')
    .requiredOption('--api <url>', 'where the API is, without /v1')
    .option('--account <accountId>', 'the account that is meant when a command names none')
    .option('--token-file <file>', 'where the token is; standard input without it')
    .action((name: string, options: { api: string; account?: string; tokenFile?: string }) => {
      const { api, account, tokenFile } = options;
      const token = readFileSync(tokenFile ?? 0, 'utf8').trim();
      keepProfile(name, { api: api.replace(/\/$/, ''), token, ...(account && { account }) });
    });
  profiles
    .command('use')
    .argument('<name>')
    .action((name: string) => useProfile(name));
  profiles
    .command('remove')
    .argument('<name>')
    .action((name: string) => forgetProfile(name));
  profiles
    .command('list')
    .option('--json', 'JSON for scripts: a document a line')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { current, profiles: all } = readProfiles();
      const rows = Object.entries(all).map(([name, { api, account }]) => ({
        name,
        api,
        account,
        current: name === current,
      }));
      await printRows({ json }, ['name', 'api', 'account', 'current'], rows);
    });
}
