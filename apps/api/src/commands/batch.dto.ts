import { DomainError, type UserId } from '#libs/domain';
import { statusOfRefusal } from '../problems/catalogue.js';
import { directoryProblem } from '../problems/directory-problems.js';
import type { BatchOutcome, RowResult } from '#libs/directory';

/** Why a row was refused. */
export class RowProblemDto {
  /** The problem the row would have as a separate request. */
  status!: number;
  code!: string;
  detail!: string;
}

/** The result of one row. */
export class RowResultDto {
  /** The index of the row, from 0. */
  index!: number;
  /** `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`. */
  outcome!: 'done' | 'unchanged' | 'refused';
  /** The version of the row's user. Null if the row was refused. */
  userId!: UserId | null;
  problem!: RowProblemDto | null;
}

/** Each row succeeds or fails on its own; the results are in the order of the rows. */
export class BatchResultDto {
  done!: number;
  unchanged!: number;
  refused!: number;
  results!: RowResultDto[];
}

/** The result of a batch as it is returned, and stored in case the batch is sent again. */
export function toBatchDto<State>(
  rows: readonly RowResult<State>[],
  userIdOf: (row: RowResult<State>) => UserId | null,
): BatchResultDto {
  const results = rows.map((row, index): RowResultDto => {
    const common = { index, userId: userIdOf(row) };
    if (row.done) return { ...common, outcome: row.changed ? 'done' : 'unchanged', problem: null };
    return { ...common, outcome: 'refused', problem: problemOf(row.error) };
  });
  const count = (outcome: RowResultDto['outcome']) => results.filter((row) => row.outcome === outcome).length;
  return { done: count('done'), unchanged: count('unchanged'), refused: count('refused'), results };
}

function problemOf(error: Error): RowProblemDto {
  if (error instanceof DomainError)
    return { status: statusOfRefusal(error.code), code: error.code, detail: error.message };
  const problem = directoryProblem(error);
  if (!problem) throw error;
  const { status, code, detail } = problem;
  return { status, code, detail };
}

/** The events that a dry run of a batch would commit. */
export function eventsOf<State>(outcome: BatchOutcome<State>) {
  return 'rows' in outcome ? outcome.rows.flatMap((row) => (row.done ? row.events : [])) : [];
}
