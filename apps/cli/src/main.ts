import { Command } from 'commander';
import { addDeadLetterCommands } from './commands/dead-letters.js';
import { addRepublishCommand } from './commands/republish.js';

/** The operator's command. Each group of commands is one file in commands/. */
const program = new Command('rollbook')
  .description("Rollbook's command for operators. It works on the table and the event bus directly.")
  .showHelpAfterError();
addDeadLetterCommands(program);
addRepublishCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
