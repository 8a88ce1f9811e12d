import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Job, JobStatus, RefusedRow, RowKind } from '#libs/directory';
import {
  PRESENT_USER_STATUSES,
  ROLES,
  type PresentUserStatus,
  type Role,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { withEventFilter } from '../audit-log/audit-log.dto.js';
import { SERVICE_GROUP_ID, TEAM_ID, USER_ID } from '../http/input/ids.js';
import { withAsOf } from '../http/query/as-of.dto.js';
import { asInteger, ListQueryDto } from '../http/query/list.dto.js';
import { JobStopDto } from '../jobs/jobs.dto.js';
import { MAX_CHARACTERS } from '../http/query/search.dto.js';
import { SpreadsheetQueryDto } from '../http/query/spreadsheet.dto.js';

/** More lines than a body can have. */
const MAX_LINE = 999_999_999;

/** An import: a job that processes rows. */
export class ImportDto {
  /** The id of the job, which can be paused and resumed like any other. */
  id!: string;
  accountId!: string;
  kind!: RowKind;
  /** A dry run: nothing is changed. */
  dryRun!: boolean;
  /** The name that was sent with the file. Null if there was none. */
  fileName!: string | null;
  status!: JobStatus;
  /** The number of rows: the lines below the heading, except for empty ones; a row may have several lines. */
  rows!: number;
  /** The number of rows applied or refused so far. */
  processed!: number;
  created!: number;
  changed!: number;
  /** Rows that made no difference. */
  unchanged!: number;
  /** See the errors of the import. */
  refused!: number;
  /** If it stopped by itself and is paused, otherwise null. */
  stop!: JobStopDto | null;
  /** Empty rows of the file, which are not among its rows. */
  skipped!: number;
  /** Rows that were left out by `omit`, which are not among its rows either. */
  omitted!: number;
  /** The number of lines of the file, with its heading. Null for imports of earlier versions. */
  lines!: number | null;
  /** Of all its events: by this id it can be undone. */
  correlationId!: string;
  /** The `correlationId` of what has undone it. Null if that was not done, or was itself undone. */
  revertedBy!: string | null;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class ImportListDto {
  data!: ImportDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

/** Why one row was refused. */
export class ImportErrorDto {
  /** Line of the file, from 1, in which the row begins; the first line of a CSV file is its header. */
  line!: number;
  /** Line in which the row ends: a later one if there is a line break between quotation marks. */
  lastLine!: number;
  code!: string;
  detail!: string;
  /** Its values as they stand in the file, in the order of its columns; of NDJSON the line. Null after a week, or if they cannot be read. */
  values!: string[] | null;
}

export class ImportErrorQueryDto extends ListQueryDto {
  /** Only rows that begin in this line or a later one. */
  @IsOptional()
  @Transform(({ value }) => asInteger(value))
  @IsInt()
  @Min(1)
  @Max(MAX_LINE)
  fromLine?: number;
}

/** A column of a file, and what an import would take it for. */
export class ImportColumnDto {
  /** Its heading. */
  name!: string;
  /** Null if an import has no such field: leave the column out. */
  field!: string | null;
  /** Its first values. */
  samples!: string[];
}

/** What an import can take a column for. */
export class ImportFieldDto {
  name!: string;
  /** At least one of these fields must have a column; empty if it may be left out. */
  oneOf!: string[];
}

/** The beginning of a file, before it is imported. */
export class ImportInspectionDto {
  kind!: RowKind;
  format!: 'csv' | 'ndjson';
  /** What is between the values of CSV, otherwise null. */
  delimiter!: string | null;
  columns!: ImportColumnDto[];
  /** All fields of this kind of import. */
  fields!: ImportFieldDto[];
  /** False: before the import, rename the headings to the fields and remove other columns. */
  ready!: boolean;
  /** The number of examined rows: the first 100. */
  rows!: number;
  /** How many rows the file has. Null if only its beginning was looked at. */
  total!: number | null;
  /** The number of examined rows that are valid. */
  valid!: number;
  problems!: ImportErrorDto[];
}

export class ImportErrorListDto {
  data!: ImportErrorDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

const FORMATS = ['csv', 'ndjson'] as const;

/** What an export is narrowed by: each part takes what its lists take. */
export class ExportQueryDto extends withEventFilter(withAsOf(SpreadsheetQueryDto)) {
  /** CSV with a header, or one JSON object per line. */
  @IsOptional()
  @IsIn(FORMATS)
  format: (typeof FORMATS)[number] = 'csv';

  /** For memberships: only those of this service group. */
  @IsOptional()
  @Matches(SERVICE_GROUP_ID)
  serviceGroupId?: ServiceGroupId;

  /** For who is in teams: only this team. */
  @IsOptional()
  @Matches(TEAM_ID)
  teamId?: TeamId;

  /** For memberships and who is in teams: only those of this user. */
  @IsOptional()
  @Matches(USER_ID)
  userId?: UserId;

  /**
   * Only what has all these words, as in the list of users, of service groups or of events; for memberships and who is in teams, only those
   * of users who are found by them.
   */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARACTERS)
  override q?: string;

  /** For users, memberships and who is in teams: only users with this role. */
  @IsOptional()
  @IsIn(ROLES)
  role?: Role;

  /** For users, memberships and who is in teams: only users with this status. */
  @IsOptional()
  @IsIn(PRESENT_USER_STATUSES)
  status?: PresentUserStatus;
}

export function toImportDto(job: Job): ImportDto {
  const { jobId: id, accountId, status, processed, correlationId, createdAt, updatedAt } = job;
  const { revertedBy = null } = job;
  const { created = 0, changed = 0, refused = 0 } = job;
  const { kind, dryRun, fileName = null, rows, skipped = 0, omitted = 0, lines = null } = job.import!;
  const unchanged = processed - created - changed - refused;
  const progress = { status, rows, processed, created, changed, unchanged, refused };
  const besides = { skipped, omitted, lines };
  const stop = job.stop ?? null;
  return {
    id,
    accountId,
    kind,
    dryRun,
    fileName,
    ...progress,
    ...besides,
    stop,
    correlationId,
    revertedBy,
    createdAt,
    updatedAt,
  };
}

export function toErrorDto({ line, lastLine = line, code, detail, values }: RefusedRow): ImportErrorDto {
  return { line, lastLine, code, detail, values: values ? [...values] : null };
}
