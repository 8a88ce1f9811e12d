import type { Command } from 'commander';
import { addBeginLogCommand } from './begin-log.js';
import { addCostCommand } from './cost.js';
import { addDeadLetterCommands } from './dead-letters.js';
import { addDoctorCommand } from './doctor.js';
import { addExportCommands } from './export-import.js';
import { addMigrateCommand } from './migrate.js';
import { addPlanCommand } from '../plan.js';
import { addRebuildCommand } from './rebuild.js';
import { addRepublishCommand } from './republish.js';
import { addShowCommand } from './show.js';
import { addVerifyCommand } from './verify.js';

export function addTableCommands(program: Command): void {
  addVerifyCommand(program);
  addRebuildCommand(program);
  addExportCommands(program);
  addDeadLetterCommands(program);
  addRepublishCommand(program);
  addMigrateCommand(program);
  addPlanCommand(program);
  addCostCommand(program);
  addDoctorCommand(program);
  addShowCommand(program);
  addBeginLogCommand(program);
}
