import { DAY_SECONDS, type ServiceGroupId, type UserId } from '#libs/domain';
import { any, defineEntity, number, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** As JSON, because a thousand small maps cost more to decode. */
export const importPartEntity = defineEntity(rollbookTable, {
  name: 'import-part',
  key: { PK: 'import:{jobId}', SK: 'part:{part:6}' },
  attributes: { ...everyItem, jobId: string(), part: number(), rows: string(), expiresAt: number() },
});

/** How long rows are kept that wait, or have been refused: they contain personal data. */
export const ROWS_RETENTION_SECONDS = 7 * DAY_SECONDS;

/** Why a row was refused contains none. */
export const REASONS_RETENTION_SECONDS = 30 * DAY_SECONDS;

/** A row of a file as it was written, so that it can be corrected. */
export const refusedRowEntity = defineEntity(rollbookTable, {
  name: 'refused-row',
  key: { PK: 'import:{jobId}', SK: 'refused-row:{line:9}' },
  attributes: {
    ...everyItem,
    jobId: string(),
    line: number(),
    values: any<readonly string[]>(),
    expiresAt: number(),
  },
});

/** Why one row of an import, a bulk job or an undo was refused. It contains no personal data. */
export const importErrorEntity = defineEntity(rollbookTable, {
  name: 'import-error',
  key: { PK: 'import:{jobId}', SK: 'error:{line:9}' },
  attributes: {
    ...everyItem,
    jobId: string(),
    line: number(),
    /** Where a row of a file ends, if not in the line in which it begins. */
    lastLine: number().optional(),
    code: any<string>(),
    detail: string(),
    /** For a bulk job and an undo: the user of the row. */
    userId: string<UserId>().optional(),
    /** For an undo: the service group of the row. */
    serviceGroupId: string<ServiceGroupId>().optional(),
    expiresAt: number(),
  },
});
