import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A target as PutTargets takes it. */
export interface Target {
  Id: string;
  /** `http://…` or `https://…`: a POST for each event. `file://…`: a line for each event. */
  Arn: string;
  Input?: string;
  InputPath?: string;
  InputTransformer?: { InputPathsMap?: Record<string, string>; InputTemplate: string };
  HttpParameters?: {
    HeaderParameters?: Record<string, string>;
    QueryStringParameters?: Record<string, string>;
  };
  RetryPolicy?: { MaximumRetryAttempts?: number; MaximumEventAgeInSeconds?: number };
  DeadLetterConfig?: { Arn?: string };
}

export interface Rule {
  Name: string;
  EventBusName: string;
  EventPattern: string;
  State: 'ENABLED' | 'DISABLED';
  Description?: string;
  targets: Target[];
}

export interface Archive {
  ArchiveName: string;
  EventSourceArn: string;
  EventPattern?: string;
  Description?: string;
  RetentionDays: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Events after this position of the journal are in the archive. */
  afterSeq: number;
}

export interface Replay {
  ReplayName: string;
  EventSourceArn: string;
  Description?: string;
  Destination: { Arn: string; FilterArns?: string[] };
  /** Milliseconds since the epoch, like the times below. */
  from: number;
  to: number;
  State: 'STARTING' | 'RUNNING' | 'COMPLETED' | 'CANCELLED';
  startedAt: number;
  endedAt?: number;
  /** The position in the journal that was replayed last. */
  position: number;
}

/** What the bus is configured with. */
export interface BusState {
  buses: string[];
  rules: Rule[];
  archives: Archive[];
  replays: Replay[];
  /** For each target, the position in the journal up to which it has everything. */
  cursors: Record<string, number>;
}

export interface KeptState extends BusState {
  /** Writes the state to its file: whole or not at all. */
  save(): void;
}

/** The state as the file has it, or that of a new bus. */
export function openState(file: string, buses: readonly string[]): KeptState {
  mkdirSync(dirname(file), { recursive: true });
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BusState) : undefined;
  const state: BusState = known ?? { buses: [], rules: [], archives: [], replays: [], cursors: {} };
  state.buses = [...new Set([...state.buses, ...buses])];
  return Object.assign(state, {
    save() {
      writeFileSync(`${file}.new`, JSON.stringify(state, null, 2));
      renameSync(`${file}.new`, file);
    },
  });
}
