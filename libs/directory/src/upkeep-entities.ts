import { any, defineEntity, string } from '#libs/single-table';
import { everyItem } from './entities.js';
import { rollbookTable } from './table.js';
import type { CountTask, UpkeepTask } from './upkeep-tasks.js';

/** What the projector was to do and gave up, until somebody redrives it. */
export const parkedTaskEntity = defineEntity(rollbookTable, {
  name: 'parked-task',
  key: { PK: 'dead-letter:projector', SK: 'task:{task}' },
  attributes: { ...everyItem, task: string(), asked: any<UpkeepTask>(), reason: string() },
});

/** What is to be counted again, but was counted lately and takes long. It is there until a later count has it. */
export const putOffCountEntity = defineEntity(rollbookTable, {
  name: 'put-off-count',
  key: { PK: 'put-off-counts', SK: 'count:{task}' },
  attributes: {
    ...everyItem,
    task: string(),
    asked: any<CountTask>(),
    /** When the last change was seen that the count does not have. */
    askedAt: string(),
    dueAt: string(),
  },
});
