import { IsIn, IsOptional } from 'class-validator';
import type { Job, RowError } from '#libs/directory';
import { IsTime } from '../requests/query/time.js';

/** An import: a job that carries out rows. */
export class ImportDto {
  /** Of the job, which is paused and resumed as any other. */
  id!: string;
  accountId!: string;
  kind!: 'users' | 'service-groups' | 'memberships';
  /** Only tried: nothing is changed. */
  dryRun!: boolean;
  status!: 'running' | 'paused' | 'done' | 'cancelled';
  /** How many there are. */
  rows!: number;
  /** How many have been carried out or refused. */
  processed!: number;
  created!: number;
  changed!: number;
  /** Those that said what was so already. */
  unchanged!: number;
  /** See its errors. */
  refused!: number;
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
  /** Of the file: the first is 1, and of CSV it is the header. */
  line!: number;
  code!: string;
  detail!: string;
}

/** A column of a file, and what an import would take it for. */
export class ImportColumnDto {
  /** Its heading. */
  name!: string;
  /** Null when it is none that an import takes: leave it out. */
  field!: string | null;
  /** Its first values. */
  samples!: string[];
}

/** The beginning of a file, before it is imported. */
export class ImportInspectionDto {
  kind!: 'users' | 'service-groups' | 'memberships';
  format!: 'csv' | 'ndjson';
  columns!: ImportColumnDto[];
  /** False: the headings are to be renamed to the fields, and other columns left out, before it is imported. */
  ready!: boolean;
  /** How many rows were looked at: the first 100. */
  rows!: number;
  /** Those of them whose values are good. */
  valid!: number;
  problems!: ImportErrorDto[];
}

export class ImportErrorListDto {
  data!: ImportErrorDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

const FORMATS = ['csv', 'ndjson'] as const;

export class ExportQueryDto {
  /** CSV with a header, or a JSON object on each line. */
  @IsOptional()
  @IsIn(FORMATS)
  format: (typeof FORMATS)[number] = 'csv';

  /** Of events: only those from this time on. ISO 8601 with a time zone. */
  @IsOptional()
  @IsTime()
  from?: string;

  /** Of events: only those before this time. ISO 8601 with a time zone. */
  @IsOptional()
  @IsTime()
  to?: string;
}

export function representImport(job: Job): ImportDto {
  const { jobId: id, accountId, status, processed, createdAt, updatedAt } = job;
  const { created = 0, changed = 0, refused = 0 } = job;
  const { kind, dryRun, rows } = job.import!;
  const unchanged = processed - created - changed - refused;
  const progress = { status, rows, processed, created, changed, unchanged, refused };
  return { id, accountId, kind, dryRun, ...progress, createdAt, updatedAt };
}

export function representError({ line, code, detail }: RowError): ImportErrorDto {
  return { line, code, detail };
}
