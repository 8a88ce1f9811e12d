import { any, defineEntity, number, string } from '#libs/single-table';
import { everyItem } from '../items.js';
import { rollbookTable } from '../table.js';
import type { ImportRow } from './rows.js';

/** Some of an import's rows, until they are carried out. The rows are JSON: a thousand small maps cost more to decode. */
export const importPartEntity = defineEntity(rollbookTable, {
  name: 'import-part',
  key: { PK: 'import:{jobId}', SK: 'part:{part:6}' },
  attributes: { ...everyItem, jobId: string(), part: number(), rows: string(), expiresAt: number() },
});

/** Why one row of an import was refused. It says nothing about a person. */
export const importErrorEntity = defineEntity(rollbookTable, {
  name: 'import-error',
  key: { PK: 'import:{jobId}', SK: 'error:{line:9}' },
  attributes: {
    ...everyItem,
    jobId: string(),
    line: number(),
    code: any<string>(),
    detail: string(),
    expiresAt: number(),
  },
});

export type { ImportRow };
