import { any, defineEntity, number, string } from '#libs/single-table';
import { everyItem } from '../items.js';
import { rollbookTable } from '../table.js';
import type { ImportRow } from './rows.js';

/** Some rows of an import or a bulk job, until they are carried out. The rows are JSON: a thousand small maps cost more to decode. */
export const importPartEntity = defineEntity(rollbookTable, {
  name: 'import-part',
  key: { PK: 'import:{jobId}', SK: 'part:{part:6}' },
  attributes: { ...everyItem, jobId: string(), part: number(), rows: string(), expiresAt: number() },
});

/** Why one row of an import or a bulk job was refused. It says nothing about a person. */
export const importErrorEntity = defineEntity(rollbookTable, {
  name: 'import-error',
  key: { PK: 'import:{jobId}', SK: 'error:{line:9}' },
  attributes: {
    ...everyItem,
    jobId: string(),
    line: number(),
    code: any<string>(),
    detail: string(),
    /** Of a bulk job: the user that the row is about. */
    userId: string().optional(),
    expiresAt: number(),
  },
});

export type { ImportRow };
