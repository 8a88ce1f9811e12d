import { IsIn, IsOptional } from 'class-validator';
import {
  JOB_STATUSES,
  JOB_STOPS,
  JOB_TYPES,
  runnerOf,
  type BulkAction,
  type Job,
  type JobStatus,
  type RowError,
  type RowKind,
} from '#libs/directory';
import type { Role, ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { ListQueryDto } from '../http/query/list.dto.js';
import type { Caller } from '../auth/caller/caller.js';
import { stepsOf } from './steering.js';
import type { FieldsOf } from '../http/query/fields.js';

export class JobListQueryDto extends ListQueryDto {
  /** Only jobs of this type. */
  @IsOptional()
  @IsIn(JOB_TYPES)
  type?: (typeof JOB_TYPES)[number];

  /** Only jobs with this status: a page may then be shorter than its limit. */
  @IsOptional()
  @IsIn(JOB_STATUSES)
  status?: JobStatus;
}

/** The action of a bulk job. */
export class BulkJobDto {
  action!: BulkAction['action'];
  /** Empty if the action has none. */
  serviceGroupIds!: ServiceGroupId[];
  /** Empty if the action has none. */
  teamIds!: TeamId[];
  /** Null if the action has none. */
  role!: Role | null;
  /** When the memberships, or places in teams, end that it adds. Null if they do not, or the action adds none. */
  expiresAt!: string | null;
  /** The key of the access role that memberships get. Null if they get none. */
  accessRole!: string | null;
}

/** Why a job stopped by itself: the actor it runs as has lost the permission for it. Anybody with the permission can resume it. */
export class JobStopDto {
  @IsIn(JOB_STOPS)
  code!: (typeof JOB_STOPS)[number];
  detail!: string;
  /** ISO 8601, UTC. */
  at!: string;
}

/** The import of a job. */
export class JobImportDto {
  kind!: RowKind;
  /** A dry run: nothing is changed, and `refused` is what would be refused. */
  dryRun!: boolean;
  /** The name that was sent with the file. Null if there was none. */
  fileName!: string | null;
}

/** The undo of a job. */
export class JobRevertDto {
  /** Of the change that it undoes. */
  correlationId!: string;
}

export class JobDto {
  id!: string;
  accountId!: string;
  type!: (typeof JOB_TYPES)[number];
  status!: JobStatus;
  /** The removed or erased user, the removed service group, or the account. */
  subjectId!: string;
  /** Memberships ended or erased, users and service groups removed, or rows processed, so far. */
  processed!: number;
  /**
   * The number of rows of an import or a bulk job, or of users and service groups of an undo: an upper bound until that has ended.
   * Otherwise null.
   */
  rows!: number | null;
  /** The number of rows of an import, a bulk job or an undo refused so far (see its `refused.csv`), otherwise null. */
  refused!: number | null;
  /** For a bulk job, otherwise null. */
  bulk!: BulkJobDto | null;
  /** For an import, otherwise null. */
  import!: JobImportDto | null;
  /** For an undo, otherwise null. */
  revert!: JobRevertDto | null;
  /** Of all events of the job: by this id an import, a bulk job or an undo can be undone. */
  correlationId!: string;
  /** The `correlationId` of what has undone an import, a bulk job or an undo. Null if that was not done, or was itself undone. */
  revertedBy!: string | null;
  /** Who started it: `operator:…`, `user:…` or `api-key:…`. */
  createdBy!: string;
  /** Whose rights it needs, and whom its events name: who started it or, since then, who last resumed it. */
  runsAs!: string;
  /** For an import, a bulk job or an undo that stopped by itself and is paused, otherwise null. */
  stop!: JobStopDto | null;
  /** What the caller may do with it as it is now. Resuming what changes owners takes a recent sign-in too. */
  steps!: ('pause' | 'resume' | 'cancel')[];
  /** Incremented with each finished part and each pause; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

/** A row that a job refused. */
export class RefusedRowDto {
  /** Of a file the line in which the row begins; of a bulk job or an undo the number of the row, from 1. */
  line!: number;
  /** The user of the row of a bulk job or an undo, otherwise null. */
  userId!: UserId | null;
  /** The service group of an undo's row, otherwise null. */
  serviceGroupId!: ServiceGroupId | null;
  code!: string;
  detail!: string;
}

export class RefusedRowListDto {
  data!: RefusedRowDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class JobListDto {
  data!: JobDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export const toJobDto =
  (caller: Caller) =>
  (job: Job): JobDto => {
    const { jobId: id, accountId, type, status, subjectId, processed, version, createdAt, updatedAt } = job;
    const spec = job.bulk ?? job.import ?? job.revert;
    const bulk = job.bulk ? bulkOf(job.bulk) : null;
    const progress = { processed, rows: spec?.rows ?? null, refused: spec ? (job.refused ?? 0) : null };
    const createdBy = job.actor;
    return {
      id,
      accountId,
      type,
      status,
      subjectId,
      ...progress,
      bulk,
      import: job.import ? importOf(job.import) : null,
      revert: job.revert ? { correlationId: job.revert.correlationId } : null,
      correlationId: job.correlationId,
      revertedBy: job.revertedBy ?? null,
      createdBy,
      runsAs: runnerOf(job),
      stop: job.stop ?? null,
      steps: stepsOf(caller, job),
      version,
      createdAt,
      updatedAt,
    };
  };

function importOf({ kind, dryRun, fileName }: NonNullable<Job['import']>): JobImportDto {
  return { kind, dryRun, fileName: fileName ?? null };
}

function bulkOf({
  action,
  serviceGroupIds,
  teamIds = [],
  role,
  expiresAt,
  accessRole,
}: BulkAction): BulkJobDto {
  return {
    action,
    serviceGroupIds: [...serviceGroupIds],
    teamIds: [...teamIds],
    role: role ?? null,
    expiresAt: expiresAt ?? null,
    accessRole: (typeof accessRole === 'string' ? accessRole : accessRole?.key) ?? null,
  };
}

export const JOB_FIELDS: FieldsOf<JobDto> = {
  id: true,
  accountId: true,
  type: true,
  status: true,
  subjectId: true,
  processed: true,
  rows: true,
  refused: true,
  bulk: true,
  import: true,
  revert: true,
  correlationId: true,
  revertedBy: true,
  createdBy: true,
  runsAs: true,
  stop: true,
  steps: true,
  version: true,
  createdAt: true,
  updatedAt: true,
};

export function toRefusedRowDto({ line, userId, serviceGroupId, code, detail }: RowError): RefusedRowDto {
  return { line, userId: userId ?? null, serviceGroupId: serviceGroupId ?? null, code, detail };
}
