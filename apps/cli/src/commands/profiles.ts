import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { printRows } from '../api/api.js';
import { forgetProfile, keepProfile, readProfiles, readTextOf, useProfile } from '../api/profiles.js';

export function addProfileCommands(rollbook: Command): void {
  const profiles = rollbook
    .command('profiles')
    .description('APIs and credentials, stored in a private file.');
  profiles
    .command('add')
    .description(
      'Adds a profile and selects it. The token is read from a file or standard input, not from the command line.',
    )
    .argument('<name>')
    .requiredOption('--api <url>', 'the URL of the API, without /v1')
    .option('--account <accountId>', 'the account for commands that name none')
    .option('--token-file <file>', 'the file with the token; default: standard input')
    .action((name: string, options: { api: string; account?: string; tokenFile?: string }) => {
      const { api, account, tokenFile } = options;
      const token = tokenFile === undefined ? readFileSync(0, 'utf8').trim() : readTextOf(tokenFile);
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
    .option('--json', 'JSON for scripts: one document per line')
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
