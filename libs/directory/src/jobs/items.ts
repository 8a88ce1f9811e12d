import type { DomainEvent, Role } from '#libs/domain';
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

export const JOB_TYPES = [
  'remove-user-memberships',
  'remove-service-group-memberships',
  'close-account',
  'erase-user',
  'import',
  'bulk',
] as const;
type JobType = (typeof JOB_TYPES)[number];

export const BULK_ACTIONS = [
  'add_to_groups',
  'remove_from_groups',
  'change_role',
  'suspend',
  'reactivate',
  'remove',
  'resend_invitation',
] as const;

/** What is done to each of some users. */
export interface BulkAction {
  action: (typeof BULK_ACTIONS)[number];
  /** Of `add_to_groups` and `remove_from_groups`. */
  serviceGroupIds: readonly string[];
  /** Of `change_role`. */
  role?: Role;
  /** False: rows that make or change an owner are refused. */
  mayManageOwners: boolean;
}

/** What a bulk job was asked for. */
export interface AskedBulk extends BulkAction {
  /** Under which the ids of the users are kept: of two identical requests at the same time, each keeps its own. */
  selectionId: string;
  rows: number;
  parts: number;
  /** Tells the job from another one under the same idempotency key. */
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
    /** Until it is done or cancelled. */
    queue: oneOf('unfinished').optional(),
    type: oneOf(...JOB_TYPES),
    status: oneOf('running', 'paused', 'done', 'cancelled'),
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
    /** Of a bulk job likewise, with the row of the part that is next. */
    bulk: any<AskedBulk>().optional(),
    nextPart: number().optional(),
    nextRow: number().optional(),
    created: number().optional(),
    changed: number().optional(),
    refused: number().optional(),
    /** The last item that the job is done with, where it walks over items that stay. */
    cursor: any<JobCursor>().optional(),
    expiresAt: number().optional(),
  },
});

/**
 * That there is a job, by when it was made: some jobs' ids are made of an idempotency key, and tell no time. How far it is
 * stays on the job alone, so that no chunk writes this too.
 */
export const listedJobEntity = defineEntity(rollbookTable, {
  name: 'listed-job',
  key: { PK: 'job-list:{accountId}', SK: '{createdAt}:{jobId}' },
  attributes: {
    ...everyItem,
    jobId: string(),
    type: any<JobType>(),
    expiresAt: number(),
  },
});
