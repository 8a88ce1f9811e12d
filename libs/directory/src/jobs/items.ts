import type { DomainEvent } from '#libs/domain';
import { any, defineEntity, number, oneOf, string } from '#libs/single-table';
import { everyItem } from '../items.js';
import { rollbookTable } from '../table.js';

/** A membership, present or past. */
export interface JobCursor {
  of: 'present' | 'past';
  serviceGroupId?: string;
  since?: string;
}

/** What an import was asked for. */
export interface AskedImport {
  kind: 'users' | 'service-groups' | 'memberships';
  dryRun: boolean;
  /** False: rows that make or change an owner are refused. */
  mayManageOwners: boolean;
  rows: number;
  parts: number;
  /** Tells the import from another one under the same idempotency key. */
  digest: string;
}

/** Work too large for one transaction. Each chunk is one transaction that also moves the job on. */
export const jobEntity = defineEntity(rollbookTable, {
  name: 'job',
  key: { PK: 'job:{jobId}', SK: 'job' },
  // Only what is unfinished is in the index: whatever rests there is found without a scan.
  indexes: { GSI1: { GSI1PK: 'jobs:{queue}', GSI1SK: '{accountId}:{jobId}' } },
  attributes: {
    ...everyItem,
    jobId: string(),
    /** Until it is done. */
    queue: oneOf('unfinished').optional(),
    type: oneOf(
      'remove-user-memberships',
      'remove-service-group-memberships',
      'close-account',
      'erase-user',
      'import',
    ),
    status: oneOf('running', 'paused', 'done'),
    /** Rises with each chunk: whoever runs a chunk proves with it that nobody else has. */
    version: number(),
    /** The removed user or service group, or the closed account. */
    subjectId: string(),
    /** When the subject was removed: the time its memberships ended. */
    fencedAt: string(),
    actor: any<DomainEvent['actor']>(),
    correlationId: string(),
    causationId: string(),
    /** Memberships ended, or users and service groups removed, so far. */
    processed: number(),
    /** Of an import: what was asked for, the part that is next, and what became of its rows so far. */
    import: any<AskedImport>().optional(),
    nextPart: number().optional(),
    created: number().optional(),
    changed: number().optional(),
    refused: number().optional(),
    /** The last item that the job is done with, where it walks over items that stay. */
    cursor: any<JobCursor>().optional(),
    expiresAt: number().optional(),
  },
});
