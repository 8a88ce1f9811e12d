import { MasterKeyError } from '#libs/directory';
import { Problem } from './problem.js';

const RETRY_AFTER_SECONDS = 2;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The SDK's names for what passes by waiting: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
const TRANSIENT_NAMES = new Set([
  'TimeoutError',
  'InternalServerError',
  'ServiceUnavailable',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
  // The table is unavailable, for example being restored: clients can do nothing about it.
  'ResourceNotFoundException',
]);

export function unavailableProblem(error: unknown): Problem | undefined {
  // No request can fix it, but the operator can: the request is valid.
  if (error instanceof MasterKeyError)
    return unavailable('Personal data cannot be decrypted: the master key is missing.', error);
  return isTransient(error) ? unavailable('The table cannot be reached at the moment.', error) : undefined;
}

export function unavailable(detail: string, cause: unknown): Problem {
  return new Problem('service_unavailable', detail, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });
}

function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause, $metadata } = error as SdkError;
  if (TRANSIENT_NAMES.has(name ?? '') || NETWORK_CODES.has(code ?? '')) return true;
  // The SDK has tried, and has no answer: whatever the reason, it was not the request.
  if ($metadata?.attempts !== undefined && $metadata.httpStatusCode === undefined) return true;
  return cause !== error && isTransient(cause);
}

interface SdkError {
  name?: string;
  code?: string;
  cause?: unknown;
  $metadata?: { attempts?: number; httpStatusCode?: number };
}
