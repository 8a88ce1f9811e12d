import type { CancellationReason } from './transaction-errors.js';

/** The details of each error code. Never values of attributes, except an old item that the caller requested. */
export interface ErrorDetails {
  /** A table, entity, template or attribute definition that cannot work. Thrown while the program starts. */
  InvalidDefinition: { definition: string };
  /** A value that cannot be part of a key: empty, missing, of the wrong type, or not well-formed Unicode. */
  InvalidKeyValue: { variable: string };
  /** A key over DynamoDB's limits: 2,048 bytes for a partition key, 1,024 for a sort key. */
  KeyTooLong: { attribute: string; bytes: number; limit: number };
  /** A value that does not have its attribute's type. */
  InvalidAttribute: { attribute: string };
  MissingAttribute: { attribute: string };
  UnknownAttribute: { attribute: string };
  /** A number that JavaScript cannot represent exactly. */
  NumberNotExact: { attribute: string };
  InvalidRequest: { operation: string; missing?: readonly string[] };
  /** The condition of a single write did not hold. `item` is what was stored instead. */
  ConditionFailed: { entity: string; item?: Record<string, unknown> | undefined };
  /** A transaction was cancelled. One reason for each operation that caused it. */
  TransactionCanceled: { reasons: CancellationReason[] };
  TooManyOperations: { count: number; limit: number };
  DuplicateKey: { first: number; second: number };
  /** A cursor that was changed, belongs to another query, table or tenant, or has an unknown version. */
  InvalidCursor: Record<never, never>;
  /** A page whose end is where it began, or before: reading on would never end. */
  NoProgress: { operation: string };
  /** Keys or items the service had not processed after every retry. */
  Unprocessed: { count: number; keys: readonly string[] };
  /** An operation outside the tenant that the table is bound to. */
  WrongTenant: { entity: string };
  /** An item older or newer than every schema version known here. */
  UnknownSchemaVersion: { entity: string; version: number };
}

export type ErrorCode = keyof ErrorDetails;

/** The only error class of this library. Errors of the SDK (throttling, network) are not wrapped. */
export class SingleTableError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'SingleTableError';

  constructor(
    readonly code: Code,
    message: string,
    readonly details: ErrorDetails[Code],
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  /** The section that explains the code, in this package. */
  get page(): string {
    return `docs/errors.md#${this.code.toLowerCase()}`;
  }
}

/** Narrows an unknown error to one code, so that `details` has its type. */
export function isSingleTableError<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is SingleTableError<Code> {
  return error instanceof SingleTableError && error.code === code;
}

/** Refuses a definition that cannot work, naming it and saying why. */
export function refuseDefinition(definition: string, why: string): never {
  throw new SingleTableError('InvalidDefinition', `${definition} ${why}.`, { definition });
}

/** Refuses a request that no retry would make right. */
export function refuseRequest(operation: string, why: string): never {
  throw new SingleTableError('InvalidRequest', why, { operation });
}

/** Refuses a page that leads nowhere. */
export function refuseStandstill(operation: string): never {
  throw new SingleTableError('NoProgress', `A page of the ${operation} does not end after its start.`, {
    operation,
  });
}

/** Refuses the value of an attribute, or its absence. */
export function refuseAttribute(
  code: 'InvalidAttribute' | 'MissingAttribute' | 'UnknownAttribute' | 'NumberNotExact',
  attribute: string,
  why: string,
): never {
  throw new SingleTableError(code, why, { attribute });
}
