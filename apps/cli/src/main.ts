import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { Command, CommanderError } from 'commander';
import { addAccessRoleCommands } from './commands/directory/access-roles.js';
import { addAccountCommands } from './commands/directory/accounts.js';
import { addApiKeyCommands } from './commands/directory/api-keys.js';
import { addProvisioningCommands } from './commands/directory/provisioning.js';
import { addWebhookCommands } from './commands/directory/webhooks.js';
import { addBulkCommands } from './commands/directory/bulk.js';
import { addDevCommands } from './commands/dev.js';
import { addCompletionCommand } from './commands/completion.js';
import { addGroupCommands } from './commands/directory/groups.js';
import { addGuardCommand } from './commands/guard.js';
import { addEventAndJobCommands } from './commands/directory/events-and-jobs.js';
import { addInvitationCommands } from './commands/directory/invitations.js';
import { addProfileCommands } from './commands/profiles.js';
import { addCheckCommand } from './commands/directory/check.js';
import { addCsvCommands } from './commands/directory/csv.js';
import { addRequestCommands } from './commands/directory/requests.js';
import { addSearchCommand } from './commands/directory/search.js';
import { addTeamCommands } from './commands/directory/teams.js';
import { addUserCommands } from './commands/directory/users.js';
import { addSmokeCommand } from './commands/smoke.js';
import { addTriggerCommand } from './commands/trigger.js';
import { addLogCommands } from './commands/log.js';
import { addUsageCommand } from './commands/usage.js';
import { addWitnessCommand } from './commands/witness.js';

/** The command could not run: wrong usage, or a table or bus that cannot be reached. */
const COULD_NOT = 2;

/** If one of these is the first word, the table's commands, which need the AWS SDK, are not loaded. */
const BY_THE_API: ReadonlySet<string> = new Set([
  'access-roles',
  'accounts',
  'api-keys',
  'bulk',
  'check',
  'dev',
  'search',
  'events',
  'groups',
  'guard',
  'invitations',
  'jobs',
  'listen',
  'log',
  'managers',
  'members',
  'profiles',
  'requests',
  'smoke',
  'teams',
  'token',
  'trigger',
  'usage',
  'users',
  'witness',
]);

const EXIT_CODES = `
Exit codes:
  0  done, and nothing is wrong
  1  something is wrong, or left undone, or the answer is no: see what was printed
  2  it could not be done: wrong usage, or the table or the bus cannot be reached`;

// The reader of the output may stop reading: `rollbook export … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(COULD_NOT);
  throw error;
});

// Of the package, or of the clone: wherever this program is linked to.
const { version } = JSON.parse(readFileSync(findPackageJSON('..', import.meta.url)!, 'utf8')) as {
  version: string;
};

const program = new Command('rollbook')
  .version(version)
  // Some commands have a `--version` of their own.
  .enablePositionalOptions()
  .description(
    "Rollbook's command for operators. verify, rebuild, export, import, dead-letters, republish, migrate, doctor and cost use the table and the bus; dev runs all of it on this machine, guard a copy of who may enter, witness a witness of logs; plan, profiles, token, trigger and completion use neither; all others use the API.",
  )
  .addHelpText('after', EXIT_CODES)
  .showHelpAfterError()
  // Before the commands, which inherit it: wrong usage is thrown, so that it ends like any other error.
  .exitOverride();
addDevCommands(program);
addGuardCommand(program);
addWitnessCommand(program);
addAccountCommands(program);
addUserCommands(program);
addInvitationCommands(program);
addGroupCommands(program);
addAccessRoleCommands(program);
addTeamCommands(program);
addRequestCommands(program);
addApiKeyCommands(program);
addProvisioningCommands(program);
addWebhookCommands(program);
addBulkCommands(program);
addEventAndJobCommands(program);
addCheckCommand(program);
addSearchCommand(program);
addCsvCommands(program);
addLogCommands(program);
addSmokeCommand(program);
addTriggerCommand(program);
addUsageCommand(program);
addProfileCommands(program);
if (!BY_THE_API.has(process.argv[2] ?? ''))
  (await import('./commands/table/commands.js')).addTableCommands(program);
addCompletionCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : COULD_NOT;
  else {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = COULD_NOT;
  }
}
