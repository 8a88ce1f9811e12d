import type { Command } from 'commander';
import { addCostCommand } from './commands/cost.js';
import { addDeadLetterCommands } from './commands/dead-letters.js';
import { addExportCommands } from './commands/export-import.js';
import { addMigrateCommand } from './commands/migrate.js';
import { addPlanCommand } from './commands/plan.js';
import { addRebuildCommand } from './commands/rebuild.js';
import { addRepublishCommand } from './commands/republish.js';
import { addVerifyCommand } from './commands/verify.js';

export function addTableCommands(program: Command): void {
  addVerifyCommand(program);
  addRebuildCommand(program);
  addExportCommands(program);
  addDeadLetterCommands(program);
  addRepublishCommand(program);
  addMigrateCommand(program);
  addPlanCommand(program);
  addCostCommand(program);
}
