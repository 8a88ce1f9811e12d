import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/accounts.js';
import { addApiKeyCommands } from './commands/api-keys.js';
import { addCompletionCommand } from './commands/completion.js';
import { addDeadLetterCommands } from './commands/dead-letters.js';
import { addExportCommands } from './commands/export-import.js';
import { addGroupCommands } from './commands/groups.js';
import { addHappeningCommands } from './commands/happenings.js';
import { addInvitationCommands } from './commands/invitations.js';
import { addPlanCommand } from './commands/plan.js';
import { addProfileCommands } from './commands/profiles.js';
import { addRebuildCommand } from './commands/rebuild.js';
import { addRepublishCommand } from './commands/republish.js';
import { addRowCommands } from './commands/rows.js';
import { addUserCommands } from './commands/users.js';
import { addVerifyCommand } from './commands/verify.js';

/** The command could not do what it was asked: wrong usage, or a table or bus that cannot be reached. */
const COULD_NOT = 2;

const EXIT_CODES = `
Exit codes:
  0  done, and nothing is wrong
  1  something is wrong, or left undone: see what was printed
  2  it could not be done: wrong usage, or the table or the bus cannot be reached`;

// Whoever reads the output may stop reading: `rollbook export … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(COULD_NOT);
  throw error;
});

/** The operator's command. Each group of commands is one file in commands/. */
const program = new Command('rollbook')
  .description(
    "Rollbook's command for operators. Accounts, users, invitations, groups, members, API keys, events and jobs by the API; the others on the table and the bus.",
  )
  .addHelpText('after', EXIT_CODES)
  .showHelpAfterError()
  // Before the commands, which inherit it: a wrong usage is thrown, so that it ends as everything else does.
  .exitOverride();
addAccountCommands(program);
addUserCommands(program);
addInvitationCommands(program);
addGroupCommands(program);
addApiKeyCommands(program);
addHappeningCommands(program);
addRowCommands(program);
addProfileCommands(program);
addVerifyCommand(program);
addRebuildCommand(program);
addExportCommands(program);
addDeadLetterCommands(program);
addRepublishCommand(program);
addPlanCommand(program);
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
