import type { Schemas } from './types.js';

export type Problem = Schemas['Problem'];
/** Why a request was refused: stable, and for programs. */
export type ProblemCode = Problem['code'];

export class RollbookError extends Error {
  override readonly name = 'RollbookError';

  constructor(
    readonly status: number,
    readonly problem: Problem,
    /** How long to wait before the next attempt, according to the API (`Retry-After`). */
    readonly retryAfterMs?: number,
  ) {
    super(`${problem.code}: ${problem.detail}`);
  }

  get code(): ProblemCode {
    return this.problem.code;
  }

  /** Names the request in the logs of the API. */
  get requestId(): string {
    return this.problem.requestId;
  }
}

export function isRollbookError(error: unknown, code?: ProblemCode): error is RollbookError {
  return error instanceof RollbookError && (code === undefined || error.code === code);
}

/** No answer, or none that is Rollbook's: the network, a proxy, a time limit. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Of an answer that is not Rollbook's. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}
