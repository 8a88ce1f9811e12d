import { ConnectionError, isRollbookError } from '#libs/client';
import { TEXTS } from './texts.js';

/** What the page says about an error. */
export interface Failure {
  title: string;
  detail: string;
  code?: string;
  requestId?: string;
  /** How long to wait before a retry. */
  retryAfterMs?: number;
}

export function failureOf(error: unknown): Failure {
  if (isRollbookError(error)) {
    const { title, detail, code, requestId } = error.problem;
    const { retryAfterMs } = error;
    return { title, detail, code, requestId, ...(retryAfterMs && { retryAfterMs }) };
  }
  if (error instanceof ConnectionError) return { title: TEXTS.noAnswer, detail: TEXTS.noAnswerDetail };
  return { title: TEXTS.unexpected, detail: error instanceof Error ? error.message : String(error) };
}

/** The problems of a form's fields, from their JSON pointers, such as `/email`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isRollbookError(error)) return {};
  const entries = (error.problem.errors ?? []).map(({ pointer, detail }) => [
    pointer?.slice(1) ?? '',
    detail,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
