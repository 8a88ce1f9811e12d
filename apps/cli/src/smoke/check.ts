import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError, isRollbookError } from '#libs/client';

export interface Diagnosis {
  means: string;
  page: string;
}

export interface CheckResult {
  name: string;
  failure?: string;
  /** What was found, if that is worth saying. */
  found?: string;
  milliseconds: number;
}

export async function check(
  name: string,
  diagnosis: Diagnosis,
  run: () => Promise<unknown>,
): Promise<CheckResult> {
  const startedAt = performance.now();
  const outcome = await run().then(
    (found): Partial<CheckResult> => (typeof found === 'string' ? { found } : {}),
    (error: unknown) => ({ failure: `${reasonOf(error)} ${diagnosis.means} See ${diagnosis.page}.` }),
  );
  const milliseconds = Math.round(performance.now() - startedAt);
  return { name, milliseconds, ...outcome };
}

export async function comesTrue(withinMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1_000} seconds.`);
    await delay(250);
  }
}

function reasonOf(error: unknown): string {
  if (isRollbookError(error))
    return `${error.status} ${error.code}: ${error.problem.detail ?? error.problem.title}`;
  if (error instanceof ConnectionError) return `No answer: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
