import { ConnectionError, isRollbookError } from '#libs/client';
import { TEXTS } from './texts.js';

/** What the page says about an error. */
export interface Failure {
  title: string;
  detail: string;
  code?: string;
  requestId?: string;
  /** Not before. */
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

/** The problem of one field of a form, by its JSON pointer, as `/email`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isRollbookError(error)) return {};
  const entries = (error.problem.errors ?? []).map(({ pointer, detail }) => [
    pointer?.slice(1) ?? '',
    detail,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
