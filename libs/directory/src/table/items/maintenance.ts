import { any, defineEntity, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';
import type { MaintenanceTask } from './maintenance-tasks.js';

/** A task the projector gave up, until somebody redrives it. */
export const parkedTaskEntity = defineEntity(rollbookTable, {
  name: 'parked-task',
  key: { PK: 'dead-letter:projector', SK: 'task:{task}' },
  attributes: { ...everyItem, task: string(), asked: any<MaintenanceTask>(), reason: string() },
});
