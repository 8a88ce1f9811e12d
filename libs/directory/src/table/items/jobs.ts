import type { AccessRoleReference, DomainEvent, Role, Scope, ServiceGroupId, TeamId } from '#libs/domain';
import { any, defineEntity, number, oneOf, string, type Item } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** A membership, or a place in a team, present or past. */
export interface JobCursor {
  of: 'present' | 'past' | 'places' | 'past-places';
  teamId?: TeamId;
  serviceGroupId?: ServiceGroupId;
  since?: string;
}

/** Which users a job may change and create: members always. */
export interface Manages {
  mayManageOwners: boolean;
  /** Absent on jobs of earlier versions, which may. */
  mayManageAdmins?: boolean | undefined;
}

/** What the rows of an import, or of an export, are. */
export type RowKind = 'users' | 'service-groups' | 'memberships' | 'teams' | 'team-members';

/** What the permissions to read and to write rows of a kind are named after, as in `teams:write`. */
export const RESOURCE_OF_ROWS = {
  users: 'users',
  'service-groups': 'service-groups',
  memberships: 'memberships',
  teams: 'teams',
  'team-members': 'teams',
} as const satisfies Readonly<Record<RowKind, string>>;

export interface ImportSpec extends Manages {
  kind: RowKind;
  dryRun: boolean;
  rows: number;
  parts: number;
  /** Empty rows, which are not among the rows. */
  skipped?: number;
  /** Rows that were left out, which are not among the rows either. */
  omitted?: number;
  /** The number of lines of the file. */
  lines?: number;
  /** Its name in the request. */
  fileName?: string;
  /** What the values of a row are called in the file. */
  heading?: readonly string[];
  /** The key under which the parts are stored: two concurrent requests with one idempotency key each store their own. */
  uploadId?: string;
  /** Distinguishes imports with the same idempotency key. */
  digest: string;
}

export const JOB_TYPES = [
  'remove-user-memberships',
  'remove-service-group-memberships',
  'remove-team',
  'close-account',
  'erase-user',
  'import',
  'bulk',
  'revert',
] as const;
export type JobType = (typeof JOB_TYPES)[number];

export const JOB_STATUSES = ['running', 'paused', 'done', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const BULK_ACTIONS = [
  'add_to_groups',
  'remove_from_groups',
  'change_access_role',
  'add_to_teams',
  'remove_from_teams',
  'change_role',
  'suspend',
  'reactivate',
  'remove',
  'resend_invitation',
] as const;

export interface BulkAction extends Manages {
  action: (typeof BULK_ACTIONS)[number];
  serviceGroupIds: readonly ServiceGroupId[];
  /** Absent if the action has none. */
  teamIds?: readonly TeamId[];
  role?: Role;
  /** Of the memberships, or the places in teams, that it adds. */
  expiresAt?: string | null;
  reason?: string;
  /** Of the memberships that it adds or changes: null for none. A key in a request, what it named in a job. */
  accessRole?: string | AccessRoleReference | null;
}

export interface BulkSpec extends BulkAction {
  /** The key under which the ids of the users are stored: two identical concurrent requests each store their own. */
  selectionId: string;
  rows: number;
  parts: number;
  /** Distinguishes bulk jobs with the same idempotency key. */
  digest: string;
}

/** The undo of a change that one transaction cannot undo. */
export interface RevertSpec extends Manages {
  /** Of the events that are undone. */
  correlationId: string;
  /** Between these times they are in the log: ISO 8601. */
  from: string;
  until: string;
  /** Whose events they are. Absent: anybody's, as in jobs of earlier versions. */
  actors?: readonly DomainEvent['actor'][];
  /** The jobs that made the change, and those that it had undone. */
  jobIds?: readonly string[];
  restoredJobIds?: readonly string[];
  /** What it may change: what the change is about, as far as that was known when it began. */
  scopes: readonly Scope[];
  /** The number of users and service groups that it undoes: until it has ended, at most so many. */
  rows: number;
  /** Distinguishes undos with the same idempotency key. */
  digest: string;
}

/** An event in the log: those before it have yet to be read. */
export interface LogPosition {
  at: string;
  eventId: string;
}

export const JOB_STOPS = [
  'actor_removed',
  'actor_suspended',
  'actor_role_lost',
  'api_key_revoked',
  'api_key_expired',
  'api_key_scope_missing',
] as const;

/** Why a job stopped by itself: the user or key that it runs as may no longer do what it does. */
export interface JobStop {
  code: (typeof JOB_STOPS)[number];
  detail: string;
  at: string;
}

/** Work too large for one transaction. Each chunk is one transaction that also advances the job. */
export const jobEntity = defineEntity(rollbookTable, {
  name: 'job',
  key: { PK: 'job:{jobId}', SK: 'job' },
  // Only unfinished jobs are in the index: stalled ones are found there without a scan.
  indexes: { GSI1: { GSI1PK: 'jobs:{queue}', GSI1SK: '{accountId}:{jobId}' } },
  attributes: {
    ...everyItem,
    jobId: string(),
    queue: oneOf('unfinished').optional(),
    type: oneOf(...JOB_TYPES),
    status: oneOf(...JOB_STATUSES),
    /** Incremented with each chunk: it proves that nobody else has run the chunk. */
    version: number(),
    subjectId: string(),
    /** When the subject was removed, and its memberships ended. */
    fencedAt: string(),
    actor: any<DomainEvent['actor']>(),
    /** Who resumed it: from then on it needs their rights, and its events name them. Absent: the actor. */
    runsAs: any<DomainEvent['actor']>().optional(),
    /** As whom it ran before, but for the actor. */
    ranAs: any<readonly DomainEvent['actor'][]>().optional(),
    stop: any<JobStop>().optional(),
    correlationId: string(),
    causationId: string(),
    /** The correlation id of what has undone it. Absent: it is not undone, or that has been undone too. */
    revertedBy: string().optional(),
    /** Memberships ended, or users and service groups removed, so far. */
    processed: number(),
    /** For an import: its parameters, the next part, and the results of its rows so far. */
    import: any<ImportSpec>().optional(),
    bulk: any<BulkSpec>().optional(),
    revert: any<RevertSpec>().optional(),
    /** Where an undo has arrived, which reads the log backwards. */
    logPosition: any<LogPosition>().optional(),
    nextPart: number().optional(),
    nextRow: number().optional(),
    created: number().optional(),
    changed: number().optional(),
    refused: number().optional(),
    /** Of a removal: there are places in teams, or access of teams, to end. */
    hasTeams: any<true>().optional(),
    /** The last item that the job has finished, if it walks over items that stay. */
    cursor: any<JobCursor>().optional(),
    expiresAt: number().optional(),
  },
});

export type Job = Item<typeof jobEntity>;

/** By creation time: some jobs' ids contain none. The progress is only on the job, so that chunks do not write this too. */
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
